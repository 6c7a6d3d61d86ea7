import Strobe
import StrobeTesting
import Testing

private struct Shop: Sendable {
    var visits = 0
    var effect: Order?
}

private enum Visit: Sendable { case enter, leave(Int) }

private enum Order: Sendable, Equatable { case fetch, save }

/// The fifth design's form: a state that takes messages itself.
private struct Converter: Sendable {
    var visits = 0

    mutating func send(_ message: Visit) -> Order? {
        visits += 1
        return .fetch
    }
}

private func nothing(_ shop: inout Shop, _ visit: Visit) { shop.visits += 1 }

private func list(_ shop: inout Shop, _ visit: Visit) -> [Order] {
    shop.visits += 1
    return [.fetch, .save]
}

private func maybe(_ shop: inout Shop, _ visit: Visit) -> Order? {
    shop.visits += 1
    return .fetch
}

private func always(_ shop: inout Shop, _ visit: Visit) -> Order {
    shop.visits += 1
    return .fetch
}

private func new(_ shop: Shop, _ visit: Visit) -> Shop { Shop(visits: shop.visits + 1) }

private func newAndList(_ shop: Shop, _ visit: Visit) -> (Shop, [Order]) { (new(shop, visit), [.fetch, .save]) }

private func newAndMaybe(_ shop: Shop, _ visit: Visit) -> (Shop, Order?) { (new(shop, visit), .fetch) }

/// The first design's form: a namespace with a static function, and the effect in the state.
private enum Screen {
    static func reduce(state: Shop, command: Visit) -> Shop { Shop(visits: state.visits + 1, effect: .fetch) }
}

private struct Feature: Reducer {
    func reduce(_ shop: inout Shop, _ visit: Visit) -> [Order] { list(&shop, visit) }
}

/// Stores as properties, whose types are known before the closures are.
private final class App: Sendable {
    let silent: Store<Shop, Visit, Never>
    let short: Store<Shop, Visit, Never>
    let listing: Store<Shop, Visit, Order>
    let asking: Store<Shop, Visit, Order>
    let copying: Store<Shop, Visit, Never>
    let pairing: Store<Shop, Visit, Order>
    let mapping: Store<Shop, Visit, Order>
    let holding: Store<Shop, Visit, Order>
    let converting: Store<Converter, Visit, Order>

    init() {
        silent = Store(initial: Shop()) { shop, visit in
            shop.visits += 1
            switch visit {
            case .enter: shop.effect = nil
            case .leave(let number): shop.visits -= number
            }
        }
        short = Store(initial: Shop()) { shop, _ in shop.visits += 1 }
        listing = Store(initial: Shop()) { shop, visit in
            shop.visits += 1
            switch visit {
            case .enter: return [.fetch, .save]
            case .leave: return []
            }
        }
        asking = Store(initial: Shop()) { shop, visit in
            shop.visits += 1
            switch visit {
            case .enter: return .fetch
            case .leave: return nil
            }
        }
        copying = Store(initial: Shop()) { shop, _ in
            var shop = shop
            shop.visits += 1
            return shop
        }
        pairing = Store(initial: Shop()) { shop, _ in
            var shop = shop
            shop.visits += 1
            return (shop, [.fetch, .save])
        }
        mapping = Store(initial: Shop()) { shop, visit in
            var shop = shop
            shop.visits += 1
            guard case .enter = visit else { return (shop, nil) }
            return (shop, .fetch)
        }
        holding = Store(initial: Shop(), effect: \.effect) { shop, _ in
            var shop = shop
            shop.visits += 1
            shop.effect = .fetch
            return shop
        }
        converting = Store(initial: Converter()) { $0.send($1) }
    }
}

private func returned() -> Store<Shop, Visit, Never> {
    Store(initial: Shop()) { shop, visit in
        shop.visits += 1
        if case .leave(let number) = visit { shop.visits -= number }
    }
}

