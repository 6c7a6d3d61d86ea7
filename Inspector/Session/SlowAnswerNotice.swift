/// A notice for the user when work takes longer than expected.
enum SlowAnswerNotice {
    /// Runs some work, and calls `say` once if it takes longer than a time.
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

    /// Runs some work that is cancelled after a time limit or together with the task.
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
