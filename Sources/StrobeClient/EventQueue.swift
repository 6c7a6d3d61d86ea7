internal import DequeModule
internal import Synchronization

/// The events that wait to be taken: a bounded queue in which a gap is an event, too.
///
/// Continuations are never resumed under the lock: resuming takes the lock of the task, which a thread that cancels the
/// task holds while the cancellation handler of `next()` waits for the queue's lock.
final class EventQueue: Sendable {
    private struct State {
        var events: Deque<(event: ClientEvent, cost: Int)> = []
        var cost = 0
        var finished = false
        var tickets: UInt64 = 0
        var waiter: (ticket: UInt64, continuation: CheckedContinuation<ClientEvent?, Never>)?
        /// Whether the last consumer was cancelled.
        var isAbandoned = false
        /// The number of events given out.
        var given = 0
        /// Callers that wait until this many events were taken and handled.
        var drained: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        func hasRoom(for more: Int, _ capacity: Int, _ maxCost: Int) -> Bool {
            events.count < capacity && (events.isEmpty || cost + more <= maxCost)
        }

        /// Removes the callers of `drain()` whose events were taken, to be resumed after the lock is released; all if
        /// there is no consumer any more.
        mutating func takeDrained(all: Bool = false) -> [CheckedContinuation<Void, Never>] {
            let done = drained.filter { all || $0.count <= given }
            drained.removeAll { all || $0.count <= given }
            return done.map(\.continuation)
        }

        /// Removes the waiting consumer, to be resumed with an event or the end.
        mutating func takeWaiter(giving: Bool) -> CheckedContinuation<ClientEvent?, Never>? {
            defer { waiter = nil }
            if giving, waiter != nil { given += 1 }
            return waiter?.continuation
        }

        mutating func take() -> ClientEvent? {
            guard let first = events.popFirst() else { return nil }
            cost -= first.cost
            given += 1
            return first.event
        }
    }

    private let state = Mutex(State())
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
        let reader = state.withLock { state -> CheckedContinuation<ClientEvent?, Never>? in
            guard !state.finished else { return nil }
            if let reader = state.takeWaiter(giving: true) { return reader }
            if let last = state.events.last, case .dropped(let count) = last.event,
                !state.hasRoom(for: cost, capacity, maxCost)
            {
                state.events[state.events.endIndex - 1].event = .dropped(count: count + 1)
            } else if state.hasRoom(for: cost, capacity, maxCost) {
                state.events.append((event, cost))
                state.cost += cost
            } else {
                state.events.append((.dropped(count: 1), 0))
            }
            return nil
        }
        reader?.resume(returning: event)
    }

    /// Adds the last event, even if the queue is full.
    func finish(_ event: ClientEvent) {
        let reader = state.withLock { state -> CheckedContinuation<ClientEvent?, Never>? in
            guard !state.finished else { return nil }
            state.finished = true
            if let reader = state.takeWaiter(giving: true) { return reader }
            state.events.append((event, 0))
            return nil
        }
        reader?.resume(returning: event)
    }

    /// Waits until the earlier events are taken and the consumer asks for the next one, or gives up without a consumer.
    ///
    /// Does not wait for later events, which may arrive forever. There must be a consumer.
    func drain() async {
        await withCheckedContinuation { continuation in
            let isDrained = state.withLock { state in
                if state.isAbandoned || state.events.isEmpty && (state.finished || state.waiter != nil) { return true }
                state.drained.append((state.given + state.events.count, continuation))
                return false
            }
            if isDrained { continuation.resume() }
        }
    }

    /// Notes that there is no consumer any more: callers that wait for events to be taken give up.
    func abandon() {
        let drained = state.withLock { state in
            state.isAbandoned = true
            return state.takeDrained(all: true)
        }
        for continuation in drained { continuation.resume() }
    }

    /// The next event; `nil` after the last one or when the task is cancelled.
    ///
    /// Only one task may wait at a time: a second one gets `nil`.
    func next() async -> ClientEvent? {
        let ticket = state.withLock { state in
            state.tickets += 1
            state.isAbandoned = false
            return state.tickets
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<ClientEvent?, Never>) in
                let (answer, drained) = state.withLock { state -> (ClientEvent??, [CheckedContinuation<Void, Never>]) in
                    if Task.isCancelled { return (.some(nil), state.takeDrained(all: true)) }
                    if state.waiter != nil { return (.some(nil), []) }
                    // A consumer that asks for the next event has handled the earlier ones.
                    let drained = state.takeDrained(all: state.events.isEmpty)
                    if let event = state.take() { return (event, drained) }
                    if state.finished { return (.some(nil), drained) }
                    state.waiter = (ticket, continuation)
                    return (nil, drained)
                }
                if let answer { continuation.resume(returning: answer) }
                for continuation in drained { continuation.resume() }
            }
        } onCancel: {
            let reader = state.withLock { state in
                state.waiter?.ticket == ticket ? state.takeWaiter(giving: false) : nil
            }
            reader?.resume(returning: nil)
        }
    }
}
