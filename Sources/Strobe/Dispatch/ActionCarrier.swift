/// Takes what the dispatching code has around it, such as the span of a request, along with an action that is reduced
/// elsewhere, for observers.
///
/// `@unchecked Sendable`: `current` is only touched under the lock of the store.
@usableFromInline
package final class ActionCarrier: @unchecked Sendable {
    /// What an action takes along.
    @usableFromInline package typealias Load = any AnyObject & Sendable

    /// Returns what the current code has around it.
    @usableFromInline let load: @Sendable () -> Load
    /// What the action that is being reduced took along; `nil` where it is reduced by the code that dispatched it.
    @exclusivity(unchecked) @usableFromInline package var current: Load?

    init(load: @escaping @Sendable () -> Load) {
        self.load = load
    }
}
