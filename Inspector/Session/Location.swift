import InspectorCore
import StrobeTree
import LineEditing
import StrobeProtocol

/// The current store, and the current position in each store.
struct Location: Sendable, Hashable {
    /// The current store; `nil` if there is none.
    private(set) var store: String?
    private var positions: [String: Position] = [:]

    /// The position for requests; `nil` for the live state.
    var at: Position? { store.flatMap { positions[$0] } }

    /// The current seq of the log; `nil` at the live state or on a branch.
    var position: Int? {
        if case .seq(let seq)? = at { seq } else { nil }
    }

    /// The current branch, and the seq on it.
    var branch: (id: String, seq: Int)? {
        if case .branch(let id, let seq?)? = at { (id, seq) } else { nil }
    }

    /// Switches to another store, at the position where it was left.
    mutating func use(_ id: String?) {
        store = id
    }

    /// Moves to a position of the current store; `nil` is the live state.
    mutating func go(to position: Position?) {
        guard let store else { return }
        positions[store] = position == .live ? nil : position
    }

    /// Returns to the live state of every store.
    mutating func forgetPositions() {
        positions = [:]
    }

    /// Forgets a removed store.
    mutating func forget(_ id: String) {
        positions[id] = nil
        if store == id { store = nil }
    }

    /// The location as the prompt shows it: `profile`, `profile@3`, `profile@branch:2@17`.
    var place: StyledText {
        var text = StyledText(store ?? "strobe", .store)
        if let position { text += StyledText("@\(position)", .past) }
        if let branch { text += StyledText("@branch:\(branch.id)@\(branch.seq)", .past) }
        return text
    }
}
