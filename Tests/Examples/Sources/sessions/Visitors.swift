import Logging
import Strobe
import StrobeLogging
import StrobeMetrics
import StrobeServer
import StrobeTracing
import Synchronization

/// The stores of all visitors, which are stores of the debug server as long as they are here.
final class Visitors: Sendable {
    private struct Contents {
        var stores: [String: Sessions.SessionStore] = [:]
        var last = 0
    }

    private static var limit: Int { 1_000 }

    private let contents = Mutex(Contents())
    private let server: DebugServer
    private let metrics = StoreMetrics(of: "session")
    private let logger: Logger

    init(server: DebugServer, logger: Logger) {
        self.server = server
        self.logger = logger
    }

    subscript(id: String) -> Sessions.SessionStore? { contents.withLock { $0.stores[id] } }

    /// Makes a session.
    ///
    /// - Returns: Its id; `nil` if there are too many.
    func begin() -> String? {
        let store = Sessions.makeStore(logger)
        let id = contents.withLock { contents -> String? in
            guard contents.stores.count < Self.limit else { return nil }
            contents.last += 1
            contents.stores["\(contents.last)"] = store
            return "\(contents.last)"
        }
        guard let id else { return nil }
        store.addLogMetadata(as: "session-\(id)")
        if Arguments.traces { store.trace(as: "session") }
        if Arguments.counts { metrics.measure(store) }
        server.add(store, id: "session-\(id)")
        return id
    }

    /// Ends a session.
    func end(_ id: String) -> Bool {
        let store = contents.withLock { $0.stores.removeValue(forKey: id) }
        server.remove(id: "session-\(id)")
        return store != nil
    }
}
