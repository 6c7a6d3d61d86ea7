import Strobe

@testable import StrobeServer

struct Item: Codable, Sendable, Equatable, Identifiable {
    var id: Int
    var title: String
}

struct Shop: Codable, Sendable, Equatable {
    var count = 0
    var note: String?
    var items: [Item] = []
}

enum ShopAction: Codable, Sendable, Equatable {
    case increment(by: Int)
    case reset
    case add(Item)
    case rename(id: Int, title: String)
    case annotate(String)
    case save
}

enum ShopEffect: Codable, Sendable, Equatable {
    case write(count: Int)
}

typealias ShopStore = Store<Shop, ShopAction, ShopEffect>

func reduceShop(_ state: inout Shop, _ action: ShopAction) -> [ShopEffect] {
    switch action {
    case .increment(let step): state.count &+= step
    case .reset: state = Shop()
    case .add(let item): state.items.append(item)
    case .rename(let id, let title):
        guard let index = state.items.firstIndex(where: { $0.id == id }) else { return [] }
        state.items[index].title = title
    case .annotate(let note): state.note = note
    case .save: return [.write(count: state.count)]
    }
    return []
}

func makeShop(_ initial: Shop = Shop()) -> ShopStore {
    ShopStore(initial: initial, reduce: reduceShop)
}
