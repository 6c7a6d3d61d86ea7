public import StrobeTree

/// One item of a recording of a history, in order.
public enum RecordingItem<State: Sendable, Action: Sendable, Effect: Sendable>: Sendable {
    /// A transition.
    ///
    /// `changes` make the state at `fromSeq` the one after this transition; `fromSeq` is earlier than the number before
    /// if several transitions were merged. They are `nil` if they are part of a later transition's, or not known.
    case transition(Entry<Action, Effect>, changes: [Change]?, fromSeq: Int)
    /// Transitions dropped from the log before they could be read.
    case gap(ClosedRange<Int>)
    /// The state at a number, if no changes lead to it.
    case state(seq: Int, State)
    /// A remark of the log.
    case note(LogNote)
}
