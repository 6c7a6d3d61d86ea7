internal import Dispatch
internal import Strobe
internal import StrobeTree

/// Searches for the first transition whose result differs, and the cause, a few milliseconds at a time.
///
/// The live result of each action is not kept, only the last state. So the log is replayed and every action tried more
/// than once, which reveals random numbers, counters and clocks. What always gives the same result within moments is
/// replayed again after more than a second, for clocks that tick in seconds. Elements in another order are detected by
/// replaying on a state whose sets and dictionaries were rebuilt. Anything else was changed outside the log.
///
/// Belongs to the debug thread.
final class DivergenceSearch<State: Sendable, Action: Sendable, Effect: Sendable> {
    typealias Point = (seq: Int, state: State)

    /// What to do after a slice.
    enum Step {
        case more
        case wait(DispatchTime)
        case found(Divergence)
    }

    /// What is being compared.
    struct Evidence {
        /// The last point at which replay and live state were known to be equal.
        var start: Point
        /// The live state, and its number.
        var live: Point
        /// The earlier replay, up to the same number.
        var earlier: State
        /// States along that replay, in order.
        var milestones: [Point]
        /// The last number at which both were equal; may be before the start if that part of the log is gone.
        var lastEqualSeq: Int
    }

    private enum Phase {
        case twice(Point)
        case segments(SegmentWalk)
        case segment(Point, SegmentWalk)
        case order(OrderWalk<State>)
        case recording(RecordingWalk<State>)
        case waiting(RecordingWalk<State>, until: DispatchTime)
        case again(RecordingWalk<State>)
        case done(Divergence)
    }

    /// Two replays in parallel, compared now and then.
    private struct SegmentWalk {
        var point: Point
        var other: Point
        /// Where both were equal last.
        var equal: Point
    }

    private static var segment: Int { 1_024 }
    /// The longest log of which every step is examined, and the longest time spent on one phase of that.
    private static var stepLimit: Int { 1 << 17 }
    private static var phaseNanos: UInt64 { 3_000_000_000 }
    /// Clocks are often read in whole seconds.
    private static var clockInterval: DispatchTimeInterval { .milliseconds(1_100) }

    private let evidence: Evidence
    private let steps: ReplaySteps<State, Action, Effect>
    private var phase: Phase
    /// How long the current phase took so far.
    private var nanos: UInt64 = 0
    /// The milestones that were reached, and the ends between which the earlier replay began to differ.
    private var milestone = 0
    private var lastPassed: Int
    private var differsWithin: ClosedRange<Int>?
    private var isImpure = false
    private var differences: [Change] = []

    init(_ evidence: Evidence, _ steps: ReplaySteps<State, Action, Effect>) {
        self.evidence = evidence
        self.steps = steps
        lastPassed = evidence.start.seq
        phase = .twice(evidence.start)
    }

    /// Continues until a slice is over.
    func step(_ slice: TimeSlice) -> Step {
        let begin = DispatchTime.now()
        defer { nanos += DispatchTime.now().uptimeNanoseconds - begin.uptimeNanoseconds }
        while true {
            if let step = advance(slice) { return step }
            if slice.isOver { return .more }
        }
    }

    /// One phase, or a part of it.
    private func advance(_ slice: TimeSlice) -> Step? {
        switch phase {
        case .twice(var point):
            // Taken out, so that the state has one owner.
            phase = .twice(evidence.start)
            tryEach(&point, slice)
        case .segments(var walk):
            phase = .twice(evidence.start)
            compareSegments(&walk, slice)
        case .segment(var point, let walk):
            phase = .twice(evidence.start)
            searchSegment(&point, walk, slice)
        case .order(let walk):
            advance(walk, slice)
        case .recording(let walk):
            record(walk, slice)
        case .waiting(let walk, let until):
            guard DispatchTime.now() >= until else { return .wait(until) }
            walk.point = evidence.start
            enter(.again(walk))
        case .again(let walk):
            repeatRecorded(walk, slice)
        case .done(let divergence):
            return .found(divergence)
        }
        return nil
    }

