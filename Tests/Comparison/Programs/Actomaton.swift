import ActomatonCore

/// Actomaton's machine as it is inside its actor.
///
/// The actor's hop to another executor is not measured. A machine has no subscribers.
@main
enum Program {
    static func main() {
        Measured.run(subscribers: [0]) { items, _ in
            let machine = MealyMachine(
                state: ShopState(items: items),
                reducer: MealyReducer<ShopAction, ShopState, (), Void> { action, state, _ in
                    reduceShop(&state, action)
                })
            return { machine.run($0) }
        }
    }
}
