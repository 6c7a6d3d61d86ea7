import Strobe
import Testing

/// The examples of the gate; each is in the documentation of its type.
@Suite("Examples of the gate")
struct GateExamples {
    @Test("a keeper decides by the state before")
    func keeper() {
        final class NoRefunds: GateKeeper<Int, Int>, @unchecked Sendable {
            override func holds(_ action: HeldAction<Int>, state: UnsafePointer<Int>) -> Bool {
                state.pointee + action.action < 0
            }
        }
        let store = Store(initial: 10) { (balance: inout Int, amount: Int) in balance += amount }
        store.setGateKeeper(NoRefunds())
        store.dispatch(-4)
        store.dispatch(-40)
        store.dispatch(1)  // waits behind the one that is held
        print(store.state, store.heldCount)  // 6 2
        store.setGateKeeper(nil)
        print(store.state, store.heldCount)  // -33 0
        #expect(store.state == -33 && store.heldCount == 0)
    }

    @Test("what is held can be looked at")
    func held() {
        final class Night: GateKeeper<Int, Int>, @unchecked Sendable {
            override func holds(_ action: HeldAction<Int>, state: UnsafePointer<Int>) -> Bool { true }
        }
        let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
        store.setGateKeeper(Night())
        store.dispatch(5, origin: .script)
        for held in store.held { print(held.id, held.action, held.origin) }  // 1 5 script
        #expect(store.held.map(\.id) == [1] && store.held.map(\.action) == [5])
        #expect(store.held.first?.origin == .script)
    }

    @Test("the first of any store's actions is dropped, and the next let go")
    func skip() {
        func skipFirst<S: GatedStore>(of store: S) {
            if let first = store.held.first { _ = store.dropHeld([first.id]) }
            store.release(1)
        }
        let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
        store.setGateKeeper(SwitchKeeper())
        for number in [1, 20, 300] { store.dispatch(number) }
        skipFirst(of: store)
        #expect(store.state == 20 && store.held.map(\.action) == [300])
    }
}
