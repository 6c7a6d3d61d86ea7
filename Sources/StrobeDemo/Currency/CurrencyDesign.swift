import Foundation
import Strobe
import StrobeServer

/// The store of the currency converter, with a screen that shows its output label.
struct CurrencyDesign: DemoDesign {
    let store: Store<CurrencyConverter, CurrencyConverter.Message, CurrencyConverter.Command>
    private let display: StoreSubscription

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
        let screen = Screen(name: "currency", say: say)
        display = store.subscribe(to: \.label, on: .mainActor, initial: true) { label in
            screen.draw(label.isEmpty ? [] : [.headline(label)])
        }
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
        case 0: store.dispatch(.reload)
        case 3: store.dispatch(.inputChanged("a lot"))
        default: store.dispatch(.inputChanged(String(10 + turn)))
        }
    }
}
