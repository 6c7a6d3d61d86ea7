import Strobe

/// Holds tasks until a test opens it, and counts arrivals.
final class Gate: Sendable {
    private struct Contents {
        var isOpen = false
        var lastTicket = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let contents = Protected(Contents())
    private let heedsCancellation: Bool
    /// The names of the tasks that arrived, in order.
    let arrivals = Collector<Int>()

    /// - Parameter heedsCancellation: Whether a cancelled task passes at once.
    init(heedsCancellation: Bool = false) {
        self.heedsCancellation = heedsCancellation
    }

    /// Waits until the gate is open.
    func wait(as name: Int = 0) async {
        let ticket = contents.withLock { contents in
            contents.lastTicket += 1
            return contents.lastTicket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let mayPass = contents.withLock { contents in
                    if contents.isOpen || (heedsCancellation && Task.isCancelled) { return true }
                    contents.waiting[ticket] = waiter
                    return false
                }
                arrivals.add(name)
                if mayPass { waiter.resume() }
            }
        } onCancel: {
            if heedsCancellation { contents.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume() }
        }
    }

    /// Lets all tasks pass from now on.
    func open() {
        let waiting = contents.withLock { contents in
            defer { contents.waiting = [:] }
            contents.isOpen = true
            return contents.waiting
        }
        for waiter in waiting.values { waiter.resume() }
    }
}
