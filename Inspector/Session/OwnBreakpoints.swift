import StrobeProtocol

/// The breakpoints that were set from here, so that they can be set again once they are lost with their server or store.
struct OwnBreakpoints: Sendable {
    /// One that is not in its store any more, though nobody removed it.
    struct Lost: Sendable, Hashable {
        /// As it was last heard of; its id means nothing any more.
        var description: BreakpointDescription
        /// What is run when it is hit.
        var commands: [String]
    }

    private var present: [HitCommands.Key: BreakpointDescription] = [:]
    private var lost: [String: [Lost]] = [:]

    /// The stores of those that are lost.
    var storesOfLost: [String] { lost.keys.sorted() }

    /// Notes one that was set from here, or that commands are run for from here.
    mutating func add(_ breakpoint: BreakpointDescription, of store: String) {
        present[.init(store: store, breakpoint: breakpoint.id)] = breakpoint
    }

    /// Notes what became of one, if it is from here.
    mutating func update(_ breakpoint: BreakpointDescription, of store: String) {
        let key = HitCommands.Key(store: store, breakpoint: breakpoint.id)
        if present[key] != nil { present[key] = breakpoint }
    }

    /// Notes all that a store has: those that it has no more were removed by somebody, or acted once.
    mutating func update(all breakpoints: [BreakpointDescription], of store: String) {
        let ids = Set(breakpoints.map(\.id))
        for key in present.keys where key.store == store && !ids.contains(key.breakpoint) { present[key] = nil }
        for breakpoint in breakpoints { update(breakpoint, of: store) }
    }

    /// Notes that one was removed.
    mutating func remove(_ key: HitCommands.Key) {
        present[key] = nil
    }

    /// Notes that one acted; one that does so once is gone.
    mutating func noteHit(_ key: HitCommands.Key) {
        if present[key]?.once == true { present[key] = nil }
    }

    /// Notes that those of a store, or all, are lost.
    mutating func lose(of store: String? = nil, _ hits: HitCommands) {
        let keys = present.keys.filter { store == nil || $0.store == store }
        for key in keys.sorted(by: { $0.breakpoint < $1.breakpoint }) {
            guard let description = present.removeValue(forKey: key) else { continue }
            lost[key.store, default: []].append(Lost(description: description, commands: hits[key]))
        }
    }

    /// Notes again those that could not be set.
    mutating func keep(_ breakpoints: [Lost], of store: String) {
        if !breakpoints.isEmpty { lost[store] = breakpoints }
    }

    /// How many of a store are lost.
    func lostCount(of store: String) -> Int { lost[store]?.count ?? 0 }

    /// Takes out those of a store that are lost.
    mutating func takeLost(of store: String) -> [Lost] {
        lost.removeValue(forKey: store) ?? []
    }
}

extension BreakpointDescription {
    /// Whether it asks for the same and does the same as another, whatever their numbers are.
    func isSame(as other: BreakpointDescription) -> Bool {
        action == other.action && path == other.path && condition == other.condition && log == other.log
            && once == other.once && hitCount ?? 1 == other.hitCount ?? 1
    }
}
