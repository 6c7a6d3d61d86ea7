/// The origin of a transition.
///
///     let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
///     store.dispatch(1, origin: .script)  // the log says that a script asked for it
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
