/// What turns one list into another.
package struct ListDelta {
    package enum Step {
        /// Takes the element at `at` out, which was at `old` in the old list.
        case remove(at: Int, old: Int)
        /// Puts the new list's element `new` in at `at`.
        case add(at: Int, new: Int)
        /// Takes the element at `from` out and puts it in at `to`.
        case move(from: Int, to: Int)
    }

    /// Structural steps, each on the list that the former ones left.
    package var steps: [Step] = []
    /// Elements that are one element before and after, and may have changed inside.
    package var pairs: [(old: Int, new: Int)] = []
    /// Some of the elements that `==` calls equal though their bits differ.
    package var doubtful: [(old: Int, new: Int)] = []

    /// Two equal lists.
    package init() {}

    /// Two lists of one length whose elements stay where they are.
    init(pairs count: Int) {
        pairs = (0..<count).map { ($0, $0) }
    }

    package var cost: Int { steps.count + pairs.count }
}

/// Aligns two lists: by ids where there are unique ones, else by common ends and Myers.
///
/// Source: Eugene W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986.
package struct ListAlignment {
    package let oldCount: Int
    package let newCount: Int
    /// Always false once the work has to end, so that the search ends, too.
    package let same: (Int, Int) -> Bool
    private let meter: WorkMeter?
    package var ids: (old: (Int) -> AnyHashable, new: (Int) -> AnyHashable)?

    package let commonPrefix: Int
    package let commonSuffix: Int

    /// More insertions and removals than this are not looked for.
    private static let maxEdits = 256

    /// - Parameters:
    ///   - sameBlock: Whether so many elements, from a place in each list on, are known to be the same.
    ///   - meter: Counts the steps; the result counts only if its limit is not exceeded.
    package init(
        oldCount: Int, newCount: Int, sameBlock: (count: Int, isKnown: (Int, Int) -> Bool)? = nil,
        meter: WorkMeter? = nil, same areSame: @escaping (Int, Int) -> Bool
    ) {
        let same = meter.map { meter in { (i: Int, j: Int) in meter.spend(1) && areSame(i, j) } } ?? areSame
        self.oldCount = oldCount
        self.newCount = newCount
        self.meter = meter
        self.same = same
        let shorter = min(oldCount, newCount)
        var prefix = 0
        if let (count, isKnown) = sameBlock {
            while prefix + count <= shorter, isKnown(prefix, prefix) { prefix += count }
        }
        while prefix < shorter, same(prefix, prefix) { prefix += 1 }
        var suffix = 0
        if let (count, isKnown) = sameBlock {
            while prefix + suffix + count <= shorter, isKnown(oldCount - suffix - count, newCount - suffix - count) {
                suffix += count
            }
        }
        while suffix < shorter - prefix, same(oldCount - 1 - suffix, newCount - 1 - suffix) { suffix += 1 }
        commonPrefix = prefix
        commonSuffix = suffix
    }

    package func delta() -> ListDelta {
        if meter?.isOver ?? false { return ListDelta() }
        let old = commonPrefix..<oldCount - commonSuffix
        let new = commonPrefix..<newCount - commonSuffix
        if old.isEmpty || new.isEmpty { return fill([(old, new)]) }
        if let ids,
            let keyed = KeyedAlignment(
                old: old.lazy.map(ids.old), new: new.lazy.map(ids.new), meter)
        {
            var delta = keyed.delta(offset: commonPrefix)
            delta.pairs.removeAll { same($0.old, $0.new) }
            return delta
        }
        let gaps = gaps(old, new) ?? [(old, new)]
        return meter?.isOver ?? false ? ListDelta() : fill(gaps)
    }

    /// Elements in the same gap are taken for one another as far as they go; the rest is removed or added.
    private func fill(_ gaps: [(old: Range<Int>, new: Range<Int>)]) -> ListDelta {
        var delta = ListDelta()
        var added: [ListDelta.Step] = []
        var removed: [ListDelta.Step] = []
        for (old, new) in gaps {
            let common = min(old.count, new.count)
            for offset in 0..<common { delta.pairs.append((old.lowerBound + offset, new.lowerBound + offset)) }
            for index in old.dropFirst(common) { removed.append(.remove(at: index, old: index)) }
            for index in new.dropFirst(common) { added.append(.add(at: index, new: index)) }
        }
        delta.steps = removed.reversed() + added
        return delta
    }

    /// What lies between the elements that both lists have; `nil` if that costs too much.
    private func gaps(_ old: Range<Int>, _ new: Range<Int>) -> [(old: Range<Int>, new: Range<Int>)]? {
        guard let matches = matches(old, new) else { return nil }
        var gaps: [(old: Range<Int>, new: Range<Int>)] = []
        var x = old.lowerBound
        var y = new.lowerBound
        for match in matches {
            if match.old > x || match.new > y { gaps.append((x..<match.old, y..<match.new)) }
            x = match.old + 1
            y = match.new + 1
        }
        if x < old.upperBound || y < new.upperBound { gaps.append((x..<old.upperBound, y..<new.upperBound)) }
        return gaps
    }

    private func matches(_ old: Range<Int>, _ new: Range<Int>) -> [(old: Int, new: Int)]? {
        let n = old.count
        let m = new.count
        guard abs(n - m) <= Self.maxEdits else { return nil }
        var budget = 20 * (n + m) + 10_000
        let limit = min(n + m, Self.maxEdits)
        var furthest = [Int](repeating: 0, count: 2 * limit + 3)
        let center = limit + 1
        var trace: [[Int]] = []
        for edits in 0...limit {
            trace.append(Array(furthest[(center - edits)...(center + edits)]))
            for diagonal in stride(from: -edits, through: edits, by: 2) {
                let down =
                    diagonal == -edits
                    || (diagonal != edits && furthest[center + diagonal - 1] < furthest[center + diagonal + 1])
                var x = down ? furthest[center + diagonal + 1] : furthest[center + diagonal - 1] + 1
                while x < n, x - diagonal < m, same(old.lowerBound + x, new.lowerBound + x - diagonal) {
                    x += 1
                    budget -= 1
                }
                budget -= 1
                furthest[center + diagonal] = x
                if x >= n, x - diagonal >= m { return walk(trace, n, m, old.lowerBound, new.lowerBound) }
            }
            if budget < 0 { return nil }
        }
        return nil
    }

    /// Follows the furthest points back to the start and collects the diagonal steps.
    private func walk(_ trace: [[Int]], _ n: Int, _ m: Int, _ oldBase: Int, _ newBase: Int) -> [(old: Int, new: Int)] {
        var x = n
        var y = m
        var matches: [(old: Int, new: Int)] = []
        for edits in stride(from: trace.count - 1, to: 0, by: -1) {
            let furthest = trace[edits]
            let diagonal = x - y
            let down =
                diagonal == -edits
                || (diagonal != edits && furthest[edits + diagonal - 1] < furthest[edits + diagonal + 1])
            let previous = down ? diagonal + 1 : diagonal - 1
            let fromX = furthest[edits + previous]
            let fromY = fromX - previous
            let startX = down ? fromX : fromX + 1
            while x > startX {
                x -= 1
                y -= 1
                matches.append((oldBase + x, newBase + y))
            }
            x = fromX
            y = fromY
        }
        while x > 0 {
            x -= 1
            y -= 1
            matches.append((oldBase + x, newBase + y))
        }
        return matches.reversed()
    }
}
