internal import Foundation
import StrobeReflection
import StrobeTree

/// Measures the inspection of a large state: a page of it, a change in it, all of it.
struct TreeBenchmark {
    var measure: Measure
    /// The number of elements in each collection that has to be sorted.
    var elements = 1_000_000

    func run() throws {
        for items in [1_000, 10_000, 100_000] { try run(items: items) }
        Measure.heading("what has to be sorted to be shown")
        unordered()
    }

    private func run(items: Int) throws {
        Measure.heading("the tree of \(items) items", size: items)
        let state = ShopState(items: items)
        let microsecond = 1_000.0

        Measure.row("a page of 100 items", measure.time { _ = page(of: state) } / microsecond, unit: "us")

        var counted = state
        counted.count += 1
        Measure.row(
            "diff, one number changed", measure.time { check(state, counted, 1) } / microsecond, unit: "us", limit: 4)

        var toggled = state
        toggled.items[items / 2].done.toggle()
        var removed = state
        removed.items.removeFirst()
        let times = compared(with: state.items, [{ check(state, toggled, 1) }, { check(state, removed, 1) }])
            .map { $0 / microsecond }
        Measure.row("  limit: memcmp of the items", times[0], unit: "us")
        Measure.row(
            "diff, one item changed", times[1], unit: "us", baseline: times[0],
            limit: items < 10_000 ? nil : 1.5 * times[0].median)
        Measure.row("diff, the first item removed", times[2], unit: "us", baseline: times[0])

        let limits = TreeLimits(maxDepth: 64, maxNodes: 10_000_000, maxBytes: 1 << 30)
        Measure.row(
            "encode all of it",
            measure.time { _ = try? TreeEncoder(limits: limits).encode(state) } / microsecond, unit: "us")

        if items == 100_000 { redacted(state, counted, toggled, removed) }
    }

    /// Values that have to be sorted to be shown.
    private func unordered() {
        struct Tag: Hashable, Sendable {
            let name: String
            let weight: Int
        }
        let numbers = 0..<elements
        let texts = Set(numbers.map { "tag \($0)" })
        let sorted = measure.time { _ = texts.sorted() } / 1e6
        let tags = Set(numbers.map { Tag(name: "tag \($0)", weight: $0) })
        let entries = Dictionary(uniqueKeysWithValues: numbers.map { ("key \($0)", $0) })
        for (name, node) in [
            ("set of \(elements) texts", Node(texts)), ("set of \(elements) structs", Node(tags)),
            ("dictionary of \(elements)", Node(entries)),
        ] {
            for (page, start) in [("first", 0), ("middle", numbers.count / 2)] {
                let time = measure.time { _ = node.page(start: start) } / 1e6
                Measure.row("the \(page) page of a \(name)", time, unit: "ms", baseline: sorted)
                let clock = ContinuousClock()
                var (last, longest) = (clock.now, Duration.zero)
                _ = node.page(depth: 1, start: start, count: 100, maxNodes: 10_000) {
                    let now = clock.now
                    (last, longest) = (now, max(longest, last.duration(to: now)))
                }
                longest = max(longest, last.duration(to: clock.now))
                Measure.row(
                    "  longest time in which it cannot be given up", longest / .milliseconds(1), unit: "ms", limit: 100)
            }
        }
    }

    /// The same with redaction rules that match nothing here; rounds with and without rules alternate.
    private func redacted(_ state: ShopState, _ counted: ShopState, _ toggled: ShopState, _ removed: ShopState) {
        Measure.heading("the same with the standard rules of redaction, none of which applies")
        let microsecond = 1_000.0
        for (name, turns, new) in [
            ("one number changed", 1_000, counted), ("one item changed", 10, toggled),
            ("the first item removed", 1, removed),
        ] {
            compare("diff, \(name)", turns: turns) { redaction in
                _ = Differ(redaction: redaction).changes(from: state, to: new)
            }
        }
        compare("encode all of it", turns: 1) { _ = try? TreeEncoder(redaction: $0).encode(state) }
        compare("a page of 100 items", turns: 1) { redaction in
            _ = try? Node(state, redaction: redaction).descendant(at: Path(["items"])).page(start: 50_000, count: 100)
        }

        func compare(_ label: String, turns: Int, _ body: (Redaction) -> Void) {
            let (standard, none) = measure.times(turns: turns) {
                for _ in 0..<turns { body(.standard) }
            } and: {
                for _ in 0..<turns { body(.none) }
            }
            Measure.row(label, standard / microsecond, unit: "us", baseline: none / microsecond)
        }
    }

    /// The times of comparing the memory of the items with a copy of it, and of other tasks, by turns.
    private func compared(with items: [ShopState.Item], _ others: [() -> Void]) -> [Timing] {
        items.withUnsafeBytes { items in
            let copies = (Array(items), Array(items))
            return copies.0.withUnsafeBytes { a in
                copies.1.withUnsafeBytes { b in
                    let compare = {
                        guard let x = a.baseAddress, let y = b.baseAddress else { return }
                        precondition(memcmp(x, y, a.count) == 0)
                    }
                    return measure.times([compare] + others)
                }
            }
        }
    }

    private func page(of state: ShopState) -> TreeNode? {
        try? Node(state).descendant(at: Path(["items"])).page(start: state.items.count / 2, count: 100)
    }

    private func check(_ old: ShopState, _ new: ShopState, _ expected: Int) {
        let changes = Differ().changes(from: old, to: new)
        precondition(changes.count == expected, "\(changes.count) changes")
    }
}
