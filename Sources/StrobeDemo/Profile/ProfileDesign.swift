import Strobe
import StrobeServer

/// The store of the profile view.
struct ProfileDesign: DemoDesign {
    let store: Store<ProfileReducer.State, ProfileReducer.Command, ProfileReducer.Effect>

    init(backend: BackendClient) {
        store = Store(initial: ProfileReducer.State()) { state, command -> ProfileReducer.Effect? in
            state = ProfileReducer.reduce(state: state, command: command)
            return state.effect
        }
        let interactor = ProfileInteractor(backend: backend)
        store.setEffectHandler(async: { effect, context in
            context.dispatch(await interactor.perform(effect))
        })
    }

    func add(to server: DebugServer) {
        server.add(store, id: "profile")
    }

    func use(turn: Int) {
        store.dispatch(.load)
    }
}
