internal import StrobeHistory
internal import StrobeRecording
internal import StrobeReflection
internal import StrobeTree

/// A walk over a recorded store for the values at some paths.
///
/// It stops where an entry has to be read as a whole, and where the changes do not lead to a state recorded whole.
final class RecordingSkim: LogSkim {
    /// How many states are visited at once at most, so that walks look at the clock.
    private static let stride = 1_024

    /// What an entry means for the paths.
    private enum Step {
        case same
        case changed([Change])
        /// The state after it is not known, as its changes are among those of a later entry.
        case unknown
    }

    private let log: RecordingLog
    private let paths: [Path]
    private var lines: TransitionSkim
    /// A line that was read and not gone over.
    private var pending: TransitionSkim.Line?
    private var followed: FollowedPaths
    private var state: RecordedState
    /// The last number gone over.
    private var seq: Int
    /// The next state recorded whole.
    private var nextKeyframe: Int?

    /// - Parameters:
    ///   - state: A known state.
    ///   - seq: Its number.
    init(_ log: RecordingLog, _ paths: [Path], from state: RecordedState, at seq: Int) {
        (self.log, self.paths, self.state, self.seq) = (log, paths, state, seq)
        followed = FollowedPaths(paths.map(state.shaped.followable))
        lines = log.reader.skim(of: log.id, from: seq + 1, following: followed)
        nextKeyframe = log.reader.keyframeSeq(after: seq, of: log.id)
    }

    func run(
        through last: Int, _ visit: (ClosedRange<Int>, UnsafePointer<RecordedState>) -> Bool
    ) -> Int {
        var first = seq + 1
        func flush() -> Bool {
            guard first <= seq, state.knownSeq == seq else { return true }
            let range = first...seq
            first = seq + 1
            return withUnsafePointer(to: state) { visit(range, $0) }
        }
        walk: while seq < last {
            pending = pending ?? lines.next()
            guard let line = pending, line.seq == seq + 1, let step = step(line) else { break }
            switch step {
            case .same:
                guard agreesWithKeyframe(at: line.seq) else { break walk }
                state.knownSeq = line.seq
            case .changed(let changes):
                guard flush() else { return seq }
                guard apply(changes), agreesWithKeyframe(at: line.seq) else { return seq }
                state.knownSeq = line.seq
            case .unknown:
                guard flush() else { return seq }
                guard line.seq != nextKeyframe else { return seq }
                first = line.seq + 1
            }
            (pending, seq) = (nil, line.seq)
            if seq == nextKeyframe { nextKeyframe = log.reader.keyframeSeq(after: seq, of: log.id) }
            if seq - first >= Self.stride, !flush() { return seq }
        }
        _ = flush()
        return seq
    }

    /// What a line means; `nil` if only the whole line, or another way to the state, can say.
    private func step(_ line: TransitionSkim.Line) -> Step? {
        let isFollowing = state.knownSeq == line.fromSeq ?? line.seq - 1
        switch line.content {
        case .changes(let changes): return isFollowing ? changes.isEmpty ? .same : .changed(changes) : nil
        case .none(isRejected: true) where line.fromSeq == nil && isFollowing: return .same
        case .none: return .unknown
        case .unclear: return nil
        }
    }

    /// Applies changes; returns whether they fit.
    private func apply(_ changes: [Change]) -> Bool {
        guard (try? Patch.apply(changes, to: &state.shaped.value)) != nil else { return false }
        if changes.contains(where: { $0.path.tokens.count < followed.longest }) {
            followed = FollowedPaths(paths.map(state.shaped.followable))
            lines.follow(followed)
        }
        return true
    }

    /// Whether the changes lead to what was recorded whole at a number, where that is so.
    private func agreesWithKeyframe(at seq: Int) -> Bool {
        guard seq == nextKeyframe else { return true }
        guard let frame = log.keyframe(at: seq) else { return false }
        return followed.paths.allSatisfy { path in
            switch (state.shaped.value.value(at: path), frame.shaped.value.value(at: path)) {
            case (let mine?, let recorded?): mine.isIdentical(to: recorded)
            case (nil, nil): true
            default: false
            }
        }
    }
}
