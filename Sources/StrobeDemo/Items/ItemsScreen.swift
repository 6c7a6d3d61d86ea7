/// What the items screen shows, as a pure function of its state: the form of the machine that switches over the states.
///
/// Everything is hidden to begin with, and each state shows its own part. `Visibility` alone could say two at once; no
/// state does.
struct ItemsScreen: Sendable, Equatable {
    /// The parts of the screen that are shown or hidden.
    struct Visibility: Sendable, Hashable {
        var table = false
        var errorLabel = false
        var emptyLabel = false
        /// Whether the spinner is shown, and turns.
        var spinner = false
    }

    var visible = Visibility()
    /// The rows of the table.
    var rows: [String] = []
    /// What the error label says.
    var errorText: String?

    /// A screen on which everything is hidden.
    init() {}

    /// The screen of a state.
    init(_ state: ItemsState) {
        switch state {
        case .loading:
            visible.spinner = true
        case .showingData(let items):
            visible.table = true
            rows = items.map(\.title)
        case .empty:
            visible.emptyLabel = true
        case .error(let reason):
            visible.errorLabel = true
            errorText = reason
        }
    }
}

extension ItemsScreen: CustomStringConvertible {
    /// What is shown, in words for people.
    var description: String {
        var parts: [String] = []
        if visible.table { parts.append("a table of \(rows.count) rows") }
        if visible.errorLabel { parts.append("the error \(errorText ?? "")") }
        if visible.emptyLabel { parts.append("that there is nothing") }
        if visible.spinner { parts.append("a spinner") }
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }
}
