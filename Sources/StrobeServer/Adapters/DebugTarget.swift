public import Strobe

/// Somebody's store, as a debug server needs it.
///
/// Neither the state nor the action has to conform to anything. What is `Codable` can be dispatched and shown with its
/// coding keys; the rest is shown as its mirror has it.
///
///     final class Lamp: DebugTarget {
///         private let core = Mutex((isOn: false, tell: (@Sendable (String?, Bool) -> Void)?.none))
///         let id = "lamp"
///         var state: Bool { core.withLock { $0.isOn } }
///
///         func dispatch(_ action: String) {
///             core.withLock { core in
///                 core.isOn = action == "on"
///                 core.tell?(action, core.isOn)
///             }
///         }
///
///         func observe(_ tell: @escaping @Sendable (String?, Bool) -> Void) -> Bool {
///             core.withLock { core in
///                 core.tell = tell
///                 return core.isOn
///             }
///         }
///     }
public protocol DebugTarget<State, Action>: Sendable {
    /// What is inspected.
    associatedtype State: Sendable
    /// What asks for a change.
    associatedtype Action: Sendable

    /// The id that clients name it by; unique within a server.
    var id: String { get }
    /// The name for people; the id without.
    var name: String { get }
    /// The present state; called from any thread, now and then.
    var state: State { get }

    /// Applies an action, and returns once it is applied and told to the observer.
    ///
    /// The log shows the inspector as the origin of the first transition that is told within this call: on its thread, in
    /// its task or a child of it, or for its ``DispatchToken``. One that is told elsewhere counts as the program's own.
    func dispatch(_ action: Action) async throws

    /// Begins to tell of every transition, once, in order.
    ///
    /// Called once, when the target is added to a server.
    ///
    /// - Parameter tell: To be called with the action and the state after it; with `nil` for the action when the
    ///   state changed without one, which the log calls a `change`, or a state was put in place of the present one. It returns at once and may be called under the store's lock.
    /// - Returns: The state that the first transition told begins at. A store that any thread may dispatch to takes its
    ///   lock for both.
    func observe(_ tell: @escaping @Sendable (_ action: Action?, _ state: State) -> Void) -> State

    /// The pure function by which the store changes its state, if it has one; past states are then worked out by replay,
    /// and dry runs are possible. Without it the states of the last transitions are retained while somebody is attached.
    var reducer: (@Sendable (inout State, Action) -> Void)? { get }

    /// Puts a state in place of the present one and tells so, if the store can do that.
    var restorer: (@Sendable (State) async throws -> Void)? { get }

    /// Is told that recorded actions are going to be dispatched, and with `nil` that no more come, if the store can do
    /// without its effects meanwhile. It returns at once.
    var replayer: (@Sendable (ReplayInfo?) -> Void)? { get }
}

extension DebugTarget {
    /// The id.
    public var name: String { id }
    /// None: past states are retained in place of worked out.
    public var reducer: (@Sendable (inout State, Action) -> Void)? { nil }
    /// None: recorded actions are dispatched only where effects are performed as ever.
    public var replayer: (@Sendable (ReplayInfo?) -> Void)? { nil }
    /// None: past states cannot be restored.
    public var restorer: (@Sendable (State) async throws -> Void)? { nil }
}
