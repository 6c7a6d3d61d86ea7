import StrobeProtocol
import StrobeTree

/// The watches: subscriptions with what they watch.
struct Watches: Sendable {
    /// One subscription.
    struct Watch: Sendable, Hashable {
        var store: String
        /// The watched part of the state; `nil` for the log and the whole state.
        var path: Path?
        var subscription: String
        /// The last seq reported.
        var seq: Int
        /// The last actions that changed the part, kept until their changes are reported.
        var actions: [Int: String] = [:]
    }

    /// The subscription to all stores together.
    struct Everything: Sendable, Hashable {
        var subscription: String
        /// The last seq reported of each store, or the one at which it began.
        var seqs: [String: Int]
        /// The first seq reported of each store.
        var firsts: [String: Int] = [:]

        fileprivate mutating func note(_ seq: Int, in store: String) {
            seqs[store] = max(seqs[store] ?? 0, seq)
            if firsts[store] == nil { firsts[store] = seq }
        }
    }

    /// The watches of single stores.
    private(set) var all: [Watch] = []
    /// The watch of all stores, also of those that are added later.
    private(set) var everything: Everything?

    var areAny: Bool { !all.isEmpty || everything != nil }

    /// The watched paths of a store.
    func paths(of store: String?) -> [Path] {
        all.filter { $0.store == store }.compactMap(\.path)
    }

    /// Whether an event belongs to a watch.
    func contains(subscription: String) -> Bool {
        everything?.subscription == subscription || all.contains { $0.subscription == subscription }
    }

    /// Whether a subscription watches a part of the state and not the log.
    func isPartial(_ subscription: String) -> Bool {
        all.contains { $0.subscription == subscription && $0.path != nil }
    }

    /// The watch of a part of a store.
    func watch(store: String, path: Path?) -> Watch? {
        all.first { $0.store == store && $0.path == path }
    }

    /// Notes the seq up to which a subscription has reported.
    mutating func note(_ seq: Int, of subscription: String, in store: String) {
        if everything?.subscription == subscription { everything?.note(seq, in: store) }
        guard let index = all.firstIndex(where: { $0.subscription == subscription }) else { return }
        all[index].seq = max(all[index].seq, seq)
    }

    /// Notes an entry that changed a watched part; the change itself follows.
    mutating func note(_ entry: LogEntry, of subscription: String) {
        guard let index = all.firstIndex(where: { $0.subscription == subscription }) else { return }
        if all[index].actions.count >= 1_000 { all[index].actions = [:] }
        all[index].actions[entry.seq] = entry.label
    }

    /// The part that a subscription watches, and the action of an entry noted for it.
    mutating func takePart(of subscription: String, seq: Int) -> (path: Path, action: String?)? {
        guard let index = all.firstIndex(where: { $0.subscription == subscription }), let path = all[index].path else {
            return nil
        }
        defer { all[index].actions = all[index].actions.filter { $0.key > seq } }
        return (path, all[index].actions[seq])
    }

    mutating func add(_ watch: Watch) {
        all.append(watch)
    }

    /// Notes that all stores are watched; `nil` if they no longer are.
    mutating func set(everything: Everything?) {
        self.everything = everything
    }

    mutating func remove(subscription: String) {
        if everything?.subscription == subscription { everything = nil }
        all.removeAll { $0.subscription == subscription }
    }
}
