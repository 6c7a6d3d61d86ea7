import InspectorCore
import StrobeProtocol

/// The stores of a process, and what this session knows of each.
struct KnownStores: Sendable {
    private(set) var all: [StoreDescription] = []
    /// The shapes of the stores' actions and states, by store id.
    private(set) var notations: [String: Notation] = [:]
    /// The stores that diverged from their replay.
    private(set) var diverged: [String: DivergenceDescription] = [:]
    /// The stores that commands used.
    private(set) var used: Set<String> = []

    init(_ stores: [StoreDescription]) {
        replace(with: stores)
    }

    /// Replaces the list of stores, cut at the limit.
    mutating func replace(with stores: [StoreDescription]) {
        all = Array(stores.prefix(StoreLimit.count))
        for store in all where store.capabilities.replay { diverged[store.id] = nil }
    }

    /// Adds a store or replaces its description.
    ///
    /// - Returns: Whether it was added; `false` at the limit.
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

    /// Removes a store.
    mutating func remove(_ id: String) {
        all.removeAll { $0.id == id }
        notations[id] = nil
        diverged[id] = nil
    }

    /// Forgets the details of the stores, which belong to another process.
    mutating func forgetDetails() {
        notations = [:]
        diverged = [:]
    }

    /// Notes the notation of a store.
    mutating func note(_ notation: Notation, of id: String) {
        notations[id] = notation
    }

    /// Notes that a command used a store.
    mutating func noteUse(of id: String) {
        used.insert(id)
    }

    /// Notes that a store diverged from its replay, which stops the replay, or that it did not.
    mutating func note(_ divergence: DivergenceDescription?, of id: String) {
        guard let index = index(of: id) else { return }
        diverged[id] = divergence
        if divergence != nil { all[index].capabilities.replay = false }
    }

    /// Notes whether a store is replaying.
    mutating func noteReplaying(_ isReplaying: Bool, of id: String) {
        if isReplaying { diverged[id] = nil }
        guard let index = index(of: id) else { return }
        all[index].capabilities.replay = isReplaying
    }

    /// Notes that the replay of a recording into a store began or ended.
    ///
    /// - Returns: Whether the store exists.
    mutating func note(replay: ReplayDescription?, of id: String) -> Bool {
        guard let index = index(of: id) else { return false }
        all[index].replaying = replay
        return true
    }

    private func index(of id: String) -> Int? { all.firstIndex { $0.id == id } }
}
