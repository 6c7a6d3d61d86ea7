/// The state that is measured: a counter, a title, and a list as long as one likes.
struct ShopState: Codable, Sendable, Equatable {
    struct Item: Codable, Sendable, Equatable, Identifiable {
        var id: Int
        var title: String
        var done: Bool
        var tags: [String]
    }

    var count = 0
    var title = "shop"
    var items: [Item]

    init(items: Int) {
        self.items = (0..<items).map { Item(id: $0, title: "Item number \($0)", done: false, tags: ["a", "b"]) }
    }
}

/// What is dispatched at it.
enum ShopAction: Codable, Sendable, Equatable {
    case increment(by: Int)
    case toggle(Int)
}

/// The reducer, the same for the store and for the loop that it is compared with.
@inline(never)
func reduceShop(_ state: inout ShopState, _ action: ShopAction) {
    switch action {
    case .increment(let step): state.count &+= step
    case .toggle(let index): state.items[index].done.toggle()
    }
}

/// The action of one turn: half of them touch the list.
@inline(__always)
func shopAction(_ turn: Int, items: Int) -> ShopAction {
    turn & 1 == 0 ? .increment(by: 1) : .toggle(turn % items)
}
