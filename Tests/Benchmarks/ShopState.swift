/// The state of the benchmarks: a counter, a title and a list of any length.
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

/// The actions of the benchmarks.
enum ShopAction: Codable, Sendable, Equatable {
    case increment(by: Int)
    case toggle(Int)
}

/// The reducer of the store and of the loop that it is compared with.
@inline(never)
func reduceShop(_ state: inout ShopState, _ action: ShopAction) {
    switch action {
    case .increment(let step): state.count &+= step
    case .toggle(let index): state.items[index].done.toggle()
    }
}

/// The action of one iteration: half of them change the list.
@inline(__always)
func shopAction(_ turn: Int, items: Int) -> ShopAction {
    turn & 1 == 0 ? .increment(by: 1) : .toggle(turn % items)
}
