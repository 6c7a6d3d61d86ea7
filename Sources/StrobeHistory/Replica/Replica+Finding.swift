internal import StrobeTree
internal import StrobeReflection
internal import Strobe

extension Replica {
    /// The longest part of the log that is gone over at a time on the way back.
    static var longestPart: Int { 4_096 }
    /// The same where most entries need not be read as a whole.
    private static var longestSkim: Int { 65_536 }

    /// Continues a search until the slice is over.
    ///
    /// - Returns: What was found; `nil` for more to do.
    func find(
        _ walk: inout FindWalk<State>, _ words: ActionWords<Action>, _ slice: TimeSlice
    ) throws(HistoryError) -> Found? {
        repeat {
            if let found = try go(&walk, words, slice) { return found }
        } while !slice.isOver && !walk.isLong
        return nil
    }

    /// Does the next step.
    private func go(
        _ walk: inout FindWalk<State>, _ words: ActionWords<Action>, _ slice: TimeSlice
    ) throws(HistoryError) -> Found? {
        let range = try range(of: &walk)
        switch walk.step {
        case .begin:
            guard try isReady(&walk, at: range, slice) else { return nil }
            walk.maySkim = walk.maySkim && recorded != nil
            if walk.isMonotone {
                walk.step = .probeEnd
            } else if walk.isLast {
                beginPart(&walk, of: range)
            } else {
                walk.step = .scan(next: range.lowerBound)
            }
        case .scan(let next):
            guard next <= range.upperBound else { return found(nil, walk, range) }
            if let skimmed = skim(&walk, from: next, through: range.upperBound, slice) {
                walk.step = skimmed.hit.map { .confirm($0, part: range) } ?? .scan(next: skimmed.next)
                break
            }
            // The first states may have gone meanwhile.
            let seq = max(min(stop(at: next), range.upperBound), range.lowerBound)
            guard let holds = try holds(&walk, at: seq, words, slice) else { return nil }
            if holds || seq >= range.upperBound { return found(holds ? seq : nil, walk, range) }
            walk.step = .scan(next: seq + 1)
        case .scanBack(let part, let next, let best):
            if let skimmed = skim(&walk, from: next, through: part.upperBound, slice) {
                return goBack(&walk, part, next: skimmed.next, skimmed.hit ?? best, range)
            }
            let seq = max(min(stop(at: next), part.upperBound), range.lowerBound)
            guard seq <= part.upperBound else { return found(nil, walk, range) }
            guard let holds = try holds(&walk, at: seq, words, slice) else { return nil }
            return goBack(&walk, part, next: seq + 1, holds ? seq : best, range)
        case .confirm(let seq, let part):
            guard let holds = try holds(&walk, at: seq, words, slice) else { return nil }
            if holds { return found(seq, walk, range) }
            // The entries do not fit each other: each of them is read.
            walk.maySkim = false
            walk.step =
                walk.isLast ? .scanBack(part: part, next: part.lowerBound, best: nil) : .scan(next: seq + 1)
        case .probeEnd:
            let end = walk.isLast ? range.lowerBound : range.upperBound
            guard let holds = try holds(&walk, at: end, words, slice) else { return nil }
            guard holds else { return found(nil, walk, range) }
            walk.step = .bisect(low: range.lowerBound, high: range.upperBound)
        case .bisect(var low, var high):
            low = max(low, range.lowerBound)
            high = max(low, high)
            guard low < high else { return found(low, walk, range) }
            // It holds at the upper end, or for the last one at the lower.
            let middle = walk.isLast ? high - (high - low) / 2 : low + (high - low) / 2
            guard let holds = try holds(&walk, at: middle, words, slice) else { return nil }
            switch (walk.isLast, holds) {
            case (true, true): low = middle
            case (true, false): high = middle - 1
            case (false, true): high = middle
            case (false, false): low = middle + 1
            }
            walk.step = .bisect(low: low, high: high)
        }
        return nil
    }

