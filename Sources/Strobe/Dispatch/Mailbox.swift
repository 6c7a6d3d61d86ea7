/// The values that wait for a subscriber which is called elsewhere; it keeps their order whatever the executor does.
@usableFromInline
final class Mailbox<Element: Sendable>: Sendable {
    private struct Contents {
        var waiting: [Element] = []
        var isScheduled = false
        var isDelivering = false
        /// Whether a job came while the one before it had not yet returned.
        var mustRepeat = false
    }

    private let contents = Protected(Contents())
    private let enqueue: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let isHere: (@Sendable () -> Bool)?
    private let receive: @Sendable (Element) -> Void

    /// Creates an empty one.
    ///
    /// - Parameters:
    ///   - enqueue: Runs a job where the subscriber is to be called.
    ///   - isHere: Whether the caller is there, if the calls there come one at a time; `nil` to make a job each time.
    ///   - receive: Called with each value.
    @usableFromInline
    init(
        enqueue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void, isHere: (@Sendable () -> Bool)?,
        receive: @escaping @Sendable (Element) -> Void
    ) {
        self.enqueue = enqueue
        self.isHere = isHere
        self.receive = receive
    }

    /// Delivers a value: at once where the caller is at the place already, after those that wait; otherwise by a job.
    ///
    /// What a subscriber causes while it is called waits for a job: the call is not over.
    @usableFromInline
    func put(_ element: Element) {
        let isHere = isHere?() ?? false
        let (isNow, mustSchedule) = contents.withLock { contents in
            contents.waiting.append(element)
            guard !isHere || contents.isDelivering else { return (true, false) }
            defer { contents.isScheduled = true }
            return (false, !contents.isScheduled)
        }
        if isNow { deliver() }
        if mustSchedule { enqueue { self.deliver() } }
    }

    /// Delivers what waits now; later items are left to another job, so that no subscriber keeps a thread for good.
    ///
    /// An executor that runs a job at once must not make this a recursion, of any depth: such a job is done in the loop.
    private func deliver() {
        let isFree = contents.withLock { contents in
            defer { contents.isDelivering = true }
            contents.mustRepeat = contents.isDelivering
            return !contents.isDelivering
        }
        guard isFree else { return }
        repeat { deliverBatch() } while mustRepeat()
    }

    private func deliverBatch() {
        let batch = contents.withLock { contents in
            defer { contents.waiting = [] }
            return contents.waiting
        }
        for element in batch { receive(element) }
        let isDone = contents.withLock { contents in
            contents.isScheduled = !contents.waiting.isEmpty
            return !contents.isScheduled
        }
        if !isDone { enqueue { self.deliver() } }
    }

    private func mustRepeat() -> Bool {
        contents.withLock { contents in
            contents.isDelivering = contents.mustRepeat
            defer { contents.mustRepeat = false }
            return contents.mustRepeat
        }
    }
}
