import Strobe

struct Item: Hashable, Sendable { let name: String }

/// A page that offers items, and shows how many of each are in the cart.
struct ItemPage: Reducer {
    enum Event: Equatable, Sendable { case addPressed(Item), amountChanged(Item, Int) }
    enum Effect: Equatable, Sendable { case increase(Item) }

    func reduce(_ amounts: inout [Item: Int], _ event: Event) -> [Effect] {
        switch event {
        case .addPressed(let item): return [.increase(item)]
        case .amountChanged(let item, let amount): amounts[item] = amount
        }
        return []
    }
}

/// The cart.
struct Cart: Reducer {
    enum Event: Equatable, Sendable { case increase(Item) }
    enum Effect: Equatable, Sendable { case changed(Item, Int) }

    func reduce(_ amounts: inout [Item: Int], _ event: Event) -> [Effect] {
        guard case .increase(let item) = event else { return [] }
        amounts[item, default: 0] += 1
        return [.changed(item, amounts[item, default: 0])]
    }
}

/// Makes two stores, each of which performs its effects by telling the other.
///
/// After `Mobius.playground` of spotify/Mobius.swift, until its commit 23b2c44. Lines of code: 37 here, 99 there.
func makeShop() -> (page: StoreOf<ItemPage>, cart: StoreOf<Cart>) {
    let page = Store(initial: [:], reducer: ItemPage())
    let cart = Store(initial: [:], reducer: Cart())
    page.setInlineEffectHandler { [weak cart] effect, _ in
        switch effect {
        case .increase(let item): cart?.dispatch(.increase(item))
        }
    }
    cart.setInlineEffectHandler { [weak page] effect, _ in
        switch effect {
        case .changed(let item, let amount): page?.dispatch(.amountChanged(item, amount))
        }
    }
    return (page, cart)
}
