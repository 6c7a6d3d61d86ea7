import Strobe
import StrobeTesting
import Testing

/// What the playground prints as a test, and one of the cart alone.
///
/// Lines of code: 21 here, 14 of them for the first; 13 there.
struct ShopTests {
    @Test("shows on its page what is in the cart")
    func add() {
        let (page, cart) = makeShop()
        let item = Item(name: "tea")
        page.dispatch(.addPressed(item))
        page.dispatch(.addPressed(item))
        #expect(cart.state == [item: 2])
        #expect(page.state == [item: 2])
    }

    @Test("counts in its cart, and says how many there are now")
    func cart() async {
        let (store, item) = (TestStore(initial: [:], reducer: Cart()), Item(name: "tea"))
        await store.send(.increase(item)) { $0 = [item: 1] }
        store.expect(.changed(item, 1))
        await store.finish()
    }
}
