import Strobe

/// Collects values from any thread, and lets a test wait for them with a deadline.
final class Collector<Element: Sendable>: Sendable {
    private struct Contents {
        var elements: [Element] = []
        var waiting: [AsyncStream<Void>.Continuation] = []
    }

    private let contents = Protected(Contents())

    var all: [Element] { contents.withLock { $0.elements } }

    func add(_ element: Element) {
        let waiting = contents.withLock { contents in
            contents.elements.append(element)
            return contents.waiting
        }
        for waiter in waiting { waiter.yield() }
    }

    /// Waits until there are a number of elements.
    ///
    /// At most a minute: blocking tests of other suites may occupy the thread that delivers them for a while.
    func wait(for count: Int) async throws -> [Element] {
        let (added, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        contents.withLock { $0.waiting.append(continuation) }
        let timer = Task {
            try? await Task.sleep(for: .seconds(60))
            continuation.finish()
        }
        defer { timer.cancel() }
        var additions = added.makeAsyncIterator()
        while all.count < count, await additions.next() != nil {}
        return all
    }
}
