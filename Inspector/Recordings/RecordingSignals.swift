import StrobeClient
import StrobeProtocol
import Synchronization

/// Sorts what a server tells without being asked: which store has news, and what is news itself.
final class RecordingSignals: Sendable {
    private struct State {
        /// Who waits for news of a store, by the subscription that brings it.
        var stores: [String: AsyncStream<Void>.Continuation] = [:]
        var isEnded = false
    }

    private let state = Mutex(State())
    private let queue = AsyncStream.makeStream(of: ClientEvent.self)

    /// Stores that come and go, remarks, and the end.
    var events: AsyncStream<ClientEvent> { queue.stream }

    /// Lets a subscription wake whoever records its store.
    func listen(_ subscription: String, _ wake: AsyncStream<Void>.Continuation) {
        state.withLock { $0.stores[subscription] = wake }
    }

    /// Lets a subscription wake nobody any more.
    func forget(_ subscription: String) {
        state.withLock { $0.stores[subscription] = nil }
    }

    /// Takes an event.
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
            // Any store may be meant.
            for wake in state.withLock({ Array($0.stores.values) }) { wake.yield() }
        case .closed:
            queue.continuation.yield(event)
            end()
        case .malformed, .serverError, .unknown: break
        }
    }

    /// Takes nothing any more.
    func end() {
        queue.continuation.finish()
    }

    private func wake(_ subscription: String) {
        _ = state.withLock { $0.stores[subscription] }?.yield()
    }
}
