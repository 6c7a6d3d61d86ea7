import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeTree

extension Session {
    /// What the prompt shows of a replay into the current store.
    var replayMark: String? {
        if let progress = replay?.progress {
            return "replay \(NumberText.grouped(progress.done))/\(NumberText.grouped(progress.total))"
        }
        let store = stores.first { $0.id == location.store }
        return store?.replaying == nil ? nil : "in a replay"
    }

    /// Starts a replay that `step` and `resume` control.
    func begin(_ run: ReplayRun) async {
        replay = PlayedReplay(run: run, progress: await run.progress)
    }

    /// Replays the next transitions.
    ///
    /// - Parameters:
    ///   - count: How many; `nil` for all that are left, paced as the options say.
    ///   - isEachShown: Whether each transition is printed, not only those that differ from the recording.
    /// - Throws: The error that stops the replay; cancellation stops it between two transitions.
    func play(_ run: ReplayRun, count: Int? = nil, isEachShown: Bool) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        var lastReport = start
        if count == nil { await run.restartPace() }
        let isPaced = run.options.speed != .greatest
        var (done, hidden) = (0, 0)
        defer { tellPrompt() }
        let rendering = ReplayRendering(layout: layout, notations: run.notations)
        while count.map({ done < $0 }) ?? true {
            let entry: ReplayedEntry?
            do {
                let (upcoming, patience) = (await run.upcomingAnswer, run.options.patience)
                entry = try await SlowAnswerNotice.wait(.seconds(1)) {
                    guard let upcoming else { return }
                    self.note(
                        "waiting up to \(NumberText.seconds(patience)) for the process to dispatch \(upcoming) by itself; "
                            + "--effects recorded does not wait")
                } _: {
                    try await run.next(isPaced: count == nil)
                }
            } catch {
                showUnexpected(await run.takeUnexpected(), rendering)
                throw error
            }
            let unexpected = await run.takeUnexpected()
            showUnexpected(unexpected, rendering)
            guard let entry else { break }
            done += 1
            replay?.progress = await run.progress
            var isDifferent = false
            if case .different = entry.verdict { isDifferent = true }
            let isWanted = isEachShown && (count != nil || isPaced || done <= Self.shownAtOnce)
            if isWanted || (isDifferent && shownDifferences < Self.differenceLimit) {
                show(ReplayObjects.entry(entry), of: "replay", rendering.lines(entry))
                if isDifferent, !isEachShown { replay?.shownDifferences += 1 }
            } else if isEachShown {
                hidden += 1
            }
            if isDifferent || !unexpected.isEmpty, run.options.stopsOnDifference { break }
            if lastReport.duration(to: clock.now) > .seconds(5), let progress = replay?.progress {
                lastReport = clock.now
                note("\(NumberText.grouped(progress.done)) of \(NumberText.grouped(progress.total)) replayed")
            }
        }
        let elapsed = start.duration(to: clock.now).components
        await run.add(
            nanoseconds: UInt64(clamping: elapsed.seconds) * 1_000_000_000
                + UInt64(clamping: elapsed.attoseconds / 1_000_000_000))
        if hidden > 0 { remark(StyledText("… and \(NumberText.grouped(hidden)) more", .dim)) }
        if done == 0 { remark(StyledText("nothing is left to replay", .dim)) }
    }

    /// Reports what happened in the stores besides the replay.
    func showUnexpected(_ entries: [ReplayedEntry], _ rendering: ReplayRendering) {
        for entry in entries where shownDifferences < Self.differenceLimit {
            show(ReplayObjects.entry(entry), of: "replay", rendering.lines(entry))
            replay?.shownDifferences += 1
        }
    }

    /// The maximum number of transitions printed one by one if they are not paced.
    private static var shownAtOnce: Int { 60 }

    /// The maximum number of differences printed one by one.
    private static var differenceLimit: Int { 10 }

    private var shownDifferences: Int { replay?.shownDifferences ?? 0 }
}