    /// Goes over the last part of a range.
    private func beginPart(_ walk: inout FindWalk<State>, of range: ClosedRange<Int>) {
        let part = part(of: range, upTo: walk.maySkim ? Self.longestSkim : Self.longestPart)
        walk.nextSkim = 0
        walk.step = .scanBack(part: part, next: part.lowerBound, best: nil)
    }

    /// Goes on in a part, or from its end to the part before.
    private func goBack(
        _ walk: inout FindWalk<State>, _ part: ClosedRange<Int>, next: Int, _ best: Int?, _ range: ClosedRange<Int>
    ) -> Found? {
        if next <= part.upperBound {
            walk.step = .scanBack(part: part, next: next, best: best)
        } else if let best {
            guard walk.maySkim else { return found(best, walk, range) }
            walk.tests -= 1
            walk.step = .confirm(best, part: part)
        } else if part.lowerBound > range.lowerBound {
            beginPart(&walk, of: range.lowerBound...part.lowerBound - 1)
        } else {
            return found(nil, walk, range)
        }
        return nil
    }

    /// The states that are asked for and kept.
    private func range(of walk: inout FindWalk<State>) throws(HistoryError) -> ClosedRange<Int> {
        let (first, last) = (firstSeq, lastSeq)
        let to = walk.to ?? last
        guard to <= last else { throw .noSuchSeq(to, last: last, first: first) }
        // Before the range is judged: without `from` it begins with what is kept.
        guard first <= to else { throw .seqEvicted(to, first: first) }
        let from = max(walk.from ?? first, 0)
        guard from <= to else { throw .noSuchSeq(from, last: to, first: first) }
        // What happens from now on does not count.
        walk.to = to
        return max(from, first)...to
    }

    /// Decides how states before entries are come by, and replays up to the end once where the way back needs it.
    private func isReady(
        _ walk: inout FindWalk<State>, at range: ClosedRange<Int>, _ slice: TimeSlice
    ) throws(HistoryError) -> Bool {
        let condition = walk.test.condition.condition
        if condition.needsBefore, walk.pair.mode == .unused {
            let first = try state(at: range.lowerBound)
            walk.pair = StatePair(before(for: condition.paths, at: first))
        }
        guard walk.isLast, !walk.isMonotone, reduce != nil, recorded == nil else { return true }
        return try move(&walk.pair, to: range.upperBound, slice)
    }

    /// The last part of a range; no longer than what a replay to its end goes over anyway.
    func part(of range: ClosedRange<Int>, upTo length: Int = longestPart) -> ClosedRange<Int> {
        let end = range.upperBound
        var start = end - length + 1
        if reduce != nil, end > checkpoints.first.seq { start = max(start, checkpoints.nearest(to: end - 1).seq + 1) }
        // A gap is gone over in one step, however long it is.
        start = recorded?.gap(at: max(start, range.lowerBound))?.lowerBound ?? start
        return max(range.lowerBound, min(start, end))...end
    }

    /// Whether the condition holds for a state; `nil` if the slice was over before that was known.
    private func holds(
        _ walk: inout FindWalk<State>, at seq: Int, _ words: ActionWords<Action>, _ slice: TimeSlice
    ) throws(HistoryError) -> Bool? {
        if let holds = walk.takeVerdict(for: seq) { return holds }
        guard try move(&walk.pair, to: seq, slice) else { return nil }
        if let recorded, let after = walk.pair.after, !recorded.isKnown(after.state, at: seq) { return false }
        walk.tests += 1
        let entry =
            walk.test.condition.condition.needsFacts && seq > base
            ? source.log.entry(at: seq - source.start - 1, seq: seq) : nil
        let facts = { @Sendable in words.facts(of: entry, seq) }
        do throws(HistoryError) {
            return try walk.answer(facts(), .ofSlice)
        } catch {
            guard error.code == .cancelled else { throw error }
            walk.pending = facts
            return nil
        }
    }

    private func found(_ seq: Int?, _ walk: FindWalk<State>, _ range: ClosedRange<Int>) -> Found {
        Found(
            seq: seq, tests: walk.tests, range: range, hidesChanges: walk.test.condition.hidesChanges)
    }
}