    private func enter(_ next: Phase) {
        phase = next
        nanos = 0
    }

    // MARK: Trying each action more than once

    private var length: Int { evidence.live.seq - evidence.start.seq }

    /// How often each action is tried: less often where there are many.
    private var tries: Int { length <= 16_384 ? 16 : length <= Self.stepLimit ? 4 : 2 }

    private func tryEach(_ point: inout Point, _ slice: TimeSlice) {
        repeat {
            guard point.seq < evidence.live.seq else { return judge(point.state) }
            guard steps.canGoOn(from: point.seq) else { return conclude(nil) }
            guard nanos < Self.phaseNanos else {
                enter(.segments(SegmentWalk(point: point, other: point, equal: point)))
                return
            }
            let before = point
            if let results = steps.tryNext(&point, tries: tries) {
                return found(results, after: before)
            }
            passMilestones(point)
        } while !slice.isOver
        phase = .twice(point)
    }

    private func found(_ results: (first: State, other: State), after before: Point) {
        enter(.done(steps.divergence(results, after: before, lastEqualSeq: evidence.lastEqualSeq)))
    }

    /// Records where the current replay and the earlier one diverge.
    private func passMilestones(_ point: Point) {
        guard differsWithin == nil else { return }
        while milestone < evidence.milestones.count, evidence.milestones[milestone].seq < point.seq { milestone += 1 }
        guard milestone < evidence.milestones.count, evidence.milestones[milestone].seq == point.seq else { return }
        if !StateComparison.areEqual(evidence.milestones[milestone].state, point.state) {
            differsWithin = lastPassed + 1...point.seq
        }
        lastPassed = point.seq
    }

    // MARK: Long logs and large states

    private func compareSegments(_ walk: inout SegmentWalk, _ slice: TimeSlice) {
        repeat {
            guard walk.point.seq < evidence.live.seq else { return judge(walk.point.state) }
            guard steps.canGoOn(from: walk.point.seq) else { return conclude(nil) }
            let stop = min(walk.point.seq + 64, walk.equal.seq + Self.segment, evidence.live.seq)
            steps.advance(&walk.point, to: stop)
            steps.advance(&walk.other, to: stop)
            guard stop == walk.equal.seq + Self.segment || stop == evidence.live.seq else { continue }
            guard StateComparison.areEqual(walk.point.state, walk.other.state) else {
                return enter(.segment(walk.equal, walk))
            }
            passMilestones(walk.point)
            walk.equal = walk.point
        } while !slice.isOver
        phase = .segments(walk)
    }

    /// Tries each action of a segment at whose end two replays differ; there are few of them.
    private func searchSegment(_ point: inout Point, _ walk: SegmentWalk, _ slice: TimeSlice) {
        repeat {
            guard point.seq < walk.point.seq, steps.canGoOn(from: point.seq) else {
                return conclude(
                    .impureReducer, seq: walk.point.seq, comparedAt: walk.point.seq,
                    StateComparison.differences(from: walk.other.state, to: walk.point.state))
            }
            let before = point
            if let results = steps.tryNext(&point, tries: 2) {
                return found(results, after: before)
            }
        } while !slice.isOver
        phase = .segment(point, walk)
    }

    // MARK: What always gives the same

    /// Continues if every action always gave the same.
    ///
    /// - Parameter replayed: The final state of the replay.
    private func judge(_ replayed: State) {
        let toLive = StateComparison.differences(from: replayed, to: evidence.live.state)
        let toEarlier = StateComparison.differences(from: evidence.earlier, to: replayed)
        isImpure = !toEarlier.isEmpty
        differences = toLive.isEmpty ? toEarlier : toLive
        let from = toLive.isEmpty ? evidence.earlier : replayed
        let to = toLive.isEmpty ? replayed : evidence.live.state
        guard length <= Self.stepLimit else { return conclude(nil) }
        let isOrder = toEarlier.isEmpty || Reordering.arrays(from: evidence.earlier, to: replayed, toEarlier) != nil
        if isOrder, let arrays = Reordering.arrays(from: from, to: to, differences) {
            enter(.order(OrderWalk(evidence.start, arrays)))
        } else {
            enter(.recording(RecordingWalk(evidence.start)))
        }
    }

