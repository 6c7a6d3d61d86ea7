import LineEditing
import StrobeProtocol
import StrobeRecording
import StrobeTree

/// A replay from its first word to its last, around the commands of a session if there are any.
struct ReplayPlayer: Sendable {
    let reader: RecordingReader
    let options: ReplayOptions
    /// Whether only the types are compared.
    var isChecking = false
    /// Whether it is played with `step` and `resume`.
    var isPlayed = false
    var clock: any Clock<Duration> = ContinuousClock()

    /// Compares the types, and begins; without commands it replays everything.
    ///
    /// - Returns: How it ends where no command follows; `nil` else.
    /// - Throws: ``InspectorError`` where it cannot be replayed.
    func begin(_ session: Session) async throws -> Outcome? {
        let plan = try await ReplayPlan.make(of: reader, into: session.stores, of: session, options)
        let notations = Dictionary(
            plan.stores.map { ($0.recorded, $0.notation) }, uniquingKeysWith: { first, _ in first })
        let rendering = ReplayRendering(layout: session.layout, notations: notations)
        let losses = RecordingLosses(reader)
        session.show(
            ReplayObjects.plan(plan, losses),
            rendering.heading(reader) + rendering.grades(plan) + rendering.lines(losses))
        for damage in reader.damage.prefix(3) { session.note("damaged: \(damage.message)") }
        guard !isChecking else { return plan.level == .impossible ? .commandFailed : .success }
        guard plan.level < .impossible || options.isForced else {
            throw InspectorError(
                .failed,
                "The recording does not fit this process: see above what is missing or of another type. --force replays it "
                    + "anyway, as far as possible.")
        }
        let run = ReplayRun(plan, of: reader, into: session, options, clock: clock)
        await session.begin(run)
        let starts = rendering.starts(try await run.begin())
        if !starts.isEmpty, !session.options.isJSON { session.console.print(starts) }
        guard !isPlayed else {
            if let first = plan.stores.first { _ = try await CommandContext(session).use(first.target) }
            session.remark(StyledText("at the beginning: `step [N]` and `resume` replay, `quit` ends it", .dim))
            return nil
        }
        try await session.play(run, isEachShown: false)
        return .success
    }

    /// Ends the replay, and tells what came of it.
    ///
    /// - Parameter outcome: How the session would end without.
    /// - Returns: How it ends.
    func end(_ session: Session, _ outcome: Outcome) async -> Outcome {
        guard let run = await session.replay?.run else { return outcome }
        let summary = await run.finish()
        let rendering = ReplayRendering(layout: session.layout, notations: run.notations)
        let result = summary.outcome(expectsSame: options.expectsSame)
        await session.showUnexpected(await run.takeUnexpected(), rendering)
        // Why nothing was replayed was said.
        guard outcome == .success || summary.replayed > 0 else { return outcome }
        session.show(ReplayObjects.summary(summary, result), rendering.lines(summary, effects: options.effects))
        return outcome == .success ? result : outcome
    }
}
