/// One row of a screen, as a view model hands it to whatever draws.
enum ScreenRow: Sendable, Equatable {
    case spinner
    case headline(String)
    case detail(title: String, text: String)
    case retry(message: String)
}

extension ScreenRow: CustomStringConvertible {
    /// What is shown, in words for people.
    var description: String {
        switch self {
        case .spinner: "a spinner"
        case .headline(let text): text
        case .detail(let title, let text): "\(title) \(text)"
        case .retry(let message): "\(message), and a way to try again"
        }
    }
}
