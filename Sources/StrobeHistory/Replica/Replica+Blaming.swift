internal import Dispatch
internal import StrobeTree

extension Replica {
    /// Continues a search for the entries that changed a path until the slice is over.
    ///
    /// - Returns: What was found; `nil` for more to do.
    func blame(_ walk: inout BlameWalk<State>, _ slice: TimeSlice) throws(HistoryError) -> Blame? {
        repeat {
            if let blame = try go(&walk, slice) { return blame }
        } while !slice.isOver && !walk.isLong
        return nil
    }

    private func go(_ walk: inout BlameWalk<State>, _ slice: TimeSlice) throws(HistoryError) -> Blame? {
        // The first state has no entry before it that could be asked.
        let first = (reduce == nil ? base : firstSeq) + 1
        switch walk.step {
        case .begin:
            let point = try state(at: walk.at)
            walk.at = point.seq
            guard point.seq >= first else { return finish(walk, from: first, next: nil) }
            guard reduce != nil else {
                walk.pair = StatePair(.kept)
                walk.step = .look(next: point.seq)
                break
            }
            walk.pair = StatePair(before(for: [walk.path], at: point))
            let part = part(of: first...point.seq)
            walk.step = .scan(part: part, next: part.lowerBound, hits: [])
        case .scan(let part, let next, var hits):
            let seq = stop(at: max(next, first))
            guard reduce != nil else {
                // The reducer is trusted no more since the slice before.
                walk.pair = StatePair(.kept)
                walk.step = .look(next: part.upperBound)
                break
            }
            guard seq <= part.upperBound else {
                walk.step = .explain(part: part, hits: hits, lines: [])
                break
            }
            guard try move(&walk.pair, to: seq, slice) else { return nil }
            guard let isChanged = walk.isChanged() else { return nil }
            if isChanged {
                if hits.count >= walk.limit - walk.lines.count { hits.removeFirst() }
                hits.append(seq)
            }
            walk.step =
                seq < part.upperBound
                ? .scan(part: part, next: seq + 1, hits: hits) : .explain(part: part, hits: hits, lines: [])
        case .explain(let part, let hits, var lines):
            if lines.count < hits.count {
                let seq = hits[lines.count]
                let changes: [Change]?
                do throws(HistoryError) { changes = try self.changes(of: seq, &walk) } catch { changes = [] }
                guard let changes else { return nil }
                lines.append(Blame.Line(seq: seq, changes: changes))
                walk.step = .explain(part: part, hits: hits, lines: lines)
                break
            }
            walk.lines += lines.reversed()
            if walk.lines.count >= walk.limit, let last = walk.lines.last {
                return finish(walk, from: last.seq, next: last.seq > first ? last.seq - 1 : nil)
            }
            guard part.lowerBound > first else { return finish(walk, from: first, next: nil) }
            guard walk.deadline > .now() else { return finish(walk, from: part.lowerBound, next: part.lowerBound - 1) }
            let before = self.part(of: first...part.lowerBound - 1)
            walk.step = .scan(part: before, next: before.lowerBound, hits: [])
        case .look(let next):
            return try look(&walk, at: next, first: first, slice)
        }
        return nil
    }

    /// Looks at one entry of a store whose states are retained.
    private func look(
        _ walk: inout BlameWalk<State>, at seq: Int, first: Int, _ slice: TimeSlice
    ) throws(HistoryError) -> Blame? {
        guard seq >= first else { return finish(walk, from: first, next: nil) }
        if (try? move(&walk.pair, to: seq, slice)) == true, walk.pair.before != nil {
            guard let isChanged = walk.isChanged() else { return nil }
            if isChanged {
                guard let changes = try changes(of: seq, &walk) else { return nil }
                walk.lines.append(Blame.Line(seq: seq, changes: changes))
            }
        } else {
            // The states are gone; what changed may have been kept.
            guard let changes = try? knownChanges(of: seq) else { return finish(walk, from: seq + 1, next: nil) }
            let there = changes.filter { $0.alters(walk.path) ?? true }
            if !there.isEmpty { walk.lines.append(Blame.Line(seq: seq, changes: there)) }
        }
        if walk.lines.count >= walk.limit || walk.deadline <= .now() {
            return finish(walk, from: seq, next: seq > first ? seq - 1 : nil)
        }
        walk.step = .look(next: seq - 1)
        return nil
    }

    /// What an entry changed at the path; `nil` if that takes longer than a slice, and nothing where it is unknown.
    private func changes(of seq: Int, _ walk: inout BlameWalk<State>) throws(HistoryError) -> [Change]? {
        guard let old = try? state(at: seq - 1), let new = try? state(at: seq) else { return [] }
        return try walk.difference.changes { (old.state, new.state) }
    }

    private func finish(_ walk: BlameWalk<State>, from: Int, next: Int?) -> Blame {
        Blame(seq: walk.at ?? lastSeq, lines: walk.lines, from: from, next: next)
    }
}
