package import StrobeRecording
package import StrobeTree

/// Iterates over the steps of a store of a report and their states.
package struct StateWalk {
    /// The last known state, and its seq.
    private var held: Value?
    private var heldSeq: Int
    /// The seq of the current step.
    private var seq: Int
    private let keyframes: [Int: Value]

    /// Starts before the first step.
    package init(_ report: Report, store: Int) {
        let start = report.stores[store]
        held = start.state
        heldSeq = start.seq
        seq = start.seq
        keyframes = Dictionary(
            report.keyframes.filter { $0.store == store }.map { ($0.seq, $0.state) }, uniquingKeysWith: { $1 })
    }

    /// The state after the current step; `nil` if unknown.
    package var state: Value? { heldSeq == seq ? held : nil }

    /// Advances to the next step.
    ///
    /// - Returns: The state that the changes of the step apply to; `nil` if unknown.
    @discardableResult
    package mutating func advance(_ step: RecordedTransition) -> Value? {
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
