import LineEditing
import StrobeTree
import Synchronization
import Testing

@testable import Inspector
@testable import InspectorCore

/// A clock that jumps to each deadline, and records them.
private final class LeapingClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset = Duration.zero
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
    }

    private let state = Mutex<(now: Instant, waits: [Duration])>((Instant(), []))
    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }
    var waits: [Duration] { state.withLock { $0.waits } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        state.withLock { state in
            state.waits.append(state.now.duration(to: deadline))
            state.now = max(state.now, deadline)
        }
    }
}

@Suite("A replay")
struct ReplayTests {
    @Test("keeps the recorded time, or is a number of times as fast, or does not wait")
    func pace() async throws {
        for (text, waits) in [
            ("1", [2, 3]), ("10x", [0.2, 0.3]), ("0.5", [4, 6]), ("max", []),
        ] as [(String, [Double])] {
            let clock = LeapingClock()
            let speed = try #require(ReplayOptions.Speed(text))
            let pace = ReplayPace(speed, from: 1_000_000, clock: clock)
            for time in [1_000_000, 500_000, 3_000_000, 6_000_000] { try await pace.wait(until: Int64(time)) }
            #expect(clock.waits == waits.map { .seconds($0) }, "\(text)")
        }
    }

    @Test("refuses speeds that are none", arguments: ["0", "-1", "fast", "", "x", "nan", "inf", "1e9"])
    func speeds(text: String) {
        #expect(ReplayOptions.Speed(text) == nil)
    }

    @Test("survives times at the ends of what a number can hold")
    func extremes() async throws {
        let clock = LeapingClock()
        let pace = ReplayPace(.times(1), from: .min, clock: clock)
        try await pace.wait(until: .max)
        #expect(clock.waits.isEmpty)
    }

    @Test("finds the first place that differs, whatever the order of members")
    func values() {
        let recorded: Value = ["a": 1, "list": [1, ["x": 2], 3], "b": nil]
        #expect(ValueDifference.first(recorded: recorded, got: ["b": nil, "list": [1, ["x": 2], 3], "a": 1]) == nil)
        let other = ValueDifference.first(recorded: recorded, got: ["a": 1, "list": [1, ["x": 5], 3], "b": nil])
        #expect(other == ValueDifference(path: Path(["list", "1", "x"]), recorded: 2, got: 5))
        let gone = ValueDifference.first(recorded: recorded, got: ["a": 1, "list": [1, ["x": 2]], "b": nil])
        #expect(gone == ValueDifference(path: Path(["list", "2"]), recorded: 3, got: nil))
        let more = ValueDifference.first(recorded: ["a": 1], got: ["a": 1, "c": 2])
        #expect(more == ValueDifference(path: Path(["c"]), recorded: nil, got: 2))
        #expect(ValueDifference.first(recorded: "a", got: ["a"])?.path == .root)
    }

    @Test("ends with 0 for the same, 1 for a difference, 2 where it cannot be done")
    func outcome() {
        var summary = ReplaySummary()
        let difference = ReplayDifference(kind: .changes, store: "a", seq: 1, label: ".a", path: .root)
        summary.count(ReplayedEntry(store: "a", seq: 1, label: ".a", verdict: .same))
        #expect(summary.outcome(expectsSame: true) == .success)
        summary.count(ReplayedEntry(store: "a", seq: 2, label: ".a", verdict: .notCompared("gap")))
        #expect(summary.outcome(expectsSame: false) == .success)
        #expect(summary.outcome(expectsSame: true) == .commandFailed)
        summary.ends = [("a", .different(difference))]
        #expect(summary.outcome(expectsSame: false) == .commandFailed)
        summary.ends = []
        summary.count(ReplayedEntry(store: "a", seq: 3, label: ".a", verdict: .different(difference)))
        #expect(summary.outcome(expectsSame: false) == .commandFailed)
        summary.failure = "gone"
        #expect(summary.outcome(expectsSame: false) == .connectionLost)
        #expect(summary.first == difference && summary.replayed == 3)
    }

    @Test("shows a difference with its place and both values")
    func rendering() {
        let difference = ReplayDifference(
            kind: .changes, store: "items", seq: 2, targetSeq: 3, label: ".loaded", path: Path(["count"]), recorded: 3,
            got: nil)
        #expect(
            ReplayRendering().lines(difference).map(\.plain) == [
                "‼ items changed something else at #2  .loaded  (now #3)", "    .count", "    recorded 3",
                "    got      nothing",
            ])
    }
}
