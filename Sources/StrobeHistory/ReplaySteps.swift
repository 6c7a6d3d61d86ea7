internal import Dispatch
internal import Strobe
internal import StrobeTree

/// Replays single entries of a log, again and again where it matters whether they always do the same.
///
/// Belongs to the debug thread.
struct ReplaySteps<State: Sendable, Action: Sendable, Effect: Sendable> {
    /// How often an action is tried on one state, where that is cheap.
    private static var tries: Int { 16 }
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
                if !StateDiff.areEqual(before, point.state) { result = (point.state, before) }
                return
            }
            let deadline = DispatchTime.now() + Self.triesTime
            for number in 1..<max(2, tries) where number < 3 || DispatchTime.now() < deadline {
                var other = before
                _ = reduce(&other, action.pointee)
                if !StateDiff.areEqual(point.state, other) {
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
        let changes = StateDiff.differences(from: results.first, to: results.other)
        var kind = Divergence.Kind.impureReducer
        if let arrays = Reordering.arrays(from: results.first, to: results.other, changes) {
            // The order of a set follows from where its memory is, which is mostly the same as soon as the last try is let go
            // of. A shuffle is another one each time.
            let orders = (0..<12).map { _ in
                var point = before
                advance(&point, to: before.seq + 1)
                return Reordering.forms(of: point.state, at: arrays)
            }
            if Set(orders).count <= 4 { kind = .unorderedEncoding }
        }
        let seq = before.seq + 1
        return Divergence(
            seq: seq, path: changes.first?.path, kind: kind, comparedAt: seq,
            lastEqualSeq: max(0, min(lastEqualSeq, seq - 1)),
            changes: Array(changes.prefix(16)))
    }
}
