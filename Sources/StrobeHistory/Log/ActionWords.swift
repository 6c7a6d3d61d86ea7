internal import Strobe
internal import StrobeTree

/// How conditions see actions.
struct ActionWords<Action: Sendable>: Sendable {
    /// Returns the label of an action.
    let label: @Sendable (Action) -> String
    /// Returns its JSON form; `nil` if it has none, or one that is too large.
    let form: @Sendable (Action) -> Value?

    /// The facts about an entry that conditions can use.
    func facts<Effect>(of entry: Entry<Action, Effect>?, _ seq: Int) -> EntryFacts {
        EntryFacts(
            seq: seq, origin: entry?.origin.rawValue, durationNanos: entry?.durationNanos,
            action: { entry?.action.map(label) }, form: { entry?.action.flatMap(form) })
    }
}
