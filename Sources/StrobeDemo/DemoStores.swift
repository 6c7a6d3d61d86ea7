import Foundation
import Strobe

/// The demo's stores, with their effects wired to the backend.
struct DemoStores: Sendable {
    typealias ProfileStore = Store<ProfileReducer.State, ProfileReducer.Command, ProfileReducer.Effect>
    typealias CurrencyStore = Store<CurrencyConverter, CurrencyConverter.Message, CurrencyConverter.Command>

    let profile: ProfileStore
    let currency: CurrencyStore

    init(backend: BackendClient, ratesURL: URL) {
        profile = Store(initial: ProfileReducer.State()) { state, command -> ProfileReducer.Effect? in
            state = ProfileReducer.reduce(state: state, command: command)
            return state.effect
        }
        let interactor = ProfileInteractor(backend: backend)
        profile.setEffectHandler(async: { effect, context in
            context.dispatch(await interactor.perform(effect))
        })

        currency = Store(initial: CurrencyConverter(ratesURL: ratesURL)) { state, message in
            state.send(message)
        }
        currency.setEffectHandler(async: { command, context in
            context.dispatch(await command.interpret(with: backend))
        })
    }
}
