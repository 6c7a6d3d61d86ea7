import StrobeProtocol

/// The breakpoints that were set from here, and what is run when one is hit.
struct Breakpoints: Sendable {
    var own = OwnBreakpoints()
    var hits = HitCommands()
    /// Runs the commands of hits, while there are any.
    var task: Task<Void, Never>?

    /// Notes that a breakpoint acted.
    mutating func noteHit(_ key: HitCommands.Key) {
        own.noteHit(key)
        hits.add(key)
    }

    /// Sets the commands that are run when a breakpoint is hit.
    mutating func set(_ lines: [String], on breakpoint: BreakpointDescription, of store: String) {
        hits[.init(store: store, breakpoint: breakpoint.id)] = lines
        // Whoever set it: it is to be there as long as something is run on it.
        if !lines.isEmpty { own.add(breakpoint, of: store) }
    }

    /// Forgets one that was removed, and its commands.
    mutating func remove(_ key: HitCommands.Key) {
        hits[key] = []
        own.remove(key)
    }

    /// Notes that all are lost with their server.
    mutating func lose() {
        own.lose(hits)
        hits = HitCommands()
    }

    /// Notes that those of a store are lost with it.
    mutating func lose(of store: String) {
        own.lose(of: store, hits)
        hits.forget(store: store)
    }
}
