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

    private(set) var all: [Watch] = []

    /// The watched paths of a store.
    func paths(of store: String?) -> [Path] {
        all.filter { $0.store == store }.compactMap(\.path)
    }

    /// Whether an event belongs to a watch.
    func contains(subscription: String) -> Bool {
        all.contains { $0.subscription == subscription }
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
    mutating func note(_ seq: Int, of subscription: String) {
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

    mutating func remove(subscription: String) {
        all.removeAll { $0.subscription == subscription }
    }
}
