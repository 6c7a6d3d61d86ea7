internal import DequeModule
internal import Synchronization

/// The events that wait to be taken: a bounded queue in which a gap is an event of its own.
final class EventQueue: Sendable {
    private struct State {
        var events: Deque<(event: ClientEvent, cost: Int)> = []
        var cost = 0
        var finished = false
        var tickets: UInt64 = 0
        var waiter: (ticket: UInt64, continuation: CheckedContinuation<ClientEvent?, Never>)?
        /// Whether the last one who took events was cancelled.
        var isAbandoned = false
        /// Who waits for the queue to be empty.
        var drained: [CheckedContinuation<Void, Never>] = []

        func hasRoom(for more: Int, _ capacity: Int, _ maxCost: Int) -> Bool {
            events.count < capacity && (events.isEmpty || cost + more <= maxCost)
        }

        mutating func tellDrained() {
            for continuation in drained { continuation.resume() }
            drained = []
        }

        mutating func take() -> ClientEvent? {
            guard let first = events.popFirst() else { return nil }
            cost -= first.cost
            return first.event
        }
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let maxCost: Int

    /// Makes a queue.
    ///
    /// - Parameters:
    ///   - capacity: How many events are kept, at least 1.
    ///   - maxCost: How many bytes the lines of the kept events may have together.
    init(capacity: Int, maxCost: Int) {
        self.capacity = max(1, capacity)
        self.maxCost = maxCost
    }

    /// Adds an event, or counts it as dropped where there is no room.
    ///
    /// - Parameter cost: The bytes of its line.
    func add(_ event: ClientEvent, cost: Int) {
        state.withLock { state in
            guard !state.finished else { return }
            if let waiter = state.waiter {
                state.waiter = nil
                waiter.continuation.resume(returning: event)
            } else if let last = state.events.last, case .dropped(let count) = last.event,
                !state.hasRoom(for: cost, capacity, maxCost)
            {
                state.events[state.events.endIndex - 1].event = .dropped(count: count + 1)
            } else if state.hasRoom(for: cost, capacity, maxCost) {
                state.events.append((event, cost))
                state.cost += cost
            } else {
                state.events.append((.dropped(count: 1), 0))
            }
        }
    }

    /// Adds the last event, whether there is room or not.
    func finish(_ event: ClientEvent) {
        state.withLock { state in
            guard !state.finished else { return }
            state.finished = true
            if let waiter = state.waiter {
                state.waiter = nil
                waiter.continuation.resume(returning: event)
            } else {
                state.events.append((event, 0))
            }
        }
    }

    /// Waits until every event that was added before is taken and whoever takes them asks for the next one; or gives up.
    ///
    /// Somebody must be taking events.
    func drain() async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                if state.isAbandoned || state.events.isEmpty && (state.finished || state.waiter != nil) {
                    continuation.resume()
                } else {
                    state.drained.append(continuation)
                }
            }
        }
    }

    /// Nobody takes events any more: whoever waits for them to be taken gives up.
    func abandon() {
        state.withLock { state in
            state.isAbandoned = true
            state.tellDrained()
        }
    }

    /// The next event; `nil` after the last one or when the task is cancelled.
    ///
    /// One task waits at a time: a second one gets `nil`.
    func next() async -> ClientEvent? {
        let ticket = state.withLock { state in
            state.tickets += 1
            state.isAbandoned = false
            return state.tickets
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<ClientEvent?, Never>) in
                state.withLock { state in
                    if Task.isCancelled || state.waiter != nil {
                        continuation.resume(returning: nil)
                        if Task.isCancelled { state.tellDrained() }
                    } else if let event = state.take() {
                        continuation.resume(returning: event)
                    } else if state.finished {
                        continuation.resume(returning: nil)
                        state.tellDrained()
                    } else {
                        state.waiter = (ticket, continuation)
                        state.tellDrained()
                    }
                }
            }
        } onCancel: {
            state.withLock { state in
                guard let waiter = state.waiter, waiter.ticket == ticket else { return }
                state.waiter = nil
                waiter.continuation.resume(returning: nil)
            }
        }
    }
}
