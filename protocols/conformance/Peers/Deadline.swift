/// Runs work with a time limit.
///
/// - Parameters:
///   - time: The time limit.
///   - giveUp: Ends the work if cancelling its task is not enough.
///   - work: The work; it must end once its task is cancelled and `giveUp` has run.
/// - Returns: The result of the work; `nil` after the time limit.
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
