internal import StrobeReflection
internal import Synchronization

/// Whether states come from replay, and why not; readable from any thread.
final class HistoryMode: Sendable {
    private struct Report: Sendable {
        var divergence: Divergence?
        var handler: (@Sendable (Divergence) -> Void)?
        var refusal: String?
    }

    /// What `origin` is while states are not replayed, and while replay is given up.
    private static let (off, givenUp) = (-1, -2)

    /// The number from which on states are replayed; `off` or `givenUp` while they are not.
    private let origin: Atomic<Int>
    private let report: Mutex<Report>
    private let hidden: Mutex<Redaction>

    init(replaysFrom origin: Int?, refusal: String?, redaction: Redaction) {
        self.origin = Atomic(origin ?? Self.off)
        hidden = Mutex(redaction)
        report = Mutex(Report(refusal: refusal))
    }

    var isReplaying: Bool { origin.load(ordering: .acquiring) >= 0 }

    /// Whether nothing is replayed until requested, because a state does not fit into the budget.
    var isGivenUp: Bool { origin.load(ordering: .acquiring) == Self.givenUp }

    func startReplaying(from seq: Int) {
        origin.store(seq, ordering: .releasing)
    }

    func stopReplaying() {
        origin.store(Self.off, ordering: .releasing)
    }

    func giveUpReplaying() {
        origin.store(Self.givenUp, ordering: .releasing)
    }

    /// Why nothing is replayed, if replaying would write to what the program uses; otherwise `nil`.
    var refusal: String? { report.withLock { $0.refusal } }

    func refuse(_ reason: String?) {
        report.withLock { $0.refusal = reason }
    }

    /// The first number from which on every state is available.
    func firstSeq<State>(base: Int, last: Int, retained: RetainedStates<State>) -> Int {
        let origin = origin.load(ordering: .acquiring)
        guard origin >= 0 else { return retained.firstSeq ?? (last == base ? base : last + 1) }
        guard origin > base else { return base }
        // States that were retained up to where replaying began are known as well.
        guard let first = retained.firstSeq, let end = retained.lastSeq, end >= origin - 1 else { return origin }
        return min(first, origin)
    }

    // MARK: Redaction

    /// What is hidden from clients.
    var redaction: Redaction { hidden.withLock { $0 } }

    /// Hides more.
    ///
    /// - Returns: Whether that changed anything.
    func hide(_ more: Redaction) -> Bool {
        hidden.withLock { redaction in
            let sum = redaction.adding(more)
            defer { redaction = sum }
            return sum != redaction
        }
    }

    // MARK: Divergence

    var divergence: Divergence? { report.withLock { $0.divergence } }

    /// Keeps a divergence and reports it.
    ///
    /// - Returns: The reported divergence, with placeholders for what is hidden.
    @discardableResult
    func tell(of divergence: Divergence) -> Divergence {
        let divergence = divergence.hiding(redaction)
        let handler = report.withLock { report in
            report.divergence = divergence
            return report.handler
        }
        handler?(divergence)
        return divergence
    }

    func forgetDivergence() {
        report.withLock { $0.divergence = nil }
    }

    func setHandler(_ handler: (@Sendable (Divergence) -> Void)?) {
        report.withLock { $0.handler = handler }
    }
}
