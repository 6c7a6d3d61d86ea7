internal import Strobe

/// Wakes tasks that wait for something that may have happened.
final class EventSignal: Sendable {
    private struct Contents {
        var lastNumber = 0
        var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let contents = Protected(Contents())

    /// Lets all waiting tasks look again.
    func notify() {
        for waiter in contents.withLock({ Array($0.waiting.values) }) { waiter.yield() }
    }

    /// Waits until a condition holds, looking again at each notification.
    ///
    /// - Parameters:
    ///   - limit: How long it waits at most, by the wall clock.
    ///   - isDone: The condition.
    /// - Returns: Whether it holds; `false` when the time is up or the task was cancelled.
    nonisolated(nonsending)
        func wait(atMost limit: Duration, until isDone: () -> Bool) async -> Bool
    {
        let (notifications, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = contents.withLock { contents in
            contents.lastNumber += 1
            contents.waiting[contents.lastNumber] = continuation
            return contents.lastNumber
        }
        defer { _ = contents.withLock { $0.waiting.removeValue(forKey: number) } }
        let timer = Task {
            try? await Task.sleep(for: limit)
            continuation.finish()
        }
        defer { timer.cancel() }
        var iterator = notifications.makeAsyncIterator()
        while !isDone() {
            guard await iterator.next(isolation: #isolation) != nil else { return isDone() }
        }
        return true
    }
}
