/// The origin of a transition.
///
///     func heading(_ info: TransitionInfo) -> String { info.origin == .script ? "a script did it" : "" }
public enum Origin: String, Codable, Sendable, Hashable, CaseIterable {
    /// The program itself.
    case app
    /// An effect of an earlier transition.
    case effect
    /// A person at the inspector.
    case inspector
    /// A script that runs in the inspector.
    case script
    /// A return to an earlier state.
    case restore
    /// A state that was changed by hand.
    case edit
}
