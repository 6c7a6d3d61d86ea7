internal import StrobeTree

/// The edits of a branch sorted by place, after a check that they are consistent.
struct BranchSorting<Action: Sendable> {
    /// Entries that are not in their own place.
    struct Gap {
        var seqs: ClosedRange<Int>
        /// What replaces the single entry.
        var replacement: Action?
    }

    let edits: [BranchEdit<Action>]
    let range: Range<Int>
    /// What is removed or replaced, in order and without overlap.
    private(set) var gaps: [Gap] = []
    /// What is inserted before an entry.
    private(set) var placed: [Int: [BranchPlan<Action>.Step]] = [:]
    private var replaced: [Int: Action] = [:]
    private var moved: Set<Int> = []
    private var skipped: [ClosedRange<Int>] = []

    init(edits: [BranchEdit<Action>], range: Range<Int>) {
        self.edits = edits
        self.range = range
    }

    mutating func sort() throws(HistoryError) {
        for edit in edits { try takeOut(edit) }
        skipped = Self.merged(skipped)
        for seq in moved.union(replaced.keys) where isSkipped(seq) {
            throw .invalidEdit("Entry \(seq) is both skipped and replaced or moved. Remove one of these edits.")
        }
        for edit in edits { place(edit) }
        gaps =
            (skipped.map { Gap(seqs: $0) } + moved.map { Gap(seqs: $0...$0) }
            + replaced.filter { !moved.contains($0.key) }.map { Gap(seqs: $0.key...$0.key, replacement: $0.value) })
            .sorted { $0.seqs.lowerBound < $1.seqs.lowerBound }
    }

    private mutating func takeOut(_ edit: BranchEdit<Action>) throws(HistoryError) {
        guard range.lowerBound <= edit.seqs.lowerBound, edit.lastEntry < range.upperBound else {
            let end = range.isEmpty ? "no entry" : "entries \(range.lowerBound) to \(range.upperBound - 1)"
            throw .invalidEdit("An edit names \(Self.text(edit.seqs)), but the branch replays \(end).")
        }
        switch edit {
        case .skip(let seqs): skipped.append(seqs)
        case .replace(let seq, let action):
            guard replaced.updateValue(action, forKey: seq) == nil else {
                throw .invalidEdit("Entry \(seq) is replaced twice. Remove one of these edits.")
            }
        case .move(let seq, _):
            guard moved.insert(seq).inserted else {
                throw .invalidEdit("Entry \(seq) is moved twice. Remove one of these edits.")
            }
        case .insert: break
        }
    }

    private mutating func place(_ edit: BranchEdit<Action>) {
        switch edit {
        case .insert(let action, let before): placed[before, default: []].append(.inserted(action))
        case .move(let seq, let before):
            placed[before, default: []].append(replaced[seq].map { .replaced(seq, $0) } ?? .moved(seq))
        case .skip, .replace: break
        }
    }

    private func isSkipped(_ seq: Int) -> Bool {
        let index = skipped.partitioningIndex { $0.upperBound >= seq }
        return index < skipped.count && skipped[index].contains(seq)
    }

    /// Sorted ranges, with adjacent ones merged.
    private static func merged(_ ranges: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
        var merged: [ClosedRange<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    private static func text(_ seqs: ClosedRange<Int>) -> String {
        seqs.lowerBound == seqs.upperBound ? "\(seqs.lowerBound)" : "\(seqs.lowerBound)...\(seqs.upperBound)"
    }
}
