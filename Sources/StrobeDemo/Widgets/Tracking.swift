/// Counts what the program is used for.
protocol Tracking: Sendable {
    /// Counts one action.
    ///
    /// - Parameter type: The name of the action's type; its content is private.
    func track(_ type: String)
}
