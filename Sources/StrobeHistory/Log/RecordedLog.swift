public import StrobeTree

/// A recorded log that is read on demand, a page at a time.
///
/// Its entries are consecutive: a missing one is represented by an entry that says so. What was read may be read again,
/// and the log only grows at the end.
public protocol RecordedLog<State, Action, Effect>: AnyObject, Sendable {
    /// What an entry changes.
    associatedtype State: Sendable
    /// An entry's action, which applies its changes.
    associatedtype Action: Sendable
    /// An entry's effects.
    associatedtype Effect: Sendable

    /// The number of the state that the log begins with.
    var baseSeq: Int { get }
    /// The number of the last entry; it may grow.
    var seq: Int { get }

    /// The entries of a range, all of them in order.
    ///
    /// - Parameter seqs: A range between `baseSeq + 1` and `seq`, no longer than a page.
    func entries(_ seqs: ClosedRange<Int>) -> [Entry<Action, Effect>]

    /// The number of the last state that was recorded whole, at or before a number.
    func keyframeSeq(atOrBefore seq: Int) -> Int?

    /// The state recorded whole at a number; `nil` if it cannot be read.
    func keyframe(at seq: Int) -> State?

    /// Applies an entry.
    func apply(_ action: Action, to state: inout State)

    /// Whether a state is complete at a number: everything that led to it was recorded.
    func isKnown(_ state: State, at seq: Int) -> Bool

    /// The message for a request of a state that is unknown.
    func explanation(of state: State, at seq: Int) -> String

    /// The gap that an entry is in, whose entries are all empty; `nil` for an existing entry.
    ///
    /// A gap is as long as a file says, so walks over the log skip it in one step.
    func gap(at seq: Int) -> ClosedRange<Int>?

    /// The name that graphs count an entry by; `nil` if it is not an action.
    func countedName(of action: Action) -> String?

    /// The changes of an entry, if they were recorded for it alone.
    func changes(of action: Action) -> [Change]?

    /// The remarks after the entries of a range.
    func notes(in seqs: ClosedRange<Int>) -> [LogNote]
}
