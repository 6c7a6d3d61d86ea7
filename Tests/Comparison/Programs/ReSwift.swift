import ReSwift

extension ShopAction: Action {}

/// A subscriber to a selection of the state, which is compared before it is delivered.
final class Subscriber: StoreSubscriber {
    let received = Received()

    func newState(state: Int) { received.take(state) }
}

/// ReSwift's store: reducers return a new state.
@main
enum Program {
    static func main() {
        Measured.run { items, subscribers in
            let store = Store<ShopState>(
                reducer: { action, state in
                    var state = state ?? ShopState(items: items)
                    if let action = action as? ShopAction { reduceShop(&state, action) }
                    return state
                },
                state: ShopState(items: items))
            let listening = (0..<subscribers).map { _ in Subscriber() }
            for subscriber in listening { store.subscribe(subscriber) { $0.select { $0.count } } }
            return { action in
                store.dispatch(action)
                withExtendedLifetime(listening) {}
            }
        }
    }
}
