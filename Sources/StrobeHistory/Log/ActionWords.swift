internal import Strobe
internal import StrobeTree

/// How conditions see actions.
struct ActionWords<Action: Sendable>: Sendable {
    /// Returns the label of an action.
    let label: @Sendable (Action) -> String
    /// Returns its JSON form; `nil` if it has none, or one that is too large.
    let form: @Sendable (Action) -> Value?

    /// Returns the reason of a rejection as clients may read it.
    let reason: @Sendable (String) -> String

    /// The facts about an entry that conditions can use.
    func facts<Effect>(of entry: Entry<Action, Effect>?, _ seq: Int) -> EntryFacts {
        // An action of a client has no source location in the program.
        let isProgram = entry?.origin == .app || entry?.origin == .effect
        return EntryFacts(
            seq: seq, origin: entry?.origin.rawValue, durationNanos: entry?.durationNanos,
            source: isProgram ? entry?.source : nil, error: entry?.rejection.map(reason),
            action: { entry?.action.map(label) }, form: { entry?.action.flatMap(form) })
    }
}
