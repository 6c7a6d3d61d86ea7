internal import StrobeReflection

extension Replica {
    /// Measures the states that were retained since, and computes what they changed while they are available.
    ///
    /// - Returns: Whether all of them were examined.
    func followRetained(_ slice: TimeSlice) -> Bool {
        let retained = source.retained
        guard let first = retained.firstSeq, let last = retained.lastSeq else {
            retainedSizes = RetainedSizes()
            return true
        }
        if retainedSizes.lastSeq < first {
            guard let state = retained[first] else { return false }
            retainedSizes = RetainedSizes(seq: first, bytes: footprint.bytes(of: state))
        }
        while retainedSizes.lastSeq < last, !slice.isOver {
            let seq = retainedSizes.lastSeq + 1
            guard let pair = retained.states(seq - 1...seq) else { break }
            retainedSizes.add(footprint.bytes(of: pair[1], beyond: pair[0]))
            if seq > base, entryChanges[seq] == nil,
                let changes = try? StateComparison.changes(from: pair[0], to: pair[1], source.mode.redaction)
            {
                entryChanges.keep(changes, seq: seq, footprint)
            }
        }
        guard retainedSizes.full <= budget else {
            keepPresentOnly()
            return true
        }
        let kept = retainedSizes.seqToKeepFrom(first: first, bytes: source.options.budgetBytes / 2)
        if kept > first { retained.drop(before: kept) }
        retainedSizes.drop(before: kept)
        return retainedSizes.lastSeq >= last
    }

    /// Stops retaining states: each would cost the program a copy of what it changes next, and none fits.
    func keepPresentOnly() {
        keepsPresentOnly = true
        let setRetaining = source.setRetaining
        source.live.betweenTransitions { setRetaining(false) }
        source.retained.clear()
        retainedSizes = RetainedSizes()
    }
}

/// What the retained states of a store hold.
struct RetainedSizes {
    /// The number of the last state that was measured.
    private(set) var lastSeq = -1
    /// What each holds beyond the one before it, the last one at the end; the first one in full.
    private var sizes: [Int] = []
    /// What one state holds, as the first one did that was measured.
    private(set) var full = 0

    init() {}

    init(seq: Int, bytes: Int) {
        lastSeq = seq
        sizes = [bytes]
        full = bytes
    }

    mutating func add(_ bytes: Int) {
        lastSeq += 1
        sizes.append(bytes)
    }

    /// What all of them hold.
    var bytes: Int { sizes.isEmpty ? 0 : full + sizes.dropFirst().reduce(0, +) }

    /// The first of the last states that hold no more than so much together, two at least.
    func seqToKeepFrom(first: Int, bytes: Int) -> Int {
        var sum = full
        var seq = lastSeq
        for size in sizes.dropFirst().reversed() where seq > first {
            sum += size
            if sum > bytes, seq < lastSeq { break }
            seq -= 1
        }
        return seq
    }

    mutating func drop(before seq: Int) {
        let count = min(max(0, sizes.count - (lastSeq - seq + 1)), max(0, sizes.count - 1))
        sizes.removeFirst(count)
    }
}
