import Strobe

/// A store, with subscribers to a key path.
@main
enum Program {
    static func main() {
        Measured.run { items, subscribers in
            let store = Store(initial: ShopState(items: items)) { (state: inout ShopState, action: ShopAction) in
                reduceShop(&state, action)
            }
            nonisolated(unsafe) let received = Received()  // the store delivers on the thread that dispatches: this one
            let subscriptions = (0..<subscribers).map { _ in store.subscribe(to: \.count) { received.take($0) } }
            return { action in
                store.dispatch(action)
                withExtendedLifetime(subscriptions) {}
            }
        }
    }
}
