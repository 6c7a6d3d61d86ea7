/// Somebody who wants to know what the program is used for.
protocol Tracking: Sendable {
    /// Counts one action.
    ///
    /// - Parameter type: The name of the action's type; what is in it is nobody's business.
    func track(_ type: String)
}
