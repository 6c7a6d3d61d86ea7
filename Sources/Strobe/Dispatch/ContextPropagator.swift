/// Propagates the context of the dispatching code, such as the span of a request, with an action that is reduced
/// elsewhere, for observers.
///
/// `@unchecked Sendable`: its variables are only touched under the lock of the store.
@usableFromInline
package final class ContextPropagator: @unchecked Sendable {
    /// The context of an action.
    @usableFromInline package typealias Context = any AnyObject & Sendable

    /// Returns the context of the current code.
    @usableFromInline let capture: @Sendable () -> Context
    /// The context of the action that is being reduced; `nil` if it is reduced by the code that dispatched it.
    @exclusivity(unchecked) @usableFromInline package var current: Context?
    /// How many use it.
    var users = 0

    init(_ capture: @escaping @Sendable () -> Context) {
        self.capture = capture
    }
}
