import LineEditing

/// Runs commands one after the other, without anybody at the keyboard.
struct ScriptRunner: Sendable {
    let session: Session
    /// Whether commands after one that failed are run.
    var keepsGoing = false

    /// Runs the commands until they end, one fails, `quit`, or the connection is lost.
    ///
    /// - Parameter next: Gives the next line; `nil` at the end.
    func run(_ next: () async throws -> String?) async -> Outcome {
        var status = Outcome.success
        while await session.loss == nil {
            do {
                guard let line = try await next() else { return await session.loss == nil ? status : .connectionLost }
                try await session.run(line)
            } catch {
                let known = InspectorError(any: error)
                if known.code == .connectionLost {
                    await session.lose(known.message)
                    return .connectionLost
                }
                session.report(error)
                status = .commandFailed
                if !keepsGoing { return status }
            }
            await session.settle()
            await session.finishHits()
            if await session.takeHitFailure() {
                status = .commandFailed
                if !keepsGoing { return status }
            }
            if await session.isLeaving || session.console.isBroken { return status }
        }
        return .connectionLost
    }
}
