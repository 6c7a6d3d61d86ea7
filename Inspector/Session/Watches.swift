import StrobeProtocol
import StrobeTree

/// What is watched: subscriptions with what they were made for.
struct Watches: Sendable {
    /// One subscription.
    struct Watch: Sendable, Hashable {
        var store: String
        /// The part of the state; without, the log and the whole state.
        var path: Path?
        var subscription: String
        /// Up to where was told.
        var seq: Int
        /// The last actions that changed the part, until the change is told as well.
        var actions: [Int: String] = [:]
    }

    private(set) var all: [Watch] = []

    /// The watched paths of a store.
    func paths(of store: String?) -> [Path] {
        all.filter { $0.store == store }.compactMap(\.path)
    }

    /// Whether an event belongs to something that is watched.
    func contains(subscription: String) -> Bool {
        all.contains { $0.subscription == subscription }
    }

    /// Whether a subscription is to a part of the state, without the log.
    func isPartial(_ subscription: String) -> Bool {
        all.contains { $0.subscription == subscription && $0.path != nil }
    }

    /// The watch of a part of a store, if there is one.
    func watch(store: String, path: Path?) -> Watch? {
        all.first { $0.store == store && $0.path == path }
    }

    /// Notes up to where a subscription has told.
    mutating func note(_ seq: Int, of subscription: String) {
        guard let index = all.firstIndex(where: { $0.subscription == subscription }) else { return }
        all[index].seq = max(all[index].seq, seq)
    }

    /// Notes the action of an entry that changed a watched part, whose change is told next.
    mutating func note(_ entry: LogEntry, of subscription: String) {
        guard let index = all.firstIndex(where: { $0.subscription == subscription }) else { return }
        if all[index].actions.count >= 1_000 { all[index].actions = [:] }
        all[index].actions[entry.seq] = entry.label
    }

    /// The part that a subscription is to, and the action of an entry that was noted for it.
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

    mutating func remove(subscription: String) {
        all.removeAll { $0.subscription == subscription }
    }
}
