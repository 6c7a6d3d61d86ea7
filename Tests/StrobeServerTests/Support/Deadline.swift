import Testing

struct DeadlinePassed: Error {}

/// Runs a closure with a generous deadline.
func within<Result: Sendable>(
    _ limit: Duration = .seconds(60), _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try? await Task.sleep(for: limit)
            return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next(), let result = first else { throw DeadlinePassed() }
        return result
    }
}
