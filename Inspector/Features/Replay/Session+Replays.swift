import LineEditing
import StrobeProtocol
import StrobeTree

extension Session {
    /// What the prompt says of a replay into the store in use.
    var replayMark: String? {
        if let progress = replay?.progress {
            return "replay \(NumberText.grouped(progress.done))/\(NumberText.grouped(progress.total))"
        }
        let store = stores.first { $0.id == location.store }
        return store?.replaying == nil ? nil : "in a replay"
    }

    /// Begins to play a replay with `step` and `resume`.
    func begin(_ run: ReplayRun) async {
        replay = PlayedReplay(run: run, progress: await run.progress)
    }

    /// Replays what comes next.
    ///
    /// - Parameters:
    ///   - count: How many; all that is left for `nil`, which is then paced as the options say.
    ///   - isEachShown: Whether each one is printed, not only those that are not as recorded.
    /// - Throws: What keeps the replay from going on; cancelling ends it between two transitions.
    func play(_ run: ReplayRun, count: Int? = nil, isEachShown: Bool) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        var lastTold = start
        if count == nil { await run.restartPace() }
        let isPaced = run.options.speed != .greatest
        var (done, hidden) = (0, 0)
        defer { tellPrompt() }
        let rendering = ReplayRendering(layout: layout, notations: run.notations)
        while count.map({ done < $0 }) ?? true {
            let entry: ReplayedEntry?
            do {
                entry = try await run.next(isPaced: count == nil)
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
                show(ReplayObjects.entry(entry), rendering.lines(entry))
                if isDifferent, !isEachShown { replay?.shownDifferences += 1 }
            } else if isEachShown {
                hidden += 1
            }
            if isDifferent || !unexpected.isEmpty, run.options.stopsOnDifference { break }
            if lastTold.duration(to: clock.now) > .seconds(5), let progress = replay?.progress {
                lastTold = clock.now
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

    /// Tells of what was done to the stores besides what was replayed.
    func showUnexpected(_ entries: [ReplayedEntry], _ rendering: ReplayRendering) {
        for entry in entries where shownDifferences < Self.differenceLimit {
            show(ReplayObjects.entry(entry), rendering.lines(entry))
            replay?.shownDifferences += 1
        }
    }

    /// How many transitions are printed one by one where they come as fast as they can.
    private static var shownAtOnce: Int { 60 }

    /// How many differences are printed one by one.
    private static var differenceLimit: Int { 10 }

    private var shownDifferences: Int { replay?.shownDifferences ?? 0 }
}
