import StrobeRecording
import StrobeTree

/// Goes through the steps of one store of a report with the state that each left behind.
struct StateWalk {
    /// The last state that is known, and after which step.
    private var held: Value?
    private var heldSeq: Int
    /// The step that one stands at.
    private var seq: Int
    private let keyframes: [Int: Value]

    /// Begins before the first step.
    init(_ report: Report, store: Int) {
        let start = report.stores[store]
        held = start.state
        heldSeq = start.seq
        seq = start.seq
        keyframes = Dictionary(
            report.keyframes.filter { $0.store == store }.map { ($0.seq, $0.state) }, uniquingKeysWith: { $1 })
    }

    /// The state after the last step; `nil` if unknown.
    var state: Value? { heldSeq == seq ? held : nil }

    /// Goes on to the state after a step.
    ///
    /// - Returns: The state that its changes begin with; `nil` if unknown.
    @discardableResult
    mutating func advance(_ step: RecordedTransition) -> Value? {
        let base = step.fromSeq ?? step.seq - 1
        let before = heldSeq == base ? held : keyframes[base]
        seq = step.seq
        if let whole = keyframes[step.seq] {
            (held, heldSeq) = (whole, step.seq)
        } else if var next = before, let changes = step.changes, (try? Patch.apply(changes, to: &next)) != nil {
            (held, heldSeq) = (next, step.seq)
        }
        return before
    }
}
