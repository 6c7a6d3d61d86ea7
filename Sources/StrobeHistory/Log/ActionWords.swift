internal import Strobe
internal import StrobeTree

/// How actions are told to conditions.
struct ActionWords<Action: Sendable>: Sendable {
    /// Tells the label of an action.
    let label: @Sendable (Action) -> String
    /// Tells its JSON form; `nil` where it has none, or one that is too large.
    let form: @Sendable (Action) -> Value?

    /// What conditions can ask about an entry.
    func facts<Effect>(of entry: Entry<Action, Effect>?, _ seq: Int) -> EntryFacts {
        EntryFacts(
            seq: seq, origin: entry?.origin.rawValue, durationNanos: entry?.durationNanos,
            action: { entry?.action.map(label) }, form: { entry?.action.flatMap(form) })
    }
}
