import ComposableArchitecture
import StrobeServer

/// A state on its way to the reducer, the only one that may change the state.
private enum Restoring {
    @TaskLocal static var state: (any Sendable)?
}

private struct DebuggedReducer<Base: Reducer>: Reducer where Base.State: Sendable, Base.Action: Sendable {
    let base: Base
    let target: DebugTarget<Base.State, Base.Action>

    func _reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
        if let restored = Restoring.state as? Base.State {
            state = restored
            target.report(nil, state: restored)
            return .none
        }
        guard target.admits(action) else { return .none }
        let effect = base._reduce(into: &state, action: action)
        target.report(action, state: state)
        return effect
    }
}

extension Reducer where State: Sendable, Action: Sendable {
    /// Reports each action to a target, except those that a client holds.
    func debugged(by target: DebugTarget<State, Action>) -> some Reducer<State, Action> {
        DebuggedReducer(base: self, target: target)
    }
}

extension DebugTarget {
    /// Lets clients send actions to a store.
    ///
    /// - Parameter carrier: An action that carries states that clients restore; it is not reduced then. If `nil`, they
    ///   cannot restore any.
    func connect(to store: Store<State, Action>, carrier: Action? = nil) {
        onDispatch { @MainActor [weak store] action in store?.send(action) }
        guard let carrier else { return }
        onRestore { @MainActor [weak store] state in Restoring.$state.withValue(state) { _ = store?.send(carrier) } }
    }
}
