public import StrobeTree

/// A log that was written down and is read, a page at a time, when somebody asks for a part of it.
///
/// Its entries stand one after the other: what is not there has an entry that says so. What was read may be read again, and
/// only grows at the end.
public protocol RecordedLog<State, Action, Effect>: AnyObject, Sendable {
    /// What an entry changes.
    associatedtype State: Sendable
    /// What an entry refers to, and is applied by.
    associatedtype Action: Sendable
    /// What an entry asked for.
    associatedtype Effect: Sendable

    /// The number of the state that the log begins with.
    var baseSeq: Int { get }
    /// The number of the last entry; it may grow.
    var seq: Int { get }

    /// The entries of a range, all of them in order.
    ///
    /// - Parameter seqs: A range between `baseSeq + 1` and `seq`, no longer than a page.
    func entries(_ seqs: ClosedRange<Int>) -> [Entry<Action, Effect>]

    /// The number of the last state that was written down whole, at or before a number.
    func keyframeSeq(atOrBefore seq: Int) -> Int?

    /// The state that was written down whole at a number; `nil` where it cannot be read.
    func keyframe(at seq: Int) -> State?

    /// Applies an entry.
    func apply(_ action: Action, to state: inout State)

    /// Whether a state is what it was at a number: all that led to it was written down.
    func isKnown(_ state: State, at seq: Int) -> Bool

    /// What to tell whoever asks for a state that is not known.
    func explanation(of state: State, at seq: Int) -> String

    /// The gap that an entry is in, whose entries have all nothing in them; `nil` for one that is there.
    ///
    /// A gap is as long as a file says: whoever goes over the log goes over it in one step.
    func gap(at seq: Int) -> ClosedRange<Int>?

    /// What an entry is counted as in tallies; `nil` where it is no action.
    func countedName(of action: Action) -> String?

    /// What an entry changed, where that was written down for it alone.
    func changes(of action: Action) -> [Change]?

    /// The remarks that stand after the entries of a range.
    func notes(in seqs: ClosedRange<Int>) -> [LogNote]
}
