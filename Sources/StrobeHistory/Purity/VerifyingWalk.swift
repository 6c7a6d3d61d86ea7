/// A range of transitions on its way to be tried again, one by one.
struct VerifyingWalk<State: Sendable>: Sendable {
    /// The first and the last transition.
    let range: ClosedRange<Int>
    /// Where it stands; `nil` before the first.
    var point: (seq: Int, state: State)?

    /// What there is to say once it came to a number.
    func result(at seq: Int, _ divergence: Divergence? = nil) -> Verification {
        Verification(
            from: range.lowerBound, seq: seq, checked: seq - range.lowerBound + 1, divergence: divergence)
    }
}
