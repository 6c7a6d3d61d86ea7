/// A range of transitions being tried again, one by one.
struct VerifyingWalk<State: Sendable>: Sendable {
    /// The first and the last transition.
    let range: ClosedRange<Int>
    /// The current point; `nil` before the first.
    var point: (seq: Int, state: State)?

    /// The result at a number.
    func result(at seq: Int, _ divergence: Divergence? = nil) -> Verification {
        Verification(
            from: range.lowerBound, seq: seq, checked: seq - range.lowerBound + 1, divergence: divergence)
    }
}
