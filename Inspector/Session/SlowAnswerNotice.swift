/// A word to whoever waits when something takes longer than it should.
enum SlowAnswerNotice {
    /// Does some work, and says something once if it is not done in time.
    static func wait<T>(
        _ time: Duration, isolation: isolated (any Actor)? = #isolation, orSay say: @escaping @Sendable () -> Void,
        _ work: () async throws -> T
    ) async rethrows -> T {
        let timer = Task {
            try await Task.sleep(for: time)
            say()
        }
        defer { timer.cancel() }
        return try await work()
    }

    /// Does some work that is cancelled when it is not done in time, or when the task is.
    static func limit<T: Sendable>(
        _ time: Duration, _ work: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let work = Task { try await work() }
        let timer = Task {
            try await Task.sleep(for: time)
            work.cancel()
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    }
}
