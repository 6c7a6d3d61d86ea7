import Dispatch
@preconcurrency import ReSwift
import StrobeServer

/// A state that a client restores, on its way to the reducer.
private struct Restored<State>: Action {
    let state: State
}

private let isMain = DispatchSpecificKey<Bool>()

/// Makes a ReSwift store, and the target that shows it to a debug server.
func makeStore<State: Sendable>(
    id: String, state: State, middleware: [Middleware<State>] = [], actions: ActionCatalog<any Action>? = nil,
    reducer: @escaping @Sendable (_ action: any Action, _ state: State?) -> State
) -> (store: ReSwift.Store<State>, target: DebugTarget<State, any Action>) {
    let target = DebugTarget<State, any Action>(
        id: id, state: state, reducer: { state, action in state = reducer(action, state) }, actions: actions,
        gated: true)
    DispatchQueue.main.setSpecific(key: isMain, value: true)
    let gate: Middleware<State> = { _, _ in
        { next in
            { action in
                // The library belongs on the main queue; what is dispatched elsewhere is not held.
                guard DispatchQueue.getSpecific(key: isMain) == true, !(action is Restored<State>) else {
                    return next(action)
                }
                nonisolated(unsafe) let (target, action, next) = (target, action, next)
                MainActor.assumeIsolated { target.admitOnMainActor(action) { action in next(action) } }
            }
        }
    }
    let store = ReSwift.Store<State>(
        reducer: { action, old in
            let restored = action as? Restored<State>
            let new = restored?.state ?? reducer(action, old)
            // Here, not in a middleware: what subscribers dispatch meanwhile comes after it.
            target.report(restored == nil ? action : nil, state: new)
            return new
        }, state: state, middleware: middleware + [gate])
    nonisolated(unsafe) weak let held = store
    let dispatch: @MainActor (any Action) -> Void = { action in held?.dispatch(action) }
    target.onDispatch { action in await dispatch(action) }
    target.onRestore { state in await dispatch(Restored(state: state)) }
    return (store, target)
}
