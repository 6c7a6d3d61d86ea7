import Foundation
import Strobe
import StrobeHistory
import StrobeReflection
import StrobeTree

/// Measures the memory of a history after a large number of actions, and its worst cost for a single dispatch.
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
        Measure.row("all of it", measure.time { _ = footprint.bytes(of: state) } / 1e6, unit: "ms")
        Measure.row(
            "what one item changed holds beyond it",
            measure.time { _ = footprint.bytes(of: touched, beyond: state) } / 1e6, unit: "ms")
    }

    private func run(items: Int, isAttached: Bool) async throws {
        let store = DispatchBenchmark.makeStore(items: items)
        let alone = single(store, items: items)
        let before = ProcessStatus.residentBytes()
        let history = History(store: store)
        if isAttached {
            history.attach()
            _ = try await history.state()
        }
        let times = single(store, items: items)
        let memory = try await history.memory()
        let growth = ProcessStatus.residentBytes() - before
        let megabyte = Double(1 << 20)
        Measure.row(
            "weighed", Double(memory.bytes) / megabyte, unit: "MiB", limit: Double(memory.budgetBytes) / megabyte)
        Measure.row("  log", Double(memory.logBytes) / megabyte, unit: "MiB")
        Measure.row(
            "  states (\(memory.checkpoints) to replay from)", Double(memory.stateBytes) / megabyte, unit: "MiB")
        Measure.row("growth of the process", Double(growth) / megabyte, unit: "MiB")
        Measure.row("first seq", Double(history.firstSeq), unit: "")
        // Measured by the thread's own time: other load on the machine would hide the effect.
        Measure.row("worst dispatch without history", alone.worst / 1e6, unit: "ms")
        // Each state that the history retains makes the next action on the list copy it.
        Measure.row("dispatches that copied the list", Double(times.copies), unit: "")
        Measure.row("worst of these", times.worstCopy / 1e6, unit: "ms")
        Measure.row(
            "worst of all others, beyond that", max(0, times.worst - alone.worst) / 1e6, unit: "ms", limit: 1)
        Measure.row("p99.99", times.p9999, unit: "ns", baseline: alone.p9999)
        if isAttached { history.detach() }
    }

    private struct Times {
        /// The worst dispatch that did not copy the list, and the worst that did.
        var worst: Double
        var worstCopy: Double
        var copies: Int
        var p9999: Double

        init(_ nanos: [UInt64], copies: [UInt64]) {
            let sorted = nanos.sorted()
            worst = Double(sorted.last ?? 0)
            p9999 = Double(sorted[sorted.count - 1 - sorted.count / 10_000])
            worstCopy = Double(copies.max() ?? 0)
            self.copies = copies.count
        }
    }

    /// The time of each dispatch; those that copied a shared list are counted separately.
    private func single(_ store: Store<ShopState, ShopAction, Never>, items: Int) -> Times {
        var nanos: [UInt64] = []
        nanos.reserveCapacity(turns)
        var copies: [UInt64] = []
        var place = Self.place(of: store)
        for turn in 0..<turns {
            let start = Self.threadNanos()
            store.dispatch(shopAction(turn, items: items))
            let time = Self.threadNanos() - start
            let now = Self.place(of: store)
            if now == place { nanos.append(time) } else { copies.append(time) }
            place = now
        }
        return Times(nanos, copies: copies)
    }

    /// The address of the list in memory.
    private static func place(of store: Store<ShopState, ShopAction, Never>) -> UInt {
        store.withState { $0.items.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
    }

    private static func threadNanos() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
