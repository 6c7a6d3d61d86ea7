import Strobe
import StrobeTesting

@testable import StrobeDemo

extension ReduxStore where State == WidgetsState, Action == any WidgetAction {
    /// A store that does everything synchronously, on the dispatching thread.
    convenience init(
        atOnce provider: StubProvider, interval: Duration = .seconds(10), clock: TestClock = TestClock(),
        tracker: any Tracking = ActionCounter(), mainDispatcher: MainActorDelivery = .mainActor
    ) {
        self.init(
            provider: provider, limit: RequestLimit(interval, clock: clock), tracker: tracker,
            serialDispatcher: .inline, mainDispatcher: mainDispatcher, middlewareDispatcher: .inline)
    }

    /// Waits until the state satisfies a condition.
    ///
    /// The thread of a fetch may still be in the store then; an action dispatched meanwhile waits for it, and is
    /// awaited here in turn.
    @discardableResult
    func state(where condition: (WidgetsState) -> Bool) async -> WidgetsState? {
        for await state in store.states() where condition(state) { return state }
        return nil
    }
}

extension Reducer {
    /// The state after an action.
    func callAsFunction(_ state: State, _ action: Action) -> State {
        var state = state
        _ = try? reduce(&state, action)
        return state
    }
}

extension WidgetList {
    /// A list without pictures.
    convenience init(store: WidgetsStore, draw: @escaping @MainActor ([String]) -> Void) {
        self.init(store: store, images: WidgetImages(load: { _ in throw CancellationError() }), draw: draw)
    }
}

extension TransitionLog where Action == any WidgetAction {
    /// The transitions in short: seq, action, origin.
    var lines: [String] {
        entries.enumerated().map { index, entry in
            "\(index + 1) \(type(of: entry.action)) \(entry.origin)" + (entry.cause.map { " of \($0)" } ?? "")
        }
    }
}
