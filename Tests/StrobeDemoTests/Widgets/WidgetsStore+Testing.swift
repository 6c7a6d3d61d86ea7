import Strobe
import StrobeTesting

@testable import StrobeDemo

extension ReduxStore where State == WidgetsState, Action == any WidgetAction {
    /// A store that does everything at once, on the thread that dispatches.
    convenience init(
        atOnce provider: StubProvider, interval: Duration = .seconds(10), clock: TestClock = TestClock(),
        tracker: any Tracking = ActionCounter(), mainDispatcher: Delivery = .inline
    ) {
        self.init(
            provider: provider, interval: interval, clock: clock, tracker: tracker, serialDispatcher: .inline,
            mainDispatcher: mainDispatcher, middlewareDispatcher: .inline)
    }

    /// Waits until the state satisfies a condition.
    ///
    /// The thread of a fetch may still be at work in the store then; what is dispatched beside it waits for it, and is
    /// waited for here in its turn.
    @discardableResult
    func state(where condition: (WidgetsState) -> Bool) async -> WidgetsState? {
        for await state in store.states() where condition(state) { return state }
        return nil
    }
}

extension TransitionLog where Action == any WidgetAction {
    /// The transitions in short: number, action, origin.
    var lines: [String] {
        entries.enumerated().map { index, entry in
            "\(index + 1) \(type(of: entry.action)) \(entry.origin)" + (entry.cause.map { " of \($0)" } ?? "")
        }
    }
}
