import Strobe
import StrobeTesting
import Synchronization
import Testing

/// The test of `WikiTutorialTest.swift`, and one of the effect alone.
///
/// Lines of code: 24 here, 16 of them for the first; 17 there.
struct CounterTests {
    @Test("prints every count, and an error below zero")
    func prints() {
        let printed = Mutex<[String]>([])
        let print: @Sendable (String) -> Void = { text in printed.withLock { $0.append(text) } }
        let store = makeCounter(from: 2, print: print)
        let subscription = store.subscribe(to: \.self, initial: true) { print("\($0)") }
        for event in [.down, .down, .down, .up, .up, .down] as [CounterEvent] { store.dispatch(event) }
        subscription.cancel()
        #expect(printed.withLock(\.self) == ["2", "1", "0", "error!", "1", "2", "1"])
    }

    @Test("stays at zero, and reports the error")
    func zero() async {
        let store = TestStore(initial: 1, reduce: update)
        await store.send(.down) { $0 = 0 }
        await store.send(.down)
        store.expect(.reportErrorNegative)
        await store.finish()
    }
}
