import Synchronization

/// Collects values from any thread, and lets a test wait for them with a deadline.
final class Collector<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }

    func add(_ element: Element) {
        elements.withLock { $0.append(element) }
    }

    /// Waits until there are as many elements, at most ten seconds.
    func wait(for count: Int) async throws -> [Element] {
        let deadline = ContinuousClock.now + .seconds(10)
        while all.count < count, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(1))
        }
        return all
    }
}