    /// Searches for the first entry that writes the arrays in another order if sets and dictionaries have another
    /// order.
    private func advance(_ walk: OrderWalk<State>, _ slice: TimeSlice) {
        repeat {
            guard walk.point.seq < evidence.live.seq, nanos < Self.phaseNanos, steps.canGoOn(from: walk.point.seq)
            else {
                if nanos < Self.phaseNanos, walk.beginAgain(evidence.start) { return }
                let seq = walk.found ?? walk.firstWriter ?? evidence.live.seq
                return conclude(.unorderedEncoding, seq: seq, comparedAt: evidence.live.seq, differences)
            }
            let next = walk.point.seq + 1
            steps.advance(&walk.other, to: next)
            steps.advance(&walk.point, to: next)
            walk.look()
        } while !slice.isOver
    }

    /// Records what each entry changes.
    private func record(_ walk: RecordingWalk<State>, _ slice: TimeSlice) {
        repeat {
            guard walk.point.seq < evidence.live.seq else {
                // What no entry writes can only have been written outside the log.
                let writes = walk.firstWriter != nil || isImpure
                if !writes { return conclude(nil) }
                return enter(.waiting(walk, until: .now() + Self.clockInterval))
            }
            guard nanos < Self.phaseNanos, steps.canGoOn(from: walk.point.seq) else { return conclude(nil) }
            let before = walk.point.state
            steps.advance(&walk.point, to: walk.point.seq + 1)
            let changes = StateComparison.differences(from: before, to: walk.point.state)
            walk.record(changes)
            let isWithin = differsWithin.map { $0.contains(walk.point.seq) } ?? true
            guard walk.firstWriter == nil, isWithin else { continue }
            if changes.contains(where: { change in differences.contains { Self.meet($0.path, change.path) } }) {
                walk.firstWriter = walk.point.seq
            }
        } while !slice.isOver
    }

    private func repeatRecorded(_ walk: RecordingWalk<State>, _ slice: TimeSlice) {
        repeat {
            guard walk.point.seq < evidence.live.seq, nanos < 2 * Self.phaseNanos, steps.canGoOn(from: walk.point.seq)
            else { return conclude(walk.firstWriter) }
            let (seq, before) = walk.point
            steps.advance(&walk.point, to: seq + 1)
            let changes = StateComparison.differences(from: before, to: walk.point.state)
            if let path = walk.difference(of: changes, at: seq - evidence.start.seq) {
                let shown = changes.filter { Self.meet($0.path, path) }
                return conclude(.impureReducer, seq: seq + 1, comparedAt: evidence.live.seq, shown, path: path)
            }
        } while !slice.isOver
    }

    private static func meet(_ a: Path, _ b: Path) -> Bool {
        a.tokens.starts(with: b.tokens) || b.tokens.starts(with: a.tokens)
    }

    // MARK: The end

    /// Ends with the result known so far if no single try gave another one.
    private func conclude(_ firstWriter: Int?) {
        if differences.isEmpty {
            differences = StateComparison.differences(from: evidence.earlier, to: evidence.live.state)
        }
        guard isImpure else {
            return conclude(.changedBehind, seq: evidence.live.seq, comparedAt: evidence.live.seq, differences)
        }
        let seq = firstWriter ?? differsWithin?.lowerBound ?? evidence.live.seq
        conclude(.impureReducer, seq: seq, comparedAt: evidence.live.seq, differences)
    }

    private func conclude(
        _ kind: Divergence.Kind, seq: Int, comparedAt: Int, _ changes: [Change], path: Path? = nil
    ) {
        enter(
            .done(
                Divergence(
                    seq: seq, path: path ?? changes.first?.path, kind: kind, comparedAt: comparedAt,
                    lastEqualSeq: max(0, min(evidence.lastEqualSeq, seq - 1)), changes: Array(changes.prefix(16)))))
    }
}
