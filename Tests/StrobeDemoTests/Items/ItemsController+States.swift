import Strobe

@testable import StrobeDemo

extension ItemsController {
    /// Runs a closure, and returns the states of the machine from then on.
    ///
    /// - Parameter last: The last state to wait for.
    func states(ending last: ItemsState, _ body: () -> Void) async -> [ItemsState] {
        let all = machine.states(buffering: 100).dropFirst()
        body()
        var states: [ItemsState] = []
        for await state in all {
            states.append(state)
            if state == last { break }
        }
        return states
    }
}
