package import StrobeClient
package import StrobeProtocol

/// What sends requests to a process.
package protocol RequestSender: Sendable {
    /// Sends a request and waits for its answer; cancelling the task cancels the request.
    func answer<R: Request>(_ request: R) async throws -> Answer<R.Result>
}
