internal import StrobeTree

/// The entries of a branch: its edits applied to a range of the log.
///
/// The cost depends on the number of edits, not on the length of the range.
struct BranchPlan<Action: Sendable>: Sendable {
    /// Some entries in a row.
    enum Step: Sendable {
        /// Entries of the log in their own places.
        case live(ClosedRange<Int>)
        /// An entry of the log in another place.
        case moved(Int)
        /// Another action for an entry of the log.
        case replaced(Int, Action)
        /// An inserted action.
        case inserted(Action)

        var count: Int { if case .live(let seqs) = self { seqs.count } else { 1 } }
    }

    /// The number of the log that the branch leaves it at.
    let base: Int
    private(set) var steps: [Step] = []
    /// The number in the branch of the first entry of each step.
    private(set) var starts: [Int] = []
    /// The number of the last entry.
    private(set) var seq: Int

    /// Applies edits to a range.
    ///
    /// - Parameter range: The entries of the log, the end not included.
    /// - Throws: `invalidEdit` if edits contradict each other or leave the range.
    init(_ edits: [BranchEdit<Action>], over range: Range<Int>) throws(HistoryError) {
        base = range.lowerBound - 1
        seq = base
        var sorting = BranchSorting(edits: edits, range: range)
        try sorting.sort()
        var next = range.lowerBound
        var gaps = sorting.gaps[...]
        for (place, placed) in sorting.placed.sorted(by: { $0.key < $1.key }) {
            add(from: &next, to: place, around: &gaps)
            for step in placed { add(step) }
        }
        add(from: &next, to: range.upperBound, around: &gaps)
    }

    /// Adds the entries of the log up to a number, without removed or replaced ones.
    private mutating func add(
        from next: inout Int, to end: Int, around gaps: inout ArraySlice<BranchSorting<Action>.Gap>
    ) {
        while next < end {
            guard let gap = gaps.first, gap.seqs.lowerBound < end else {
                add(.live(next...end - 1))
                next = end
                return
            }
            if next < gap.seqs.lowerBound { add(.live(next...gap.seqs.lowerBound - 1)) }
            if let action = gap.replacement { add(.replaced(gap.seqs.lowerBound, action)) }
            next = min(gap.seqs.upperBound + 1, end)
            if next > gap.seqs.upperBound { gaps.removeFirst() }
        }
    }

    private mutating func add(_ step: Step) {
        starts.append(seq + 1)
        steps.append(step)
        seq += step.count
    }

    // MARK: Looking up

    /// The step that an entry belongs to; which must exist.
    func stepIndex(of seq: Int) -> Int {
        max(starts.partitioningIndex { $0 > seq } - 1, 0)
    }

    /// The number in the branch of an entry of the log; `nil` if the branch does not have it.
    ///
    /// - Complexity: O(*n*) in the number of steps.
    func seq(ofLive live: Int) -> Int? {
        if live <= base { return live }
        for (index, step) in steps.enumerated() {
            switch step {
            case .live(let seqs) where seqs.contains(live): return starts[index] + live - seqs.lowerBound
            case .moved(live), .replaced(live, _): return starts[index]
            default: continue
            }
        }
        return nil
    }

    /// Whether an entry's action is the branch's own rather than the log's.
    func isOwn(_ seq: Int) -> Bool {
        switch steps[stepIndex(of: seq)] {
        case .live, .moved: false
        case .replaced, .inserted: true
        }
    }

    /// Whether an edit precedes an entry, so that its state may differ from the log's.
    func deviates(before seq: Int) -> Bool {
        guard case .live(let seqs)? = steps.first, seqs.lowerBound == base + 1 else { return true }
        return seq > base + seqs.count
    }
}
