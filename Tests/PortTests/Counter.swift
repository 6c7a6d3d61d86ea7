import Strobe

enum CounterEvent: Sendable { case up, down }
enum CounterEffect: Sendable { case reportErrorNegative }

/// Counts, but not below zero.
///
/// After the guide of spotify/Mobius.swift, as `MobiusExtras/Test/WikiTutorialTest.swift` has it (`addingEffects`). Lines of
/// code: 22 here, 28 there.
func update(_ count: inout Int, _ event: CounterEvent) -> CounterEffect? {
    switch event {
    case .up: count += 1
    case .down where count > 0: count -= 1
    case .down: return .reportErrorNegative
    }
    return nil
}

func makeCounter(
    from count: Int, print: @escaping @Sendable (String) -> Void
) -> Store<Int, CounterEvent, CounterEffect> {
    let store = Store(initial: count, reduce: update)
    store.setInlineEffectHandler { effect, _ in
        switch effect {
        case .reportErrorNegative: print("error!")
        }
    }
    return store
}
