/// A word to whoever waits when something takes longer than it should.
enum Patience {
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
}
