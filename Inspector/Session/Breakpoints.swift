import StrobeProtocol

/// The breakpoints that this session set, and the commands run on their hits.
struct Breakpoints: Sendable {
    var own = OwnBreakpoints()
    var hits = HitCommands()
    /// Runs the commands of hits, as long as there are any.
    var task: Task<Void, Never>?

    /// Notes that a breakpoint was hit.
    mutating func noteHit(_ key: HitCommands.Key) {
        own.noteHit(key)
        hits.add(key)
    }

    /// Sets the commands run when a breakpoint is hit.
    mutating func set(_ lines: [String], on breakpoint: BreakpointDescription, of store: String) {
        hits[.init(store: store, breakpoint: breakpoint.id)] = lines
        // A breakpoint with commands is restored like one set here, whichever client set it.
        if !lines.isEmpty { own.add(breakpoint, of: store) }
    }

    /// Forgets a removed breakpoint and its commands.
    mutating func remove(_ key: HitCommands.Key) {
        hits[key] = []
        own.remove(key)
    }

    /// Notes that all breakpoints are lost with their server.
    mutating func lose() {
        own.lose(hits)
        hits = HitCommands()
    }

    /// Notes that the breakpoints of a store are lost with it.
    mutating func lose(of store: String) {
        own.lose(of: store, hits)
        hits.forget(store: store)
    }
}
