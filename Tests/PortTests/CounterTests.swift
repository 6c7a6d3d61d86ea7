import Strobe
import StrobeTesting
import Synchronization
import Testing

struct CounterTests {
    @Test("prints every count, and an error below zero")
    func prints() {
        let printed = Mutex<[String]>([])
        let print: @Sendable (String) -> Void = { text in printed.withLock { $0.append(text) } }
        let store = makeCounter(from: 2, print: print)
        let subscription = store.subscribe(to: \.self, initial: true) { print("\($0)") }
        for event in [.down, .down, .down, .up, .up, .down] as [Counter.Event] { store.dispatch(event) }
        subscription.cancel()
        #expect(printed.withLock(\.self) == ["2", "1", "0", "error!", "1", "2", "1"])
    }
}
