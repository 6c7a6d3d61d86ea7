import StrobeClient
import StrobeProtocol
import Synchronization

/// Dispatches the events of a server: wakes the recorder of a store, and queues all other events.
final class RecordingSignals: Sendable {
    private struct State {
        /// The recorders waiting for news, by subscription.
        var stores: [String: AsyncStream<Void>.Continuation] = [:]
        var isEnded = false
    }

    private let state = Mutex(State())
    private let queue = AsyncStream.makeStream(of: ClientEvent.self)

    /// Added and removed stores, notes, and the end of the connection.
    var events: AsyncStream<ClientEvent> { queue.stream }

    /// Resumes a stream at each event of a subscription.
    func listen(_ subscription: String, _ wake: AsyncStream<Void>.Continuation) {
        state.withLock { $0.stores[subscription] = wake }
    }

    /// Stops resuming a stream.
    func forget(_ subscription: String) {
        state.withLock { $0.stores[subscription] = nil }
    }

    /// Receives an event.
    func receive(_ event: ClientEvent) {
        switch event {
        case .notification(let notification, _):
            switch notification {
            case let appended as LogAppended: wake(appended.subscription)
            case let lagged as StreamLagged: wake(lagged.subscription)
            case let noted as LogNoted:
                if state.withLock({ $0.stores[noted.subscription] != nil }) { queue.continuation.yield(event) }
            case is StoreAdded, is StoreRemoved, is ServerClosing: queue.continuation.yield(event)
            default: break
            }
        case .dropped:
            // The dropped events may belong to any store.
            for wake in state.withLock({ Array($0.stores.values) }) { wake.yield() }
        case .closed:
            queue.continuation.yield(event)
            end()
        case .malformed, .serverError, .unknown: break
        }
    }

    /// Stops receiving events.
    func end() {
        queue.continuation.finish()
    }

    private func wake(_ subscription: String) {
        _ = state.withLock { $0.stores[subscription] }?.yield()
    }
}
