/// A token that a store passes along if it applies an action outside of the call of ``DebugTarget/onDispatch(_:)``, so
/// that the resulting transition is attributed to the request.
///
///     target.onDispatch { [unowned counter = self] action in
///         let token = DispatchToken.current
///         queue.async { DispatchToken.perform(for: token) { counter.apply(action) } }
///     }
public struct DispatchToken: Sendable {
    private let scope: DispatchScope

    /// The token of the request, or of the admitted action, that is running in this task.
    ///
    /// `nil` outside such a call, where the program itself acts. The inspector waits at most two seconds for the
    /// transition of a token that was taken.
    public static var current: DispatchToken? {
        guard let scope = DispatchScope.current else { return nil }
        scope.take()
        return DispatchToken(scope: scope)
    }

    /// Runs a closure; the first transition that the store reports in it is the requested one.
    ///
    /// - Parameters:
    ///   - token: The token of the request; with `nil` the closure just runs.
    ///   - body: Applies the action and reports it.
    /// - Throws: The error of the closure.
    public static func perform<Result>(for token: DispatchToken?, _ body: () throws -> Result) rethrows -> Result {
        guard let token else { return try body() }
        return try DispatchScope.$current.withValue(token.scope, operation: body)
    }
}
