import StrobeProtocol

/// The stores that a process has, as far as is known, and what is known of each.
struct KnownStores: Sendable {
    private(set) var all: [StoreDescription] = []
    /// The shapes of the stores' actions and states, by store id.
    private(set) var notations: [String: Notation] = [:]
    /// The stores that differ from their replay.
    private(set) var diverged: [String: DivergenceDescription] = [:]
    /// The stores that commands were about.
    private(set) var used: Set<String> = []

    init(_ stores: [StoreDescription]) {
        replace(with: stores)
    }

    /// Takes the stores that there are now; more than a program has are passed over.
    mutating func replace(with stores: [StoreDescription]) {
        all = Array(stores.prefix(StoreLimit.count))
        for store in all where store.capabilities.replay { diverged[store.id] = nil }
    }

    /// Notes a store that came.
    ///
    /// - Returns: Whether it was taken up.
    mutating func add(_ store: StoreDescription) -> Bool {
        if let place = index(of: store.id) {
            all.remove(at: place)
        } else if all.count >= StoreLimit.count {
            return false
        }
        all.append(store)
        notations[store.id] = nil
        return true
    }

    /// Notes that a store is gone.
    mutating func remove(_ id: String) {
        all.removeAll { $0.id == id }
        notations[id] = nil
        diverged[id] = nil
    }

    /// Forgets what is known of stores of another process.
    mutating func forgetDetails() {
        notations = [:]
        diverged = [:]
    }

    /// Notes how the values of a store are written.
    mutating func note(_ notation: Notation, of id: String) {
        notations[id] = notation
    }

    /// Notes that commands are about a store.
    mutating func noteUse(of id: String) {
        used.insert(id)
    }

    /// Notes that a store differs from its replay, which ends that; or that it does not.
    mutating func note(_ divergence: DivergenceDescription?, of id: String) {
        guard let index = index(of: id) else { return }
        diverged[id] = divergence
        if divergence != nil { all[index].capabilities.replay = false }
    }

    /// Notes whether a store is replayed.
    mutating func noteReplaying(_ isReplaying: Bool, of id: String) {
        if isReplaying { diverged[id] = nil }
        guard let index = index(of: id) else { return }
        all[index].capabilities.replay = isReplaying
    }

    /// Notes that a recording is replayed into a store, or no more.
    ///
    /// - Returns: Whether there is such a store.
    mutating func note(replay: ReplayDescription?, of id: String) -> Bool {
        guard let index = index(of: id) else { return false }
        all[index].replaying = replay
        return true
    }

    private func index(of id: String) -> Int? { all.firstIndex { $0.id == id } }
}
