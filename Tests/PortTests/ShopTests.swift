import Strobe
import Testing

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
}
