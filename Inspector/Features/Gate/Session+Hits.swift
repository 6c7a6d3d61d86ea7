import InspectorCore
import LineEditing
import StrobeProtocol

extension Session {
    /// Runs the commands of the breakpoint that a gate stopped at, after those of earlier hits.
    func runCommands(on stopped: GateStopped) {
        guard let breakpoint = stopped.stop.breakpoint else { return }
        let key = HitCommands.Key(store: stopped.store, breakpoint: breakpoint)
        breakpoints.noteHit(key)
        guard breakpoints.task == nil, let first = breakpoints.hits.next() else { return }
        breakpoints.task = Task { await runHits(first) }
    }

    /// Sets the commands that run when a breakpoint is hit.
    func setHitCommands(_ lines: [String], on breakpoint: BreakpointDescription, of store: String) {
        breakpoints.set(lines, on: breakpoint, of: store)
    }

    /// Forgets a breakpoint that was removed, and its commands.
    func forget(_ key: HitCommands.Key) {
        breakpoints.remove(key)
    }

    /// Changes the record of the breakpoints that this session set.
    func change(_ change: (inout OwnBreakpoints) -> Void) {
        change(&breakpoints.own)
    }

    /// Resets the count of hit commands that changed the program: the user has entered a command.
    func forgetHitRuns() {
        breakpoints.hits.forgetRuns()
    }

    private func runHits(_ first: HitCommands.Key) async {
        var next: HitCommands.Key? = first
        while let hit = next, loss == nil {
            await run(breakpoints.hits[hit], on: hit)
            next = breakpoints.hits.next()
        }
        breakpoints.task = nil
    }

    private func run(_ lines: [String], on hit: HitCommands.Key) async {
        guard breakpoints.hits.mayRun(hit) else {
            fail(
                InspectorError(
                    .failed,
                    "The commands of breakpoint \(hit.breakpoint) changed the program \(HitCommands.runLimit) times in a "
                        + "row and seem to cause their own hits: they are paused until your next command."))
            return
        }
        // Their output belongs below the stop.
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
        breakpoints.hits.noteRun(hit, hasChanged: scope.hasChanged)
    }

    private func fail(_ error: any Error) {
        let known = InspectorError(any: error)
        guard known.code != .connectionLost else {
            lose(known.message)
            return
        }
        report(error)
        breakpoints.hits.hasFailed = true
    }

    /// Waits until the commands of all hits so far have run.
    func finishHits() async {
        while let task = breakpoints.task { await task.value }
    }

    /// Waits until all that a statement caused is printed, and the commands of its hits have run.
    ///
    /// - Returns: Whether one of them failed.
    func finishStatement() async -> Bool {
        await settle()
        await finishHits()
        defer { breakpoints.hits.hasFailed = false }
        return breakpoints.hits.hasFailed
    }
}
