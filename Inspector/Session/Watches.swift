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

    /// The watch of a part of a store, if there is one.
    func watch(store: String, path: Path?) -> Watch? {
        all.first { $0.store == store && $0.path == path }
    }

    mutating func add(_ watch: Watch) {
        all.append(watch)
    }

    mutating func remove(subscription: String) {
        all.removeAll { $0.subscription == subscription }
    }
}
