/// One row of a screen, or what lies over all rows, as a view model hands it to whatever draws.
enum ScreenRow: Sendable, Equatable {
    case spinner
    case headline(String)
    case detail(title: String, text: String)
    case retry(message: String)
    case field(label: String, text: String)
    case button(String, isEnabled: Bool = true)
    case alert(title: String, message: String, button: String)
}

extension ScreenRow: CustomStringConvertible {
    /// What is shown, in words for people.
    var description: String {
        switch self {
        case .spinner: "a spinner"
        case .headline(let text): text
        case .detail(let title, let text): "\(title) \(text)"
        case .retry(let message): "\(message), and a way to try again"
        case .field(let label, let text): "\(label) [\(text)]"
        case .button(let title, let isEnabled): isEnabled ? "(\(title))" : "(\(title), disabled)"
        case .alert(let title, let message, let button): "an alert: \(title). \(message) (\(button))"
        }
    }
}

extension [ScreenRow] {
    /// What is shown, in words for people.
    var words: String { isEmpty ? "nothing" : map(\.description).joined(separator: ", ") }
}
