import Strobe
import StrobeTesting

/// The small shop of the tests.
struct Shop: Codable, Sendable, Equatable {
    struct Item: Codable, Sendable, Equatable, Identifiable {
        var id: Int
        var title: String
    }

    enum Phase: Codable, Sendable, Equatable {
        case idle
        case loading(page: Int)
        case failed(String)
    }

    enum Action: Codable, Sendable, Equatable {
        case load(page: Int)
        case loaded([Item])
        case failed(String)
        case add(Item)
        case clear
    }

    enum Effect: Sendable, Equatable {
        case fetch(page: Int)
        case track(String)
    }

    var items: [Item] = []
    var phase = Phase.idle
    var prices: [String: Double] = [:]

    static let reduce: @Sendable (inout Shop, Action) -> [Effect] = { shop, action in
        switch action {
        case .load(let page):
            shop.phase = .loading(page: page)
            return [.fetch(page: page), .track("load")]
        case .loaded(let items):
            shop.phase = .idle
            shop.items = items
        case .failed(let reason): shop.phase = .failed(reason)
        case .add(let item): shop.items.append(item)
        case .clear: shop = Shop()
        }
        return []
    }

    static let tea = Item(id: 1, title: "tea")
    static let milk = Item(id: 2, title: "milk")
}

/// Keeps the failures of a test store.
struct Reports {
    let log = Log<TestFailure>()

    var messages: [String] { log.all.map(\.message) }

    /// A store that reports here, and does not wait.
    func store(_ shop: Shop = Shop()) -> TestStore<Shop, Shop.Action, Shop.Effect> {
        TestStore(initial: shop, patience: .milliseconds(10), report: { log.add($0) }, reduce: Shop.reduce)
    }
}
