/// Waits for something no longer than a time.
///
/// - Parameters:
///   - time: How long to wait.
///   - giveUp: Ends the work, where cancelling its task is not enough.
///   - work: What is waited for; it must end once its task is cancelled and `giveUp` has run.
/// - Returns: What it returns; `nil` when the time is over.
func within<Result: Sendable>(
    _ time: Duration, giveUp: @escaping @Sendable () async -> Void = {},
    _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result? {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: time)
            return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { return nil }
        if first == nil { await giveUp() }
        return first
    }
}
