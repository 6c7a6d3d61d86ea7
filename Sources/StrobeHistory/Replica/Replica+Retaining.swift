internal import StrobeReflection

extension Replica {
    /// Measures the states that were retained since, and computes what they changed while they are available.
    ///
    /// - Returns: Whether all of them were examined.
    func followRetained(_ slice: TimeSlice) -> Bool {
        let retained = source.retained
        guard let first = retained.firstSeq, let last = retained.lastSeq else {
            retainedWeights = RetainedWeights()
            return true
        }
        if retainedWeights.lastSeq < first {
            guard let state = retained[first] else { return false }
            retainedWeights = RetainedWeights(seq: first, bytes: footprint.bytes(of: state))
        }
        while retainedWeights.lastSeq < last, !slice.isOver {
            let seq = retainedWeights.lastSeq + 1
            guard let pair = retained.states(seq - 1...seq) else { break }
            retainedWeights.add(footprint.bytes(of: pair[1], beyond: pair[0]))
            if seq > base, entryChanges[seq] == nil,
                let changes = try? StateComparison.changes(from: pair[0], to: pair[1], source.mode.redaction).get()
            {
                entryChanges.keep(changes, seq: seq, footprint)
            }
        }
        guard retainedWeights.full <= budget else {
            keepPresentOnly()
            return true
        }
        let kept = retainedWeights.seqToKeepFrom(first: first, bytes: source.options.budgetBytes / 2)
        if kept > first { retained.drop(before: kept) }
        retainedWeights.drop(before: kept)
        return retainedWeights.lastSeq >= last
    }

    /// Retains no states any more: each would cost the program a copy of what it changes next, and none fits.
    func keepPresentOnly() {
        keepsPresentOnly = true
        let setRetaining = source.setRetaining
        source.live.betweenTransitions { setRetaining(false) }
        source.retained.clear()
        retainedWeights = RetainedWeights()
    }
}

/// What the retained states of a store hold.
struct RetainedWeights {
    /// The number of the last state that was weighed.
    private(set) var lastSeq = -1
    /// What each holds beyond the one before it, the last one at the end; the first one in full.
    private var weights: [Int] = []
    /// What one state holds, as the first one did that was weighed.
    private(set) var full = 0

    init() {}

    init(seq: Int, bytes: Int) {
        lastSeq = seq
        weights = [bytes]
        full = bytes
    }

    mutating func add(_ bytes: Int) {
        lastSeq += 1
        weights.append(bytes)
    }

    /// What all of them hold.
    var bytes: Int { weights.isEmpty ? 0 : full + weights.dropFirst().reduce(0, +) }

    /// The first of the last states that hold no more than so much together, two at least.
    func seqToKeepFrom(first: Int, bytes: Int) -> Int {
        var sum = full
        var seq = lastSeq
        for weight in weights.dropFirst().reversed() where seq > first {
            sum += weight
            if sum > bytes, seq < lastSeq { break }
            seq -= 1
        }
        return seq
    }

    mutating func drop(before seq: Int) {
        let count = min(max(0, weights.count - (lastSeq - seq + 1)), max(0, weights.count - 1))
        weights.removeFirst(count)
    }
}