private func returnedList() -> Store<Shop, Visit, Order> {
    Store(initial: Shop()) { shop, visit in
        shop.visits += 1
        guard case .enter = visit else { return [] }
        return [.fetch, .save]
    }
}

private func returnedMaybe() -> Store<Shop, Visit, Order> {
    Store(initial: Shop()) { shop, visit in
        shop.visits += 1
        guard case .enter = visit else { return nil }
        return .fetch
    }
}

private func taken(_ store: Store<Shop, Visit, Never>) -> Store<Shop, Visit, Never> { store }

private func taken(asking store: Store<Shop, Visit, Order>) -> Store<Shop, Visit, Order> { store }

/// What a person may write for a store, with what the compiler has to make of it.
@Suite("What a reducer may look like")
struct ReducerShapeTests {
    private static let two: [Order] = [.fetch, .save]

    private func check<State, Effect: Equatable>(
        _ store: Store<State, Visit, Effect>, _ visits: KeyPath<State, Int>, _ effects: [Effect] = [],
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let receipt = try await store.receipt(of: .enter)
        #expect(receipt.effects == effects, sourceLocation: location)
        #expect(store.state[keyPath: visits] == 1, sourceLocation: location)
    }

    @Test("functions are taken by name in every form")
    func names() async throws {
        try await check(Store(initial: Shop(), reduce: nothing), \.visits)
        try await check(Store(initial: Shop(), reduce: list), \.visits, Self.two)
        try await check(Store(initial: Shop(), reduce: maybe), \.visits, [.fetch])
        try await check(Store(initial: Shop(), reduce: always), \.visits, [.fetch])
        try await check(Store(initial: Shop(), reduce: new), \.visits)
        try await check(Store(initial: Shop(), reduce: newAndList), \.visits, Self.two)
        try await check(Store(initial: Shop(), reduce: newAndMaybe), \.visits, [.fetch])
        try await check(Store(initial: Shop(), effect: \.effect, reduce: Screen.reduce), \.visits, [.fetch])
        try await check(Store(initial: Shop(), reducer: Feature()), \.visits, Self.two)
    }

    @Test("properties of known type take closures of several statements without annotations")
    func properties() async throws {
        let app = App()
        try await check(app.silent, \.visits)
        try await check(app.short, \.visits)
        try await check(app.listing, \.visits, Self.two)
        try await check(app.asking, \.visits, [.fetch])
        try await check(app.copying, \.visits)
        try await check(app.pairing, \.visits, Self.two)
        try await check(app.mapping, \.visits, [.fetch])
        try await check(app.holding, \.visits, [.fetch])
        try await check(app.converting, \.visits, [.fetch])
    }

    @Test("results and arguments of known type do, too")
    func resultsAndArguments() async throws {
        try await check(returned(), \.visits)
        try await check(returnedList(), \.visits, Self.two)
        try await check(returnedMaybe(), \.visits, [.fetch])
        try await check(taken(.init(initial: Shop(), reduce: nothing)), \.visits)
        try await check(taken(.init(initial: Shop()) { shop, _ in shop.visits += 1 }), \.visits)
        try await check(
            taken(
                Store(initial: Shop()) { shop, visit in
                    shop.visits += 1
                    if case .leave = visit { shop.visits = 0 }
                }), \.visits)
        try await check(
            taken(
                asking: Store(initial: Shop()) { shop, _ in
                    shop.visits += 1
                    return [.fetch, .save]
                }), \.visits, Self.two)
        try await check(
            taken(
                asking: Store(initial: Shop()) { shop, _ in
                    shop.visits += 1
                    return nil
                }), \.visits)
    }

