import StrobeProtocol

/// The breakpoints that this session set, kept so that they can be restored after the loss of their server or store.
struct OwnBreakpoints: Sendable {
    /// A breakpoint that is gone from its store without having been removed.
    struct Lost: Sendable, Hashable {
        /// Its last description; the id has no meaning any more.
        var description: BreakpointDescription
        /// The commands run on its hits.
        var commands: [String]
    }

    private var present: [HitCommands.Key: BreakpointDescription] = [:]
    private var lost: [String: [Lost]] = [:]

    /// The stores with lost breakpoints.
    var storesOfLost: [String] { lost.keys.sorted() }

    /// Adds a breakpoint that this session set or gave commands.
    mutating func add(_ breakpoint: BreakpointDescription, of store: String) {
        present[.init(store: store, breakpoint: breakpoint.id)] = breakpoint
    }

    /// Updates a breakpoint if it is one of this session.
    mutating func update(_ breakpoint: BreakpointDescription, of store: String) {
        let key = HitCommands.Key(store: store, breakpoint: breakpoint.id)
        if present[key] != nil { present[key] = breakpoint }
    }

    /// Updates from the full list of a store: missing ones were removed by a client, or fired once.
    mutating func update(all breakpoints: [BreakpointDescription], of store: String) {
        let ids = Set(breakpoints.map(\.id))
        for key in present.keys where key.store == store && !ids.contains(key.breakpoint) { present[key] = nil }
        for breakpoint in breakpoints { update(breakpoint, of: store) }
    }

    /// Notes that a breakpoint was removed.
    mutating func remove(_ key: HitCommands.Key) {
        present[key] = nil
    }

    /// Notes a hit, which removes a breakpoint with `once`.
    mutating func noteHit(_ key: HitCommands.Key) {
        if present[key]?.once == true { present[key] = nil }
    }

    /// Notes that the breakpoints of a store, or all, are lost.
    mutating func lose(of store: String? = nil, _ hits: HitCommands) {
        let keys = present.keys.filter { store == nil || $0.store == store }
        for key in keys.sorted(by: { $0.breakpoint < $1.breakpoint }) {
            guard let description = present.removeValue(forKey: key) else { continue }
            lost[key.store, default: []].append(Lost(description: description, commands: hits[key]))
        }
    }

    /// Keeps breakpoints that could not be restored.
    mutating func keep(_ breakpoints: [Lost], of store: String) {
        if !breakpoints.isEmpty { lost[store] = breakpoints }
    }

    /// The number of lost breakpoints of a store.
    func lostCount(of store: String) -> Int { lost[store]?.count ?? 0 }

    /// Removes and returns the lost breakpoints of a store.
    mutating func takeLost(of store: String) -> [Lost] {
        lost.removeValue(forKey: store) ?? []
    }
}

extension BreakpointDescription {
    /// Whether both have the same criteria and effect, regardless of their ids.
    func isSame(as other: BreakpointDescription) -> Bool {
        action == other.action && path == other.path && condition == other.condition && log == other.log
            && once == other.once && hitCount ?? 1 == other.hitCount ?? 1
    }
}
