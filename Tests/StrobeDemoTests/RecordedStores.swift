import Foundation
import Strobe

@testable import StrobeDemo

// The stores of the tests in the folder Generated, each with the initial state of its recorded part.

func makeProfileStore(
    initial: ProfileReducer.State
) -> Store<ProfileReducer.State, ProfileReducer.Command, ProfileReducer.Effect> {
    Store(initial: initial, effect: \.effect, reduce: ProfileReducer.reduce)
}

func makeUserStore(
    initial: UserReducer.State
) -> Store<UserReducer.State, UserReducer.Command, UserReducer.Effect> {
    Store(initial: initial, reducer: UserReducer.both)
}

func makeLoginStore(initial: LoginState) -> AsyncStore<LoginState, LoginAction> {
    AsyncStore(initial: initial) { later in
        LoginReducer(validate: { $0.isLongEnough }, authenticate: { _ in nil }, later: later)
    }
}

func makeWidgetsStore(initial: WidgetsState) -> Store<WidgetsState, any WidgetAction, Never> {
    WidgetsStore(state: initial, reducer: WidgetsReducers.all).store
}

func makeItemsStore(initial: ItemsState) -> Store<ItemsState, ItemsEvent, ItemsEffect> {
    Store(machine: ItemsMachine.machine, in: initial)
}

@MainActor func makeItemsClassesStore(
    initial: ItemsState
) -> StateObjectMachine<ItemsState, ItemsEvent, ItemsController> {
    let controller = ItemsController(load: { .failed(reason: "nobody asks") })
    // A machine does not retain its host.
    controllers.append(controller)
    return controller.machine
}

@MainActor private var controllers: [ItemsController] = []

func makeTurnstileStore(
    initial: Turnstile.State
) -> Store<Turnstile.State, Turnstile.Event, Turnstile.Action> {
    Store(machine: Turnstile.machine, in: initial)
}

func makeCurrencyStore(
    initial: CurrencyConverter
) -> Store<CurrencyConverter, CurrencyConverter.Message, CurrencyConverter.Command> {
    Store(initial: initial) { state, message in state.send(message) }
}

extension Store where State: Kinded, Action: Kinded {
    /// Creates the store of a machine in a given state.
    fileprivate convenience init(machine: StateMachine<State, Action, Effect>, in state: State) {
        self.init(
            initial: state, reduce: { try machine.reduce(&$0, $1) })
    }
}
