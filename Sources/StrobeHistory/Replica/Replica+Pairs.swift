internal import StrobeReflection
internal import StrobeTree

extension Replica {
    /// How many entries are replayed between two looks at the clock.
    private static var stride: Int { 64 }

    /// Takes a pair to an entry, as far as the slice allows.
    ///
    /// - Parameter seq: The number of the state after; the caller has checked that it is there.
    /// - Returns: Whether it is there.
    func move(_ pair: inout StatePair<State>, to seq: Int, _ slice: TimeSlice) throws(HistoryError) -> Bool {
        guard let reduce, seq >= checkpoints.first.seq else { return try look(&pair, at: seq) }
        let wantsBefore = pair.mode != .unused && seq > checkpoints.first.seq
        let stop = wantsBefore ? seq - 1 : seq
        if pair.after?.seq != seq {
            if let known = pair.after, known.seq <= stop, known.seq >= checkpoints.first.seq {
                // No single step needs to be continued from.
                if stop > known.seq + 1 || recorded == nil {
                    let near = start(for: stop)
                    if near.seq > known.seq { (pair.after, pair.before) = (near, nil) }
                }
            } else {
                (pair.after, pair.before) = (start(for: stop), nil)
            }
            guard var after = pair.after else { return false }
            // A value that is held twice would be copied by the reducer.
            pair.after = nil
            defer { pair.after = after }
            while after.seq < stop {
                advance(&after, to: min(stop, self.stop(after: after.seq, stride: Self.stride)), reduce)
                if slice.isOver, after.seq < stop { return false }
            }
            if wantsBefore {
                step(&pair, to: stop, after, reduce)
                advance(&after, to: seq, reduce)
            }
        }
        return true
    }

    /// Takes the state before to a number that the state after has at present.
    private func step(
        _ pair: inout StatePair<State>, to seq: Int, _ present: Point,
        _ reduce: (inout State, Action) throws -> [Effect]
    ) {
        guard pair.mode == .replayedTwice, var before = pair.before, before.seq <= seq, seq - before.seq <= Self.stride
        else {
            pair.before = present
            return
        }
        pair.before = nil
        advance(&before, to: seq, reduce)
        pair.before = before
    }

    /// The nearest state that a replay can start from.
    func start(for seq: Int) -> Point {
        var best = visited.nearest(to: seq, orElse: checkpoints.nearest(to: seq))
        if tip.seq <= seq, tip.seq > best.seq { best = tip }
        leap(&best, to: seq)
        return best
    }

    /// The same for states that are retained.
    private func look(_ pair: inout StatePair<State>, at seq: Int) throws(HistoryError) -> Bool {
        pair.after = try state(at: seq)
        pair.before = pair.mode == .unused || seq <= firstSeq ? nil : try? state(at: seq - 1)
        return true
    }

    /// The cheapest way to the state before an entry, for questions about some paths.
    func before(for paths: [Path], at point: Point) -> StatePair<State>.Before {
        let root = Node(point.state)
        let limits = TreeLimits(maxDepth: 16, maxNodes: 256, maxBytes: 8_192)
        let areSmall = paths.allSatisfy { path in
            guard let node = try? root.descendant(at: path) else { return true }
            return (try? node.value(limits: limits)) != nil
        }
        return areSmall ? .replayedTwice : .kept
    }
}
