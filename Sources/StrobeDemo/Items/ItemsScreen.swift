/// What the items screen shows, as a pure function of its state: the form of the machine that switches over the states.
///
/// It has four parts, of which each state shows its own. A flag for each could say two at once; this cannot.
enum ItemsScreen: Sendable, Equatable {
    /// Everything is hidden.
    case nothing
    /// It is shown, and turns.
    case spinner
    /// A table with a row for each title.
    case table([String])
    /// A label that says that there is nothing.
    case emptyLabel
    /// A label with a text; one without cannot be said either.
    case errorLabel(String)

    /// The screen of a state.
    init(_ state: ItemsState) {
        self =
            switch state {
            case .loading: .spinner
            case .showingData(let items): .table(items.map(\.title))
            case .empty: .emptyLabel
            case .error(let reason): .errorLabel(reason)
            }
    }
}

extension ItemsScreen: CustomStringConvertible {
    /// What is shown, in words for people.
    var description: String {
        switch self {
        case .nothing: "nothing"
        case .spinner: "a spinner"
        case .table(let rows): "a table: \(rows.joined(separator: ", "))"
        case .emptyLabel: "that there is nothing"
        case .errorLabel(let text): "the error \(text)"
        }
    }
}
