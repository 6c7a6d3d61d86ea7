import Synchronization

/// Something that a test waits for, with a deadline.
final class Event<Value: Sendable>: Sendable {
    private let stream: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func happen(_ value: Value) { continuation.yield(value) }

    /// Waits for the next one.
    func next() async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { [stream] in
                for await value in stream { return value }
                throw CancellationError()
            }
            group.addTask {
                try await Task.sleep(for: .seconds(60))
                throw Overdue()
            }
            defer { group.cancelAll() }
            return try await group.next() ?? { throw Overdue() }()
        }
    }

    struct Overdue: Error {}
}
