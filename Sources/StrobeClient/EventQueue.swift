internal import DequeModule
internal import StrobeSystem

/// The events that wait to be taken: a bounded queue in which a gap is an event, too.
final class EventQueue: Sendable {
    private struct State: Sendable {
        var events: Deque<(event: ClientEvent, cost: Int)> = []
        var cost = 0
        var finished = false
        /// Whether a consumer waits for the next event.
        var isWaiting = false
        /// Whether the last consumer was cancelled.
        var isAbandoned = false
        /// The number of events given out, and of those that the consumer has handled.
        var given = 0
        var handled = 0

        func hasRoom(for more: Int, _ capacity: Int, _ maxCost: Int) -> Bool {
            events.count < capacity && (events.isEmpty || cost + more <= maxCost)
        }

        mutating func take() -> ClientEvent? {
            guard let first = events.popFirst() else { return nil }
            cost -= first.cost
            given += 1
            return first.event
        }
    }

    private let state = AsyncCondition(State())
    private let capacity: Int
    private let maxCost: Int

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of events, at least 1.
    ///   - maxCost: The maximum size of the lines of all events, in bytes.
    init(capacity: Int, maxCost: Int) {
        self.capacity = max(1, capacity)
        self.maxCost = maxCost
    }

    /// Adds an event, or counts it as dropped if the queue is full.
    ///
    /// - Parameter cost: The size of its line, in bytes.
    func add(_ event: ClientEvent, cost: Int) {
        state.update { state in
            guard !state.finished else { return }
            if state.hasRoom(for: cost, capacity, maxCost) {
                state.events.append((event, cost))
                state.cost += cost
            } else if case .dropped(let count) = state.events.last?.event {
                state.events[state.events.endIndex - 1].event = .dropped(count: count + 1)
            } else {
                state.events.append((.dropped(count: 1), 0))
            }
        }
    }

    /// Adds the last event, even if the queue is full.
    func finish(_ event: ClientEvent) {
        state.update { state in
            guard !state.finished else { return }
            state.finished = true
            state.events.append((event, 0))
        }
    }

    /// Waits until the earlier events are taken and the consumer asks for the next one, or gives up without a consumer.
    ///
    /// Does not wait for later events, which may arrive forever. There must be a consumer.
    func drain() async {
        let (end, isDrained) = state.read { state in
            (state.given + state.events.count, state.finished && state.events.isEmpty)
        }
        guard !isDrained else { return }
        _ = await state.wait(isCancellable: false) { $0.isAbandoned || $0.handled >= end ? true : nil }
    }

    /// Notes that there is no longer a consumer: callers that wait for events to be taken give up.
    func abandon() {
        state.update { $0.isAbandoned = true }
    }

    /// The next event; `nil` after the last one or when the task is cancelled.
    ///
    /// Only one task may wait at a time: a second one gets `nil`.
    func next() async -> ClientEvent? {
        let isAlone = state.update { state in
            guard !state.isWaiting else { return false }
            // A consumer that asks for the next event has handled the earlier ones.
            (state.isWaiting, state.isAbandoned, state.handled) = (true, false, state.given)
            return true
        }
        guard isAlone else { return nil }
        let next: ClientEvent?? = await state.wait { state in
            if let event = state.take() { return event }
            return state.finished ? .some(nil) : nil
        }
        state.update { state in
            state.isWaiting = false
            if next == nil { state.isAbandoned = true }
        }
        return next ?? nil
    }
}
