public import Strobe

/// A store of another library, as a debug server needs it.
///
/// Neither the state nor the action has to conform to anything. Anything `Codable` can be dispatched and is shown with
/// its coding keys; the rest is shown by its mirror.
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
    /// The inspected state.
    associatedtype State: Sendable
    /// The type that describes a change.
    associatedtype Action: Sendable

    /// The id that clients use for it, unique within a server.
    var id: String { get }
    /// The display name; the id by default.
    var name: String { get }
    /// The current state; called occasionally, from any thread.
    var state: State { get }

    /// Applies an action, and returns once it is applied and reported to the observer.
    ///
    /// The log shows the inspector as the origin of the first transition reported within this call: on its thread, in
    /// its task or a child of it, or for its ``DispatchToken``. A transition reported elsewhere counts as the program's
    /// own.
    func dispatch(_ action: Action) async throws

    /// Starts reporting every transition, once, in order.
    ///
    /// Called once, when the target is added to a server.
    ///
    /// - Parameter tell: A closure to call with the action and the state after it; with `nil` for the action if the
    ///   state changed without one (the log calls this a `change`) or was replaced. It returns at once and may be
    ///   called under the store's lock.
    /// - Returns: The state before the first reported transition. A store that any thread may dispatch to takes its
    ///   lock for both.
    func observe(_ tell: @escaping @Sendable (_ action: Action?, _ state: State) -> Void) -> State

    /// The pure function by which the store changes its state, if any; past states are then computed by replay, and dry
    /// runs are possible. Otherwise the states of the last transitions are retained while a client is attached.
    var reducer: (@Sendable (inout State, Action) -> Void)? { get }

    /// Replaces the current state and reports that, if the store supports it.
    var restorer: (@Sendable (State) async throws -> Void)? { get }

    /// Called before recorded actions are dispatched, and with `nil` after the last one, if the store can do without
    /// its effects in between. It returns at once.
    var replayer: (@Sendable (ReplayInfo?) -> Void)? { get }
}

extension DebugTarget {
    /// The id.
    public var name: String { id }
    /// None: past states are retained instead of computed.
    public var reducer: (@Sendable (inout State, Action) -> Void)? { nil }
    /// None: recorded actions can be dispatched only with effects running as usual.
    public var replayer: (@Sendable (ReplayInfo?) -> Void)? { nil }
    /// None: past states cannot be restored.
    public var restorer: (@Sendable (State) async throws -> Void)? { nil }
}
