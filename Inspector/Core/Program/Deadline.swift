/// Waits for work, but not beyond an instant.
package enum Deadline {
    /// Returns the result of the work, which is cancelled if it takes longer.
    ///
    /// - Throws: What the work throws, or `CancellationError` after the instant.
    package static func wait<Result: Sendable>(
        until instant: ContinuousClock.Instant, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let (results, continuation) = AsyncThrowingStream.makeStream(of: Result.self)
        // Not in a group, which would wait for work that does not notice that it is cancelled.
        let working = Task {
            do {
                continuation.yield(try await work())
            } catch {
                continuation.finish(throwing: error)
            }
        }
        let timing = Task {
            try? await Task.sleep(until: instant, clock: .continuous)
            continuation.finish(throwing: CancellationError())
        }
        defer {
            working.cancel()
            timing.cancel()
        }
        for try await result in results { return result }
        throw CancellationError()
    }
}
