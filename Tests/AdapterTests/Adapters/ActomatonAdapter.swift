import Actomaton
import StrobeServer

/// A state on its way to the reducer, the only one that may change the state.
private enum Restoring {
    @TaskLocal static var state: (any Sendable)?
}

extension Reducer where State: Sendable, Action: Sendable {
    /// Reports each action to a target, except those that a client holds.
    func debugged(by target: DebugTarget<State, Action>) -> Reducer {
        Reducer { action, state, environment in
            if let restored = Restoring.state as? State {
                state = restored
                target.report(nil, state: restored)
                return .empty
            }
            guard target.admits(action) else { return .empty }
            let effect = run(action, &state, environment)
            target.report(action, state: state)
            return effect
        }
    }
}

extension DebugTarget {
    /// Lets clients send actions to a store.
    ///
    /// - Parameter carrier: An action that carries states that clients restore; it is not reduced then. If `nil`, they
    ///   cannot restore any.
    func connect(to store: Actomaton<Action, State>, carrier: Action? = nil) {
        onDispatch { [weak store] action in await store?.send(action) }
        guard let carrier else { return }
        onRestore { [weak store] state in await Restoring.$state.withValue(state) { _ = await store?.send(carrier) } }
    }
}
