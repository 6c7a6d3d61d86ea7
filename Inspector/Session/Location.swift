import StrobeTree
import LineEditing
import StrobeProtocol

/// Where one stands: which store is in use, and at which seq of each store.
struct Location: Sendable, Hashable {
    /// The store in use; `nil` while there is none.
    private(set) var store: String?
    private var positions: [String: Position] = [:]

    /// The position as requests name it; absent for the present.
    var at: Position? { store.flatMap { positions[$0] } }

    /// The past seq of the log that one stands at; `nil` is the present, or a branch.
    var position: Int? {
        if case .seq(let seq)? = at { seq } else { nil }
    }

    /// The branch that one stands on, and the seq of it.
    var branch: (id: String, seq: Int)? {
        if case .branch(let id, let seq?)? = at { (id, seq) } else { nil }
    }

    /// Takes another store into use; its position is the one that it was left at.
    mutating func use(_ id: String?) {
        store = id
    }

    /// Goes to a position of the store in use; `nil` is the present.
    mutating func go(to position: Position?) {
        guard let store else { return }
        positions[store] = position == .live ? nil : position
    }

    /// Goes to the present of every store.
    mutating func forgetPositions() {
        positions = [:]
    }

    /// Forgets a store that is gone.
    mutating func forget(_ id: String) {
        positions[id] = nil
        if store == id { store = nil }
    }

    /// The place as the prompt shows it: `profile`, `profile@3`, `profile@branch:2@17`.
    var place: StyledText {
        var text = StyledText(store ?? "strobe", .store)
        if let position { text += StyledText("@\(position)", .past) }
        if let branch { text += StyledText("@branch:\(branch.id)@\(branch.seq)", .past) }
        return text
    }
}
