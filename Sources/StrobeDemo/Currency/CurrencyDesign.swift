import Foundation
import Strobe
import StrobeServer

/// The store of the currency converter, with its screen.
@MainActor
struct CurrencyDesign: DemoDesign {
    let store: Store<CurrencyConverter, CurrencyConverter.Message, CurrencyConverter.Command>
    let viewController: CurrencyViewController
    let screen: Screen<[ScreenRow]>

    /// Makes the store.
    ///
    /// - Parameters:
    ///   - backend: The backend that has the rates.
    ///   - ratesURL: Where they are.
    ///   - say: Called with what the screen shows, in words for people.
    init(backend: BackendClient, ratesURL: URL, say: @escaping @Sendable (String) -> Void) {
        store = Store(initial: CurrencyConverter(ratesURL: ratesURL)) { state, message in
            state.send(message)
        }
        let viewController = CurrencyViewController(store.observed)
        self.viewController = viewController
        screen = Screen(name: "currency", say: say) { viewController.rows }
        store.setEffectHandler(async: { command, context in
            context.dispatch(await command.interpret(with: backend))
        })
    }

    func add(to server: DebugServer) {
        server.add(store, id: "currency")
    }

    /// Looks up rates, types amounts, and now and then something that is no number.
    func use(turn: Int) {
        switch turn % 4 {
        case 0: viewController.reload()
        case 3: viewController.input = "a lot"
        default: viewController.input = String(10 + turn)
        }
    }
}