    @Test("so do stores with their types written out")
    func generics() async throws {
        try await check(
            Store<Shop, Visit, Never>(initial: Shop()) { shop, _ in
                shop.visits += 2
                shop.visits -= 1
            }, \.visits)
        try await check(
            Store<Shop, Visit, Never>(initial: Shop()) { shop, _ in
                var shop = shop
                shop.visits += 1
                return shop
            }, \.visits)
        try await check(Store<Shop, Visit, Never>(initial: Shop()) { shop, visit in new(shop, visit) }, \.visits)
        try await check(Store<Shop, Visit, Order>(initial: Shop(visits: 1)) { _, _ in [] }, \.visits)
        try await check(Store<Shop, Visit, Order>(initial: Shop(visits: 1)) { _, _ in nil }, \.visits)
        try await check(Store<Shop, Visit, Order>(initial: Shop(visits: 1)) { _, _ in .fetch }, \.visits, [.fetch])
        try await check(Store<Shop, Visit, Order>(initial: Shop(visits: 1)) { _, _ in [.save] }, \.visits, [.save])
    }

    @Test("closures with typed parameters need no further types")
    func parameters() async throws {
        try await check(Store(initial: Shop()) { (shop: inout Shop, _: Visit) in shop.visits += 1 }, \.visits)
        try await check(
            Store(initial: Shop()) { (shop: inout Shop, visit: Visit) in
                shop.visits += 1
                if case .leave = visit { shop.visits = 0 }
            }, \.visits)
        try await check(Store(initial: Shop()) { (shop: Shop, visit: Visit) in new(shop, visit) }, \.visits)
        try await check(
            Store(initial: Shop()) { (shop: Shop, visit: Visit) in (new(shop, visit), Order.fetch) }, \.visits, [.fetch]
        )
        try await check(
            Store(initial: Shop()) { (shop: Shop, visit: Visit) in (new(shop, visit), [Order.save]) }, \.visits, [.save]
        )
        try await check(
            Store(initial: Shop()) { (shop: inout Shop, visit: Visit) -> Order? in maybe(&shop, visit) }, \.visits,
            [.fetch])
        try await check(
            Store(initial: Shop()) { (shop: inout Shop, visit: Visit) -> [Order] in list(&shop, visit) }, \.visits,
            Self.two)
        try await check(
            Store(initial: Converter()) { (converter: inout Converter, visit: Visit) -> Order? in converter.send(visit)
            },
            \.visits, [.fetch])
    }

    @Test("`Reduce` takes the same forms, and test stores do")
    func others() async throws {
        try await check(Store(initial: Shop(), reducer: Reduce(nothing)), \.visits)
        try await check(Store(initial: Shop(), reducer: Reduce(maybe)), \.visits, [.fetch])
        try await check(Store(initial: Shop(), reducer: Reduce(new)), \.visits)
        try await check(Store(initial: Shop(), reducer: Reduce(newAndList)), \.visits, Self.two)
        try await check(Store(initial: Shop(), reducer: Reduce(newAndMaybe)), \.visits, [.fetch])
        try await check(Store(initial: Shop(), reducer: Reduce(effect: \.effect, Screen.reduce)), \.visits, [.fetch])
        try await check(
            Store(
                initial: Shop(),
                reducer: Reduce<Shop, Visit, Never> { shop, visit in
                    shop.visits += 1
                    if case .leave = visit { shop.visits = 0 }
                }), \.visits)
        let test: TestStore<Int, Int, Never> = TestStore(initial: 0) { sum, number in
            sum += number
            if sum > 10 { sum = 0 }
        }
        await test.send(3) { $0 = 3 }
        await test.finish()
    }

    @Test("an effect that a state holds is performed after each action, and none at the beginning")
    func heldEffect() async throws {
        let store = Store(initial: Shop(effect: .save), effect: \.effect) { (shop: Shop, visit: Visit) -> Shop in
            if case .enter = visit { return Shop(visits: shop.visits + 1, effect: .fetch) }
            return Shop(visits: shop.visits)
        }
        #expect(try await store.receipt(of: .leave(1)).effects == [])
        #expect(try await store.receipt(of: .enter).effects == [.fetch])
        #expect(try await store.receipt(of: .leave(1)).effects == [])
    }
}
