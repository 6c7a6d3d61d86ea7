internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeRecording
internal import StrobeReflection
internal import StrobeTree

/// Checks the consistency of a recording: every change against the state before it, and every keyframe against the
/// changes that led to it.
struct RecordingCheck {
    /// The number of entries read at a time.
    private static let page = 256

    private let log: RecordingLog

    init(_ log: RecordingLog) {
        self.log = log
    }

    /// Checks the entries of a range, by default all.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func run(from: Int?, to: Int?) async throws -> HistoryVerify.Result {
        let first = max(from ?? 0, log.baseSeq + 1)
        let last = min(to ?? log.seq, log.seq)
        var checked = 0
        guard first <= last else { return HistoryVerify.Result(seq: log.seq, from: first, checked: 0) }
        let start = log.keyframeSeq(atOrBefore: first - 1) ?? log.baseSeq
        var state = log.keyframe(at: start) ?? log.initial
        var next = start + 1
        while next <= last {
            try Task.checkCancellation()
            if let gap = log.gap(at: next) {
                next = gap.upperBound + 1
                continue
            }
            for entry in log.entries(next...min(last, next + Self.page - 1)) {
                guard let action = entry.action else { continue }
                if let difference = check(action, &state) {
                    guard action.seq >= first else { continue }
                    return HistoryVerify.Result(
                        seq: action.seq, from: first, checked: checked, divergence: difference)
                }
                if action.seq >= first, state.knownSeq == action.seq { checked += 1 }
            }
            next += Self.page
            await Task.yield()
        }
        return HistoryVerify.Result(seq: last, from: first, checked: checked)
    }

    /// Advances by one entry.
    ///
    /// - Returns: The inconsistency; the state is then the recorded one, if there is one.
    private func check(_ action: RecordedAction, _ state: inout RecordedState) -> DivergenceDescription? {
        let seq = action.seq
        let before = state.knownSeq ?? log.baseSeq
        var difference: DivergenceDescription?
        do throws(TreeError) {
            try log.apply(action, to: &state, checksOld: true)
        } catch {
            difference = describe(
                "The changes of #\(seq) (\(action.label)) do not apply to the state before it: \(error.message)", seq,
                error.path,
                before)
        }
        guard log.keyframeSeq(atOrBefore: seq) == seq, let written = log.keyframe(at: seq) else { return difference }
        if difference == nil, state.knownSeq == seq,
            let path = ValueDifference.first(recorded: written.shaped.value, got: state.shaped.value)?.path
        {
            difference = describe(
                "The full state written at @\(seq) is not the result of the changes before it: they differ at "
                    + "\(path.isRoot ? "the root" : path.swiftStyle).", seq, path, before)
        }
        state = written
        return difference
    }

    private func describe(_ message: String, _ seq: Int, _ path: Path?, _ lastEqual: Int) -> DivergenceDescription {
        DivergenceDescription(
            seq: seq, path: path, kind: .changedBehind, lastEqualSeq: lastEqual, comparedAt: seq, message: message)
    }
}
