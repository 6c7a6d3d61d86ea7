internal import Synchronization

/// Whether states come from replay, and why not; readable from any thread.
final class HistoryMode: Sendable {
    private struct Report: Sendable {
        var divergence: Divergence?
        var handler: (@Sendable (Divergence) -> Void)?
    }

    /// The number from which on states are replayed; -1 while they are not.
    private let origin: Atomic<Int>
    private let report = Mutex(Report())

    init(replaysFrom origin: Int?) {
        self.origin = Atomic(origin ?? -1)
    }

    var isReplaying: Bool { origin.load(ordering: .acquiring) >= 0 }

    func startReplaying(from seq: Int) {
        origin.store(seq, ordering: .releasing)
    }

    func stopReplaying() {
        origin.store(-1, ordering: .releasing)
    }

    /// The first number from which on every state can be asked for.
    func firstSeq<State>(base: Int, last: Int, retained: RetainedStates<State>) -> Int {
        let origin = origin.load(ordering: .acquiring)
        guard origin >= 0 else { return retained.firstSeq ?? (last == base ? base : last + 1) }
        guard origin > base else { return base }
        // States that were retained up to where replaying began are known as well.
        guard let first = retained.firstSeq, let end = retained.lastSeq, end >= origin - 1 else { return origin }
        return min(first, origin)
    }

    // MARK: Divergence

    var divergence: Divergence? { report.withLock { $0.divergence } }

    /// Keeps a divergence and tells of it.
    func tell(of divergence: Divergence) {
        let handler = report.withLock { report in
            report.divergence = divergence
            return report.handler
        }
        handler?(divergence)
    }

    func forgetDivergence() {
        report.withLock { $0.divergence = nil }
    }

    func setHandler(_ handler: (@Sendable (Divergence) -> Void)?) {
        report.withLock { $0.handler = handler }
    }
}
