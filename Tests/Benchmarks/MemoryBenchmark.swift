import Foundation
import Strobe
import StrobeHistory
import StrobeTree

/// What a history holds after a lot of actions, and what it ever cost the program at worst.
struct MemoryBenchmark {
    var measure: Measure
    var turns: Int

    func run() async throws {
        for items in [10, 100_000] {
            for isAttached in [false, true] {
                Measure.heading(
                    "memory of the history, \(turns) actions, \(items) items, \(isAttached ? "attached" : "nobody attached")"
                )
                try await run(items: items, isAttached: isAttached)
            }
        }
        Measure.heading("weighing 100000 items")
        let state = ShopState(items: 100_000)
        var touched = state
        touched.items[5].done = true
        let footprint = Footprint()
        Measure.row("all of it", measure.median { _ = footprint.bytes(of: state) } / 1e6, unit: "ms")
        Measure.row(
            "what one item changed holds beyond it",
            measure.median { _ = footprint.bytes(of: touched, beyond: state) } / 1e6, unit: "ms")
    }

    private func run(items: Int, isAttached: Bool) async throws {
        let store = DispatchBenchmark.makeStore(items: items)
        let alone = single(store, items: items)
        let before = Self.residentBytes()
        let history = History(store: store)
        if isAttached {
            history.attach()
            _ = try await history.state()
        }
        let times = single(store, items: items)
        let memory = try await history.memory()
        let growth = Self.residentBytes() - before
        let megabyte = Double(1 << 20)
        Measure.row(
            "weighed", Double(memory.bytes) / megabyte, unit: "MiB", limit: Double(memory.budgetBytes) / megabyte)
        Measure.row("  log", Double(memory.logBytes) / megabyte, unit: "MiB")
        Measure.row(
            "  states (\(memory.checkpoints) to replay from)", Double(memory.stateBytes) / megabyte, unit: "MiB")
        Measure.row("growth of the process", Double(growth) / megabyte, unit: "MiB")
        Measure.row("first seq", Double(history.firstSeq), unit: "")
        // One copy-on-write of what an action touches for each state that the history was given, and when it begins.
        // Measured by the thread's own time: a machine that does other things, too, would drown it.
        Measure.row("worst dispatch without history", alone.worst / 1e6, unit: "ms")
        Measure.row("worst dispatch", times.worst / 1e6, unit: "ms")
        Measure.row("dispatches that took 1 ms more", Double(times.slow(than: alone.worst + 1e6)), unit: "")
        Measure.row("p99.99", times.p9999, unit: "ns", baseline: alone.p9999)
        if isAttached { history.detach() }
    }

    private struct Times {
        var worst = 0.0
        var p9999 = 0.0
        private var sorted: [UInt64] = []

        init(_ nanos: [UInt64]) {
            sorted = nanos.sorted()
            worst = Double(sorted.last ?? 0)
            p9999 = Double(sorted[sorted.count - 1 - sorted.count / 10_000])
        }

        func slow(than limit: Double) -> Int { sorted.reversed().prefix { Double($0) > limit }.count }
    }

    /// The time of each dispatch.
    private func single(_ store: Store<ShopState, ShopAction, Never>, items: Int) -> Times {
        var nanos = [UInt64](repeating: 0, count: turns)
        var last = Self.threadNanos()
        for turn in 0..<turns {
            store.dispatch(shopAction(turn, items: items))
            let now = Self.threadNanos()
            nanos[turn] = now - last
            last = now
        }
        return Times(nanos)
    }

    private static func threadNanos() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// What the system has given the process; 0 where it does not tell.
    private static func residentBytes() -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4_096 : 0
    }
}
