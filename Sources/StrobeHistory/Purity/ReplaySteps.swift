internal import StrobeTree
internal import Dispatch
internal import Foundation
internal import Strobe

/// Replays single entries of a log, again and again where it matters whether they always do the same.
///
/// Belongs to the debug thread.
struct ReplaySteps<State: Sendable, Action: Sendable, Effect: Sendable> {
    /// How often an action is tried on one state, where that is cheap.
    private static var tries: Int { 16 }
    /// How many orders are looked at to tell a set from a shuffle.
    private static var orders: Int { 32 }
    /// How long the tries of one action may take.
    private static var triesTime: DispatchTimeInterval { .microseconds(200) }

    let log: ActionLog<State, Action, Effect>
    /// The number of the state that the log began with.
    let start: Int
    let reduce: @Sendable (inout State, Action) -> [Effect]
    let replay: @Sendable (inout State, UnsafePointer<Action>, Int) -> Void

    /// Whether the entries after a number are still there.
    func canGoOn(from seq: Int) -> Bool { seq - start >= log.firstIndex }

    /// Replays up to a number; the caller has seen to it that the entries are there.
    func advance(_ point: inout (seq: Int, state: State), to seq: Int) {
        guard point.seq < seq else { return }
        log.replay(point.seq - start..<seq - start, on: &point.state, with: replay)
        point.seq = seq
    }

    /// Replays the next entry, several times from the same state; one that was rejected must leave it as it is.
    ///
    /// - Parameter tries: How often at most; twice at least.
    /// - Returns: Two states that came of it, where they are not equal.
    func tryNext(_ point: inout (seq: Int, state: State), tries: Int = Self.tries) -> (first: State, other: State)? {
        let index = point.seq - start
        var result: (first: State, other: State)?
        log.forEachEntry(in: index..<index + 1) { index, stamp, action in
            guard let action else {
                if let put = log.restoredState(at: index) { point.state = put }
                return
            }
            let before = point.state
            _ = reduce(&point.state, action.pointee)
            if stamp.isRejected {
                // The live action never reached the reducer.
                if !StateComparison.areEqual(before, point.state) { result = (point.state, before) }
                return
            }
            let deadline = DispatchTime.now() + Self.triesTime
            for number in 1..<max(2, tries) where number < 3 || DispatchTime.now() < deadline {
                var other = before
                _ = reduce(&other, action.pointee)
                if !StateComparison.areEqual(point.state, other) {
                    result = (point.state, other)
                    return
                }
            }
        }
        point.seq += 1
        return result
    }

    /// What to say of an entry that gives two results.
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

    /// How many different orders at most are those of a set: a shuffle has more, where there are enough of them.
    ///
    /// The order of a set follows from where its memory is. That is the same again as soon as the last try is let go of, or
    /// one of some places where other threads take and give back memory meanwhile. A shuffle is another one each time: of *p*
    /// orders it shows *p* · (1 − *e*^(−*n*/*p*)) in *n* tries, and half as many are few. Some allocators (of
    /// AddressSanitizer, of hardened programs) do not give memory out again for long: see `placement()`.
    private static func fewOrders(ofSoMany elements: Int) -> Int {
        // From here on there are so many orders that each one is new.
        let possible = (1...max(1, min(elements, 10))).reduce(1.0) { $0 * Double($1) }
        return max(4, Int(possible * (1 - exp(-Double(orders) / possible)) / 2))
    }

    /// Where a set made now would be, told by its order: other places are other orders of so many elements.
    ///
    /// Those made beside the tries show in how many orders a set comes here and now: about as many can be those of a set.
    @inline(never)
    private static func placement() -> Int {
        var hasher = Hasher()
        for element in Set(0..<20) { hasher.combine(element) }
        return hasher.finalize()
    }
}
