import LineEditing
import StrobeProtocol

extension Session {
    /// Runs the commands of the breakpoint that a gate stopped at, if it has any, once those of earlier hits are done.
    func runCommands(on stopped: GateStopped) {
        guard let breakpoint = stopped.stop.breakpoint else { return }
        let key = HitCommands.Key(store: stopped.store, breakpoint: breakpoint)
        ownBreakpoints.noteHit(key)
        hits.add(key)
        guard hitTask == nil, let first = hits.next() else { return }
        hitTask = Task { await runHits(first) }
    }

    private func runHits(_ first: HitCommands.Key) async {
        var next: HitCommands.Key? = first
        while let hit = next, loss == nil {
            await run(hits[hit], on: hit)
            next = hits.next()
        }
        hitTask = nil
    }

    private func run(_ lines: [String], on hit: HitCommands.Key) async {
        guard hits.mayRun(hit) else {
            fail(
                InspectorError(
                    .failed,
                    "The commands of breakpoint \(hit.breakpoint) changed the program \(HitCommands.runLimit) times in a "
                        + "row and cause their own hits, it seems: they are not run until you give a command."))
            return
        }
        // What they print belongs below the stop.
        if options.isInteractive { printGathered() }
        let scope = HitScope(store: hit.store)
        await HitScope.$current.withValue(scope) {
            for line in lines {
                do {
                    try await run(line)
                } catch {
                    fail(error)
                    return
                }
            }
        }
        hits.noteRun(hit, hasChanged: scope.hasChanged)
    }

    private func fail(_ error: any Error) {
        let known = InspectorError(any: error)
        guard known.code != .connectionLost else {
            lose(known.message)
            return
        }
        report(error)
        hits.hasFailed = true
    }

    /// Waits until the commands of all hits so far are run.
    func finishHits() async {
        while let task = hitTask { await task.value }
    }

    /// Whether a command that was run on a hit failed since the last call.
    func takeHitFailure() -> Bool {
        defer { hits.hasFailed = false }
        return hits.hasFailed
    }
}
