package import StrobeClient
import StrobeProtocol
import Synchronization

/// Dispatches the events of a server: keeps the entries of each store for its recorder, and queues all other events.
package final class RecordingSignals: Sendable {
    private struct Listener {
        let store: String
        let wake: AsyncStream<Void>.Continuation
        var sent: SentEntries
    }

    /// The recorded stores, by the subscriptions to them.
    private let listeners = Mutex<[String: Listener]>([:])
    private let queue = AsyncStream.makeStream(of: ClientEvent.self)

    /// Added and removed stores, notes, and the end of the connection.
    package var events: AsyncStream<ClientEvent> { queue.stream }

    /// Keeps the events of a subscription.
    ///
    /// - Parameters:
    ///   - seq: The seq of the last entry that was read.
    ///   - wake: Wakes the recorder of the store.
    package func listen(
        _ subscription: String, to store: String, after seq: Int, _ wake: AsyncStream<Void>.Continuation
    ) {
        listeners.withLock { $0[subscription] = Listener(store: store, wake: wake, sent: SentEntries(after: seq)) }
    }

    /// Removes and returns the entries of a store after a seq.
    package func take(_ subscription: String, after seq: Int) -> SentEntries.Taken {
        listeners.withLock { $0[subscription]?.sent.take(after: seq, now: .now) ?? .init(mustAsk: true) }
    }

    /// Drops the events of a subscription, and keeps no more.
    package func forget(_ subscription: String) {
        listeners.withLock { $0[subscription] = nil }
    }

    /// Receives an event.
    package func receive(_ event: ClientEvent) {
        switch event {
        case .notification(let notification, _):
            switch notification {
            case let appended as LogAppended: tell(appended.subscription, appended.store) { $0.add(appended.entry) }
            case let changed as StateChanged: tell(changed.subscription, changed.store) { $0.add(changed) }
            case let noted as LogNoted: tell(noted.subscription, noted.store) { $0.add(noted.note) }
            case let lagged as StreamLagged: tell(lagged.subscription, lagged.store) { $0.miss() }
            case is StoreAdded, is StoreRemoved, is ServerClosing: queue.continuation.yield(event)
            default: break
            }
        case .dropped:
            // The dropped events may belong to any store.
            listeners.withLock { listeners in
                for id in listeners.keys {
                    listeners[id]?.sent.miss()
                    listeners[id]?.wake.yield()
                }
            }
        case .closed:
            queue.continuation.yield(event)
            end()
        case .malformed, .serverError, .unknown: break
        }
    }

    /// Stops receiving events.
    package func end() {
        queue.continuation.finish()
    }

    private func tell(_ subscription: String, _ store: String, _ add: (inout SentEntries) -> Void) {
        listeners.withLock { listeners in
            guard var listener = listeners.removeValue(forKey: subscription) else { return }
            if listener.store == store { add(&listener.sent) }
            listeners[subscription] = listener
            listener.wake.yield()
        }
    }
}
