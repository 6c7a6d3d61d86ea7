import Strobe
import Testing

@Suite("Actions that send when they end", .timeLimit(.minutes(5)))
struct LastWordsTests {
    /// Calls a closure in its deinitialiser.
    private final class Ticket: Sendable {
        let end: @Sendable () -> Void

        init(end: @escaping @Sendable () -> Void) { self.end = end }

        deinit { end() }
    }

    private enum Action: Sendable {
        case hold
        case use(Ticket)
        case returned
    }

    @Test("an action that was taken back may send another one when it ends")
    func takenBack() async throws {
        let gate = Gate()
        let counts = Collector<Int>()
        let store = AsyncStore(initial: 0) { (count: Int, action: Action) in
            if case .hold = action { await gate.wait() }
            if case .returned = action { counts.add(count) }
            return count + 1
        }
        store.dispatch(.hold)
        _ = try await gate.arrivals.wait(for: 1)
        let request = ReceiptRequest()
        let ticket = { Ticket { [weak store] in store?.dispatch(.returned) } }
        store.dispatch(.use(ticket()), origin: .app, cause: nil, ifSeq: nil, request: request)
        request.cancel()
        gate.open()
        #expect(try await counts.wait(for: 1) == [1])
    }
}
