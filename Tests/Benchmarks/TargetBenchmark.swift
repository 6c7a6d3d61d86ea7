import StrobeServer
import Synchronization

/// Measures what a store of another library pays for each action that it reports.
struct TargetBenchmark {
    var measure: Measure
    var turns: Int

    /// The limit for a report, or an admission, while no server follows the store.
    private static let limit = 100.0

    /// A store as others have it: a sum behind a lock.
    private final class Till: Sendable {
        let sum = Mutex(0)

        func read() -> Int { sum.withLock { $0 } }
    }

    func run() async throws {
        Measure.heading("a store of another library, per action")
        let till = Till()
        let plain = each { number in till.sum.withLock { $0 += number } }
        Measure.row("nothing reported", plain)
        let kept = DebugTarget<Int, Int>(id: "kept", state: 0, gated: true)
        let reading = DebugTarget<Int, Int>(id: "reading", reading: { till.read() }, gated: true)
        for (name, target) in [("kept", kept), ("read", reading)] {
            let cost = each { number in
                till.sum.withLock { sum in
                    sum += number
                    target.report(number, state: sum)
                }
            }
            Measure.row(
                "reported, no server, the state \(name)", cost, baseline: plain, limit: plain.median + Self.limit)
        }
        let admit: (Int) -> Void = { number in
            reading.admit(number) { number in
                till.sum.withLock { sum in
                    sum += number
                    reading.report(number, state: sum)
                }
            }
        }
        Measure.row("admitted and reported, no server", each(admit), baseline: plain, limit: plain.median + Self.limit)
        let server = DebugServer(configuration: .init(discovery: false))
        server.add(reading)
        let (near, far) = MemoryConnection.pair()
        let serving = Task { await server.serve(far) }
        while reading.report(0, state: till.read()) == nil { await Task.yield() }
        Measure.row("admitted and reported, a server follows", each(admit), baseline: plain)
        await near.close()
        await serving.value
        await server.stop()
    }

    private func each(_ apply: (Int) -> Void) -> Timing {
        measure.time(turns: turns) { for turn in 0..<turns { apply(turn) } }
    }
}
