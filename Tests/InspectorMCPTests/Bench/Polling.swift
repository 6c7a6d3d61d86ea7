/// Asks again until something is so, for what nobody reports.
///
/// - Throws: ``AgentTestClient/Failure`` after the time, and what asking throws.
func pollUntil(within limit: Duration = .seconds(60), _ isSo: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + limit
    while try await !isSo() {
        guard ContinuousClock.now < end else {
            throw AgentTestClient.Failure(description: "what was waited for did not come within \(limit)")
        }
        await Task.yield()
    }
}
