import InMemoryTracing
import Metrics
import Strobe
import StrobeLogging
import StrobeMetrics
import StrobeTracing
import Tracing

/// Prints what a dispatch costs with log metadata, counters and spans, beside the same made by hand.
///
/// `swift run -c release costs`: the medians of eleven rounds, all rows by turns.
@main
enum Costs {
    private enum Action: Sendable { case add }
    private typealias Counting = Store<Int, Action, Never>

    private static let (rounds, turns) = (11, 20_000)

    static func main() {
        let inMemory = InMemoryTracer(), dropped = NoOpTracer()
        let rows: [(name: String, baseline: String?, body: () -> Void)] = [
            ("dispatch", nil, dispatching { _ in }),
            ("with log metadata", "dispatch", dispatching { $0.addLogMetadata(as: "counter") }),
            ("with counters, by hand", "dispatch", countingByHand()),
            ("with counters", "with counters, by hand", dispatching { StoreMetrics(of: "counter").measure($0) }),
            ("with a span that is dropped, by hand", "dispatch", spansByHand(dropped)),
            ("with a span that is dropped", "with a span that is dropped, by hand", traced(dropped)),
            ("with a span that is kept, by hand", "dispatch", spansByHand(inMemory)),
            ("with a span that is kept", "with a span that is kept, by hand", traced(inMemory)),
        ]
        var times: [String: [Double]] = [:]
        for _ in 0..<rounds {
            for row in rows {
                let time = ContinuousClock().measure(row.body)
                times[row.name, default: []].append(time / .nanoseconds(1) / Double(turns))
                inMemory.clearAll()
            }
        }
        let medians = times.mapValues { $0.sorted()[rounds / 2] }
        for row in rows {
            guard let median = medians[row.name] else { continue }
            print("\(row.name): \(tenths(median)) ns", terminator: "")
            if let name = row.baseline, let baseline = medians[name] {
                print(", x\(tenths(median / baseline)) of \(name)", terminator: "")
            }
            print()
        }
    }

    private static func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }

    private static func makeStore() -> Counting {
        Counting(initial: 0) { count, _ in
            count += 1
            return []
        }
    }

    private static func dispatching(_ prepare: (Counting) -> Void) -> () -> Void {
        let store = makeStore()
        prepare(store)
        return { for _ in 0..<turns { store.dispatch(.add) } }
    }

    private static func traced(_ tracer: any Tracer) -> () -> Void {
        let store = makeStore()
        let trace = store.trace(as: "counter", options: TracingOptions(tracer: tracer))
        return { withExtendedLifetime(trace) { for _ in 0..<turns { store.dispatch(.add) } } }
    }

    /// What `StoreMetrics` counts of a transition.
    private static func countingByHand() -> () -> Void {
        let store = makeStore()
        let actions = Counter(label: "actions", dimensions: [("store", "counter"), ("origin", "app")])
        let reductions = Timer(label: "reduction", dimensions: [("store", "counter")])
        return {
            for _ in 0..<turns {
                let start = ContinuousClock.now
                store.dispatch(.add)
                actions.increment()
                reductions.recordNanoseconds(Int64((ContinuousClock.now - start) / .nanoseconds(1)))
            }
        }
    }

    /// The span of a dispatch with the attributes that `trace(as:)` gives it, except for the source.
    private static func spansByHand(_ tracer: some Tracer) -> () -> Void {
        let store = makeStore()
        return {
            for turn in 0..<turns {
                tracer.withSpan("counter add") { span in
                    store.dispatch(.add)
                    span.updateAttributes { attributes in
                        attributes["strobe.store"] = "counter"
                        attributes["strobe.action"] = "add"
                        attributes["strobe.seq"] = turn
                        attributes["strobe.origin"] = "app"
                    }
                }
            }
        }
    }
}
