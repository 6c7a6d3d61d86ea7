import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeRecording
import StrobeTree

/// Runs a replay from begin to end, around the commands of the session if there are any.
struct ReplayPlayer: Sendable {
    let reader: RecordingReader
    let options: ReplayOptions
    /// Whether only the types are compared.
    var isChecking = false
    /// Whether it is controlled with `step` and `resume`.
    var isPlayed = false
    var clock: any Clock<Duration> = ContinuousClock()

    /// Compares the types and begins the replay; without commands, replays everything.
    ///
    /// - Returns: The outcome if no command follows; otherwise `nil`.
    /// - Throws: ``InspectorError`` if the replay is impossible.
    func begin(_ session: Session) async throws -> Outcome? {
        let plan = try await ReplayPlan.make(of: reader, into: session.stores, of: session, options)
        let notations = Dictionary(
            plan.stores.map { ($0.recorded, $0.notation) }, uniquingKeysWith: { first, _ in first })
        let rendering = ReplayRendering(layout: session.layout, notations: notations)
        let losses = RecordingLosses(reader)
        session.show(
            ReplayObjects.plan(plan, losses), of: "replay",
            rendering.heading(reader) + rendering.grades(plan) + rendering.lines(losses))
        for damage in reader.damage.prefix(3) { session.note("damaged: \(damage.message)") }
        guard !isChecking else { return plan.level == .impossible ? .commandFailed : .success }
        guard plan.level < .impossible || options.isForced else {
            throw InspectorError(
                .failed,
                "The recording does not fit this process: the list above shows what is missing or has another type. --force replays it "
                    + "anyway, as far as possible.")
        }
        let run = ReplayRun(plan, of: reader, into: session, options, clock: clock)
        await session.begin(run)
        let starts = rendering.starts(try await run.begin(), isLong: options.isLong)
        if !starts.isEmpty, !session.options.isJSON { session.console.print(starts) }
        guard !isPlayed else {
            if let first = plan.stores.first { _ = try await CommandContext(session).use(first.target) }
            session.remark(StyledText("at the start: `step [N]` and `resume` replay, `quit` ends it", .dim))
            return nil
        }
        try await session.play(run, isEachShown: false)
        return .success
    }

    /// Ends the replay and reports its result.
    ///
    /// - Parameter outcome: The outcome of the session's commands.
    /// - Returns: The outcome of the session.
    func end(_ session: Session, _ outcome: Outcome) async -> Outcome {
        guard let run = await session.replay?.run else { return outcome }
        let summary = await run.finish()
        let rendering = ReplayRendering(layout: session.layout, notations: run.notations)
        let result = summary.outcome(expectsSame: options.expectsSame)
        await session.showUnexpected(await run.takeUnexpected(), rendering)
        // The reason why nothing was replayed is already printed.
        guard outcome == .success || summary.replayed > 0 else { return outcome }
        session.show(
            ReplayObjects.summary(summary, result), of: "replay", rendering.lines(summary, effects: options.effects))
        return outcome == .success ? result : outcome
    }
}
