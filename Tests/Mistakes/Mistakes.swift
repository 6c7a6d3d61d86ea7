// swift-format-ignore-file

// Mistakes in programs that use Strobe, and what the compiler says. They are no part of a target: `.ci/run` compiles them with
// `-verify`, which fails for an error that differs from the one beside it. `-verify` has no regular expressions.

import Strobe

struct Shop: Sendable {
    var visits = 0
    var names: [String] = []
}

enum Visit: Sendable { case enter, leave(Int) }

enum Order: Sendable { case fetch, save }

enum Other: Sendable { case enter }

final class Basket {  // expected-note 3 {{class 'Basket' does not conform to the 'Sendable' protocol}}
    var items = 0
}

struct Feature: Reducer {
    func reduce(_ shop: inout Shop, _ visit: Visit) -> [Order] {
        switch visit {  // expected-error {{switch must be exhaustive}} expected-note {{add missing case: '.leave(_)'}}
        case .enter: return [.fecth]  // expected-error {{type 'Order' has no member 'fecth'}}
        }
    }
}

func dispatch(_ store: Store<Shop, Visit, Order>, _ redux: ReduxStore<Shop, Visit>) {
    store.dispatch(.entr)  // expected-error {{type 'Visit' has no member 'entr'}}
    redux.dispatch(.entr)  // expected-error {{type 'Visit' has no member 'entr'}}
    store.dispatch(.leave)  // expected-error {{member 'leave' expects argument of type 'Int'}}
    store.dispatch(.leave("1"))  // expected-error {{cannot convert value of type 'String' to expected argument type 'Int'}}
    store.dispatch(.enter(1))  // expected-error {{enum case 'enter' has no associated values}}
    store.dispatch(Other.enter)  // expected-error {{cannot convert value of type 'Other' to expected argument type 'Visit'}}
}

func read(_ store: Store<Shop, Visit, Order>) {
    _ = store.state.visist  // expected-error {{value of type 'Shop' has no member 'visist'}}
    _ = store.visits  // expected-error {{value of type 'Store<Shop, Visit, Order>' has no member 'visits'}}
    store.state.visits = 1  // expected-error {{cannot assign to property: 'state' is a get-only property}}
    _ = store.subscribe(to: \.visist) { _ in }  // expected-error {{value of type 'Shop' has no member 'visist'}}
}

func perform(_ store: Store<Shop, Visit, Order>) {
    store.setEffectHandler { order, context in
        context.dispatch(.entr)  // expected-error {{type 'Visit' has no member 'entr'}}
    }
    store.setEffectHandler { order, context in
        switch order {  // expected-error {{switch must be exhaustive}} expected-note {{add missing case: '.save'}}
        case .fetch: context.dispatch(.enter)
        }
    }
}

func reduce() {
    let _: Store<Shop, Visit, Never> = Store(initial: Shop()) { shop, visit in
        switch visit {  // expected-error {{switch must be exhaustive}} expected-note {{add missing case: '.leave(_)'}}
        case .enter: shop.visits += 1
        }
    }
    let _: Store<Shop, Visit, Order> = Store(initial: Shop()) { shop, visit in
        shop.visits = "1"  // expected-error {{cannot assign value of type 'String' to type 'Int'}}
        return [.fetch]
    }
    let _: Store<Shop, Visit, Never> = Store(initial: Shop()) { shop, visit in  // expected-error {{cannot pass function of type '@Sendable (inout Shop, Visit) async -> Void' to parameter expecting synchronous function type}}
        await Task.yield()  // expected-note {{'async' inferred from asynchronous operation used here}}
        shop.visits += 1
    }
    var count = 0
    let _: Store<Shop, Visit, Never> = Store(initial: Shop()) { shop, visit in
        count += 1  // expected-error {{mutation of captured var 'count' in concurrently-executing code}}
        shop.visits += 1
    }
    let _: Store<Basket, Visit, Never> = Store(initial: Basket()) { basket, visit in  // expected-error 3 {{type 'Basket' does not conform to the 'Sendable' protocol}}
        basket.items += 1
    }
    let _: Store<Shop, Visit, Never> = Store(initial: Shop()) { shop, visit in
        shop.visist += 1  // expected-error {{reference to member 'visist' cannot be resolved without a contextual type}}
        shop.visits += 1
    }
}

func combine() {
    let _ = CombinedReducer<Shop, Visit, Other> {
        Feature()  // expected-error {{'buildExpression' is unavailable: the effects of this reducer are of another type: pass `effect:` to map them}}
        Feature().scoped(state: \.self, action: .whole)  // expected-error {{'buildExpression' is unavailable: the effects of this reducer are of another type: pass `effect:` to map them}}
        Reduce { shop, visit in
            if case .leave = visit { shop.visits = 0 }
        }
    }
}
