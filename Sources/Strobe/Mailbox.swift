/// The values that wait for a subscriber which is called elsewhere; it keeps their order whatever the executor does.
@usableFromInline
final class Mailbox<Element: Sendable>: Sendable {
    private struct Contents {
        var waiting: [Element] = []
        var isScheduled = false
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

    /// Delivers what waits now; what comes meanwhile is left to a job of its own, so that nobody keeps a thread for good.
    private func deliver() {
        let batch = contents.withLock { contents in
            let batch = contents.waiting
            contents.waiting = []
            return batch
        }
        for element in batch { receive(element) }
        let isDone = contents.withLock { contents in
            contents.isScheduled = !contents.waiting.isEmpty
            return !contents.isScheduled
        }
        if !isDone { enqueue { self.deliver() } }
    }
}
