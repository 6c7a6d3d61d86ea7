import Logging
import Strobe
import StrobeLogging
import Synchronization
import Testing

@Suite("Metadata of log lines", .timeLimit(.minutes(5)))
struct LoggingTests {
    /// Keeps the metadata that a provider has where a line is logged.
    private final class Lines: Sendable {
        private let lines = Mutex<[Logger.Metadata]>([])
        var all: [Logger.Metadata] { lines.withLock { $0 } }

        func log() { lines.withLock { $0.append(Logger.MetadataProvider.strobe.get()) } }
    }

    private let lines = Lines()

    @Test("lines of effects have the store and the transition, also those of tasks that an effect starts")
    func effects() async throws {
        let (lines, done) = (lines, Event<Void>())
        let store = Store(initial: 0) { (sum: inout Int, number: Int) -> [String] in
            sum += number
            return number == 2 ? ["log"] : []
        }
        store.addLogMetadata(as: "cart")
        store.setEffectHandler { _, _ in
            await Task { lines.log() }.value
            done.happen(())
        }
        store.dispatch(1)
        store.dispatch(2)
        try await done.next()
        lines.log()
        #expect(lines.all == [["store": "cart", "seq": "2"], [:]])
    }

    @Test("lines of inline handlers and of asynchronous reducers have them, too")
    func otherWork() async throws {
        let lines = lines
        let store = Store(initial: 0) { (sum: inout Int, number: Int) -> [String] in ["log"] }
        store.setInlineEffectHandler { _, _ in lines.log() }
        store.addLogMetadata(as: "cart")
        store.dispatch(1)
        let counter = AsyncStore(initial: 0) { (count: Int, step: Int) in
            lines.log()
            return count + step
        }
        counter.addLogMetadata(as: "counter")
        try await counter.receipt(of: 1)
        #expect(lines.all == [["store": "cart", "seq": "1"], ["store": "counter", "seq": "1"]])
    }
}
