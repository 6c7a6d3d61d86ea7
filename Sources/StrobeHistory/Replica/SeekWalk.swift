internal import StrobeTree

/// A replay on its way to the state that is requested.
struct SeekWalk<State: Sendable>: Sendable {
    let position: Position
    /// The state that it has come to; `nil` before the first slice.
    fileprivate var point: (seq: Int, state: State)?
    fileprivate var isFound = false

    init(position: Position) {
        self.position = position
    }

    /// The number of a state of the log; `nil` for the current one.
    fileprivate var seq: Int? { if case .seq(let seq) = position { seq } else { nil } }
}

extension Replica {
    /// Continues to a state until the slice is over.
    ///
    /// - Returns: The state; `nil` for more to do.
    func seek(_ walk: inout SeekWalk<State>, _ slice: TimeSlice) throws(HistoryError) -> Point? {
        if case .branch(let id, let seq) = walk.position {
            return try state(inBranch: id, at: seq, &walk.point, slice)
        }
        let last = lastSeq
        let seq = walk.seq ?? last
        // The current state is followed anyway, for all requests.
        guard let reduce, seq <= last, seq >= checkpoints.first.seq, seq < tip.seq || recorded != nil else {
            if let reduce, seq > tip.seq, seq <= last, !catchUp(slice, reduce), tip.seq < seq { return nil }
            return try state(at: walk.seq)
        }
        var point = start(for: seq)
        if let own = walk.point, own.seq <= seq, own.seq > point.seq { point = own }
        walk.point = nil
        takeVisited(at: point.seq)
        // How many entries are replayed between two looks at the clock: one at first, as a reducer may be slow.
        var stride = 1
        while point.seq < seq {
            advance(&point, to: min(stop(after: point.seq, stride: stride), seq), reduce)
            stride = min(2 * stride, 64)
            if slice.isOver, point.seq < seq {
                walk.point = point
                return nil
            }
        }
        visited.visit(point)
        return try known(point)
    }

    /// The same for a state that is needed together with another one: once found, it is kept.
    func reach(_ walk: inout SeekWalk<State>, _ slice: TimeSlice) throws(HistoryError) -> Point? {
        if walk.isFound { return walk.point }
        guard let point = try seek(&walk, slice) else { return nil }
        (walk.point, walk.isFound) = (point, true)
        return point
    }
}
