import Strobe
import Synchronization
import Testing

/// Counts faults and keeps nothing.
private final class Instrument: WorkInstrument {
    let faults = Mutex(0)

    func scope(of work: InstrumentedWork) -> (any WorkScope)? { nil }
    func didFault(_ error: StoreError) { faults.withLock { $0 += 1 } }
}

private final class Context: Sendable {}

@MainActor
private final class Host {}

@Suite("Instruments", .timeLimit(.minutes(1)))
struct InstrumentTests {
    /// Adds and removes an instrument and two users of a propagator; nothing of them may stay.
    private func check(_ store: some InstrumentableStore) {
        weak var instrument: Instrument?
        weak var captured: Context?
        do {
            let (added, context) = (Instrument(), Context())
            (instrument, captured) = (added, context)
            store.addInstrument(added)
            _ = store.startPropagating { [context] in context }
            // A second user gets what there is.
            _ = store.startPropagating { Context() }
            store.removeInstrument(added)
            store.stopPropagating()
        }
        #expect(instrument == nil)
        store.stopPropagating()
        #expect(captured == nil)
    }

    @Test("what was removed from a store is released by it")
    func removing() {
        check(Store(initial: 0) { (sum: inout Int, number: Int) in sum += number })
    }

    @Test("what was removed from an asynchronous store is released by it")
    func removingFromAsyncStore() {
        check(AsyncStore(initial: 0) { (sum: Int, number: Int) in sum + number })
    }

    @Test("what was removed from a machine of state objects is released by it")
    @MainActor
    func removingFromMachine() {
        let host = Host()
        check(
            StateObjectMachine(initial: 0, host: host) { (_: Int, host: Host) in StateObject<Int, Int, Host>(host: host)
            })
    }

    @Test("a context stays in use as long as one of its users does")
    func sharing() throws {
        let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
        weak var captured: Context?
        var propagator: ContextPropagator?
        do {
            let context = Context()
            captured = context
            propagator = store.startPropagating { [context] in context }
        }
        let second = store.startPropagating { Context() }
        #expect(second === propagator)
        propagator = nil
        store.stopPropagating()
        #expect(captured != nil && store.startPropagating { Context() } === second)
        store.stopPropagating()
        store.stopPropagating()
        #expect(store.startPropagating { Context() } !== second)
    }

    @Test("faults are told to an instrument until it is removed")
    func faults() {
        let store = Store<Int, Int, String>(initial: 0) { sum, number in
            sum += number
            return ["effect"]
        }
        store.setFaultHandler { _ in }
        let (first, second) = (Instrument(), Instrument())
        store.addInstrument(first)
        store.addInstrument(second)
        store.removeInstrument(second)
        store.dispatch(1)
        #expect(first.faults.withLock { $0 } == 1)
        #expect(second.faults.withLock { $0 } == 0)
    }
}
