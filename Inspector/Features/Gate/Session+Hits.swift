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

    /// Sets the commands that are run when a breakpoint is hit.
    func setHitCommands(_ lines: [String], on breakpoint: BreakpointDescription, of store: String) {
        hits[.init(store: store, breakpoint: breakpoint.id)] = lines
        // Whoever set it: it is to be there as long as something is run on it.
        if !lines.isEmpty { ownBreakpoints.add(breakpoint, of: store) }
    }

    /// Forgets a breakpoint that was removed, and its commands.
    func forget(_ key: HitCommands.Key) {
        hits[key] = []
        ownBreakpoints.remove(key)
    }

    /// Notes something about the breakpoints that were set from here.
    func change(_ change: (inout OwnBreakpoints) -> Void) {
        change(&ownBreakpoints)
    }

    /// Begins to count anew how often commands are run that change the program: the user has given a command.
    func forgetHitRuns() {
        hits.forgetRuns()
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
        let context = CommandContext(self, hit: scope)
        for line in lines {
            do {
                try await context.run(line)
            } catch {
                fail(error)
                return
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
