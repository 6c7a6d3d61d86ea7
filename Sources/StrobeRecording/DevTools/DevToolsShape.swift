/// The two shapes in which Redux DevTools export what they hold.
///
///     let lifted = try DevToolsExport(reader, store: "cart").value(.lifted)
public enum DevToolsShape: String, Sendable, Hashable, CaseIterable {
    /// `{"payload": "[...]", "preloadedState": "..."}`: the actions and the first state, as texts of JSON.
    case actions
    /// The lifted state: actions with their times, which are skipped, and the state after each.
    case lifted
}
