internal import StrobeReflection
internal import StrobeTree

/// Two replays in parallel: one on a state as it is, one on a copy whose sets and dictionaries have another order.
final class OrderWalk<State> {
    var point: (seq: Int, state: State)
    var other: (seq: Int, state: State)
    /// The first entry that wrote the arrays in another order.
    private(set) var found: Int?
    /// The first entry that wrote them.
    private(set) var firstWriter: Int?
    private let arrays: [Path]
    private var forms: [Value?]
    /// Two orders may be equal by chance, so several turns are made.
    private var turns = 4

    init(_ start: (seq: Int, state: State), _ arrays: [Path]) {
        self.arrays = arrays
        point = start
        forms = Reordering.forms(of: start.state, at: arrays)
        other = (start.seq, UnorderedParts.reordered(start.state) ?? start.state)
    }

    /// Begins the next turn.
    ///
    /// - Returns: Whether there is another turn.
    func beginAgain(_ start: (seq: Int, state: State)) -> Bool {
        turns -= 1
        guard turns > 0, let new = UnorderedParts.reordered(start.state) else { return false }
        other = (start.seq, new)
        point = start
        forms = Reordering.forms(of: start.state, at: arrays)
        return true
    }

    /// Examines what the last entry did to the arrays.
    func look() {
        if let found, point.seq >= found { return }
        let before = forms
        forms = Reordering.forms(of: point.state, at: arrays)
        guard forms != before else { return }
        firstWriter = min(firstWriter ?? point.seq, point.seq)
        if Reordering.forms(of: other.state, at: arrays) != forms { found = point.seq }
    }
}
