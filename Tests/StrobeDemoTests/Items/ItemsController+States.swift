import Strobe

@testable import StrobeDemo

extension ItemsController {
    /// Runs a closure, and returns the states of the machine from then on.
    ///
    /// - Parameter last: The last state to wait for.
    func states(ending last: ItemsState, _ body: () -> Void) async -> [ItemsState] {
        let (stream, continuation) = AsyncStream.makeStream(of: ItemsState.self)
        let observer = StateReporter { continuation.yield($0) }
        machine.install(observer)
        defer { machine.uninstall(observer) }
        body()
        var states: [ItemsState] = []
        for await state in stream {
            states.append(state)
            if state == last { break }
        }
        return states
    }
}

private final class StateReporter: StoreObserver<ItemsState, ItemsEvent, Never>, @unchecked Sendable {
    // Constant, so that any thread may use it.
    private let report: @Sendable (ItemsState) -> Void

    init(_ report: @escaping @Sendable (ItemsState) -> Void) {
        self.report = report
    }

    override func didReduce(
        _ action: ItemsEvent, effects: [Never], info: TransitionInfo, state: () -> ItemsState
    ) {
        report(state())
    }
}
