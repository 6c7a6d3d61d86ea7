public import StrobeTree

/// One piece of what a recording of a history holds, in order.
public enum RecordingItem<State: Sendable, Action: Sendable, Effect: Sendable>: Sendable {
    /// A transition.
    ///
    /// `changes` make the state at `fromSeq` the one after this transition; `fromSeq` is earlier than the number before
    /// where several transitions were looked at as one. They are `nil` where they are part of a later transition's, or
    /// not known.
    case transition(Entry<Action, Effect>, changes: [Change]?, fromSeq: Int)
    /// Transitions that went out of the log before they could be read.
    case gap(ClosedRange<Int>)
    /// The state at a number, where no changes lead to it.
    case state(seq: Int, State)
    /// A remark of the log.
    case note(LogNote)
}
