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
    private let receive: @Sendable (Element) -> Void

    @usableFromInline
    init(
        enqueue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        receive: @escaping @Sendable (Element) -> Void
    ) {
        self.enqueue = enqueue
        self.receive = receive
    }

    @usableFromInline
    func put(_ element: Element) {
        let mustSchedule = contents.withLock { contents in
            contents.waiting.append(element)
            defer { contents.isScheduled = true }
            return !contents.isScheduled
        }
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
