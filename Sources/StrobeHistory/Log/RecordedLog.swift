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

    /// Follows the values at some paths from a state on, for questions about nothing else.
    ///
    /// - Parameters:
    ///   - paths: The paths.
    ///   - state: The state.
    ///   - seq: Its number.
    /// - Returns: `nil` if every entry has to be read for that.
    func skim(_ paths: [Path], from state: State, at seq: Int) -> (any LogSkim<State>)?

    /// The remarks after the entries of a range.
    func notes(in seqs: ClosedRange<Int>) -> [LogNote]
}

extension RecordedLog {
    /// Has every entry read.
    public func skim(_ paths: [Path], from state: State, at seq: Int) -> (any LogSkim<State>)? { nil }
}

/// A walk over a recorded log that applies only those changes that touch some paths.
public protocol LogSkim<State>: AnyObject {
    /// What an entry changes.
    associatedtype State

    /// Goes on over the entries up to a number.
    ///
    /// - Parameters:
    ///   - last: The last number.
    ///   - visit: Gets the numbers of states that are known and have the same at the paths, with one that is right
    ///     there, and may be older elsewhere; returns whether to go on.
    /// - Returns: The last number gone over, at least that of the state that the walk began with: the next entry has
    ///   to be read as a whole if it is less than `last` though every visit wanted to go on.
    func run(
        through last: Int, _ visit: (ClosedRange<Int>, UnsafePointer<State>) -> Bool
    ) -> Int
}
