internal import Dispatch
internal import Strobe
internal import StrobeSystem
internal import StrobeTree

/// Replays single entries of a log, repeatedly if it matters whether they always do the same.
///
/// Belongs to the debug thread.
struct ReplaySteps<State: Sendable, Action: Sendable, Effect: Sendable> {
    /// How often an action is tried on one state, where that is cheap.
    private static var tries: Int { 16 }
    /// How many orders are examined to distinguish a set from a shuffle.
    private static var orders: Int { 32 }
    /// How long the tries of one action may take.
    private static var triesTime: DispatchTimeInterval { .microseconds(200) }

    let log: ActionLog<State, Action, Effect>
    /// The number of the state that the log began with.
    let start: Int
    let reduce: @Sendable (inout State, Action) throws -> [Effect]
    let replay: @Sendable (inout State, UnsafePointer<Action>, Int) -> Void

    /// Whether the entries after a number are still there.
    func canGoOn(from seq: Int) -> Bool { seq - start >= log.firstIndex }

    /// Replays up to a number; the caller has checked that the entries exist.
    func advance(_ point: inout (seq: Int, state: State), to seq: Int) {
        guard point.seq < seq else { return }
        log.replay(point.seq - start..<seq - start, on: &point.state, with: replay)
        point.seq = seq
    }

    /// Replays the next entry, several times from the same state.
    ///
    /// - Parameter tries: How often at most; twice at least.
    /// - Returns: Two unequal resulting states, if any.
    func tryNext(_ point: inout (seq: Int, state: State), tries: Int = Self.tries) -> (first: State, other: State)? {
        let index = point.seq - start
        var result: (first: State, other: State)?
        log.forEachEntry(in: index..<index + 1) { index, _, action in
            guard let action else {
                if let put = log.restoredState(at: index) { point.state = put }
                return
            }
            let before = point.state
            _ = try? reduce(&point.state, action.pointee)
            let deadline = DispatchTime.now() + Self.triesTime
            for number in 1..<max(2, tries) where number < 3 || DispatchTime.now() < deadline {
                var other = before
                _ = try? reduce(&other, action.pointee)
                if !StateComparison.areEqual(point.state, other) {
                    result = (point.state, other)
                    return
                }
            }
        }
        point.seq += 1
        return result
    }

    /// The divergence of an entry that gives two results.
    func divergence(
        _ results: (first: State, other: State), after before: (seq: Int, state: State), lastEqualSeq: Int
    ) -> Divergence {
        let changes = StateComparison.differences(from: results.first, to: results.other)
        var kind = Divergence.Kind.impureReducer
        if let arrays = Reordering.arrays(from: results.first, to: results.other, changes) {
            var placements: Set<Int> = []
            let orders = (0..<Self.orders).map { _ in
                var point = before
                advance(&point, to: before.seq + 1)
                placements.insert(Self.placement())
                return Reordering.forms(of: point.state, at: arrays)
            }
            let elements = orders[0].map { form in if case .array(let elements)? = form { elements.count } else { 0 } }
            let few = max(placements.count * 5 / 4, Self.fewOrders(ofSoMany: elements.max() ?? 0))
            if Set(orders).count <= few { kind = .unorderedEncoding }
        }
        let seq = before.seq + 1
        return Divergence(
            seq: seq, path: changes.first?.path, kind: kind, comparedAt: seq,
            lastEqualSeq: max(0, min(lastEqualSeq, seq - 1)),
            changes: Array(changes.prefix(16)))
    }

    /// The maximum number of different orders that indicates a set: a shuffle has more, given enough elements.
    ///
    /// The order of a set depends on where its memory is. That repeats as soon as the last try is released, or is one
    /// of a few places if other threads allocate and free memory meanwhile. A shuffle differs each time: of *p* orders
    /// it shows *p* · (1 − *e*^(−*n*/*p*)) in *n* tries, and up to half as many counts as few. Some allocators (of
    /// AddressSanitizer, of hardened programs) do not reuse memory for long: see `placement()`.
    private static func fewOrders(ofSoMany elements: Int) -> Int {
        // Beyond this there are so many orders that each one is new.
        let possible = (1...max(1, min(elements, 10))).reduce(1.0) { $0 * Double($1) }
        return max(4, Int(possible * (1 - exp(-Double(orders) / possible)) / 2))
    }

    /// The memory place of a set made now, shown by its order: in other places, this many elements have other orders.
    ///
    /// Sets made between the tries show in how many orders a set appears here and now: about as many can be those of a
    /// set.
    @inline(never)
    private static func placement() -> Int {
        var hasher = Hasher()
        for element in Set(0..<20) { hasher.combine(element) }
        return hasher.finalize()
    }
}
