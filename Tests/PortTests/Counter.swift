import Strobe

/// A counter that does not go below zero.
struct Counter: Reducer {
    enum Event: Equatable, Sendable { case up, down }
    enum Effect: Equatable, Sendable { case reportErrorNegative }

    func reduce(_ count: inout Int, _ event: Event) -> [Effect] {
        switch event {
        case .up: count += 1
        case .down where count > 0: count -= 1
        case .down: return [.reportErrorNegative]
        }
        return []
    }
}

func makeCounter(from count: Int, print: @escaping @Sendable (String) -> Void) -> StoreOf<Counter> {
    let store = StoreOf<Counter>(initial: count, reducer: Counter())
    store.setInlineEffectHandler { effect, _ in
        switch effect {
        case .reportErrorNegative: print("error!")
        }
    }
    return store
}
