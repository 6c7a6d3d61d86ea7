import Foundation
import Strobe
import StrobeHistory
import StrobeReflection
import StrobeTree

/// Measures what a state beyond its history's budget costs a program that dispatches at a rate.
struct LargeStateBenchmark {
    var turns: Int

    private static let items = 200_000
    private static let budgetBytes = 8 << 20
    private static let rate = 100_000
    private static let megabyte = Double(1 << 20)

    private enum Setting: String, CaseIterable {
        case alone = "the program alone"
        case nobodyAttached = "with history, nobody attached"
        case attached = "attached"
    }

    /// The time of the process for a number of actions, and its peak memory beyond the initial one.
    private struct Cost {
        var seconds: Double
        var peak: Int
    }

    func run() async throws {
        let size = Footprint.bytes(of: ShopState(items: Self.items))
        Measure.heading(
            "a state of \(size >> 20) MiB, a budget of \(Self.budgetBytes >> 20) MiB, \(turns) actions at \(Self.rate) a second"
        )
        var alone: Cost?
        for setting in Setting.allCases {
            let cost = try await cost(setting)
            Measure.row(
                "\(setting.rawValue): CPU of the process", cost.seconds * 1_000, unit: "ms",
                baseline: alone.map { $0.seconds * 1_000 },
                limit: setting == .nobodyAttached ? alone.map { $0.seconds * 1_250 } : nil)
            // Without a client: the state to replay from. With one: also the current state, and another one during
            // comparisons.
            let states = setting == .attached ? 3 : 1
            Measure.row(
                "  most memory beyond the program's", Double(cost.peak - (alone?.peak ?? cost.peak)) / Self.megabyte,
                unit: "MiB",
                limit: alone == nil ? nil : Double(Self.budgetBytes + states * size) / Self.megabyte)
            if alone == nil { alone = cost }
        }
    }

    private func cost(_ setting: Setting) async throws -> Cost {
        let store = DispatchBenchmark.makeStore(items: Self.items)
        var options = HistoryOptions()
        options.budgetBytes = Self.budgetBytes
        let before = ProcessStatus.residentBytes()
        forgetPeak()
        let start = processSeconds()
        let history = setting == .alone ? nil : History(store: store, options: options)
        if setting == .attached { history?.attach() }
        dispatch(to: store)
        let cost = Cost(seconds: processSeconds() - start, peak: peakBytes() - before)
        history?.detach()
        return cost
    }

    /// Dispatches at intervals, as a program does that is mostly idle.
    private func dispatch(to store: Store<ShopState, ShopAction, Never>) {
        let start = ContinuousClock.now
        var turn = 0
        while turn < turns {
            let due = min(turns, Int((ContinuousClock.now - start) / .seconds(1) * Double(Self.rate)))
            while turn < due {
                store.dispatch(shopAction(turn, items: Self.items))
                turn += 1
            }
            usleep(1_000)
        }
    }

    /// The processor time of all threads of the process.
    private func processSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Makes the system measure the peak memory anew.
    private func forgetPeak() {
        try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    }

    private func peakBytes() -> Int { ProcessStatus.bytes("VmHWM:", of: "self") }
}
