import Strobe
import StrobeServer

/// The store of the turnstile.
struct TurnstileDesign: DemoDesign {
    let store: Store<Turnstile.State, Turnstile.Event, Turnstile.Action>

    /// Makes the store.
    ///
    /// - Parameter say: Called with what the turnstile does, in words for people.
    init(say: @escaping @Sendable (String) -> Void) {
        store = Store(machine: Turnstile.machine)
        store.setInlineEffectHandler { action, _ in say("turnstile: \(action.rawValue)") }
    }

    func add(to server: DebugServer) {
        server.add(store, id: "turnstile")
    }

    /// Most people pay; now and then one pushes without paying, and one pays twice.
    func use(turn: Int) {
        store.dispatch([.coin, .push, .push, .coin, .coin, .push][turn % 6])
    }
}
