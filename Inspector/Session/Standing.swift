import LineEditing
import StrobeProtocol

/// Where one stands: which store is in use, and at which seq of each store.
struct Standing: Sendable, Hashable {
    /// The store in use; `nil` while there is none.
    private(set) var store: String?
    private var positions: [String: Int] = [:]

    /// The past seq one stands at; `nil` is the present.
    var position: Int? { store.flatMap { positions[$0] } }

    /// The position as requests name it; absent for the present.
    var at: Position? { position.map { .seq($0) } }

    /// Takes another store into use; its position is the one that it was left at.
    mutating func use(_ id: String?) {
        store = id
    }

    /// Goes to a seq of the store in use; `nil` is the present.
    mutating func go(to seq: Int?) {
        guard let store else { return }
        positions[store] = seq
    }

    /// Forgets a store that is gone.
    mutating func forget(_ id: String) {
        positions[id] = nil
        if store == id { store = nil }
    }

    /// The place as the prompt shows it: `profile`, `profile@3`.
    var place: StyledText {
        var text = StyledText(store ?? "strobe", .store)
        if let position { text += StyledText("@\(position)", .past) }
        return text
    }
}
