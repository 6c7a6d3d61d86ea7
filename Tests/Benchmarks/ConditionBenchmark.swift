import StrobeReflection
import StrobeTree

/// Measures the evaluation of a condition on a state, which a breakpoint does at every action.
struct ConditionBenchmark {
    var measure: Measure
    var turns: Int

    private static let conditions = [
        ("a number near the root", ".count > 1000000000"),
        ("an element by its index", ".items[0].done == null"),
        ("an element by its id", ".items[id=5].id < 0"),
        ("how many elements there are", "count(.items) < 0"),
        ("two of them", ".count < 0 || .items[id=7].title == \"x\""),
        ("what an action changed", "changed(.items[3].title)"),
        ("a text by a pattern", ".title like \"*z*\""),
    ]

    func run() throws {
        for items in [10, 1_000, 100_000] {
            Measure.heading("conditions on a state of \(items) items", size: items)
            let state = ShopState(items: items)
            for (label, text) in Self.conditions {
                let condition = PreparedCondition<ShopState>(try Condition(parsing: text))
                var hits = 0
                let time = withUnsafePointer(to: state) { place in
                    measure.time(turns: turns / 20) {
                        for _ in 0..<turns / 20 where condition.evaluate(after: place, before: place) { hits += 1 }
                    }
                }
                precondition(hits == 0, "\(text) held")
                Measure.row(label, time, limit: 2_000)
            }
        }
    }
}
