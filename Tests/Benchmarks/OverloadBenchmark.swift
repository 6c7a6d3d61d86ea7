import Foundation
import StreamTesting
import Strobe
import StrobeClient
import StrobeHistory
import StrobeProtocol
import StrobeServer
import StrobeTransport
import Synchronization

/// Measures what a burst of actions costs the program with many clients, some of which do not read.
struct OverloadBenchmark {
    var turns: Int

    private static let items = 10
    /// The limit of the design for an action while a client follows, in nanoseconds.
    private static let limit = 150.0

    func run() async throws {
        Measure.heading("overload: bursts of \(turns) actions, the app's own time per action")
        let bare = best { Self.dispatch(DispatchBenchmark.makeStore(items: Self.items), turns: turns) }
        Measure.row("store", bare)
        let history = best {
            let store = DispatchBenchmark.makeStore(items: Self.items)
            let history = History(store: store)
            let time = Self.dispatch(store, turns: turns)
            precondition(history.seq == turns)
            return time
        }
        Measure.row("store with history, nobody attached", history, baseline: history, limit: 75)
        for (readers, stalled) in [(0, 0), (1, 0), (64, 0), (56, 8)] {
            try await burst(readers: readers, stalled: stalled, baseline: history)
        }
    }

    private func best(_ body: () -> Double) -> Double {
        (0..<3).map { _ in body() }.min() ?? 0
    }

    /// Runs one burst; the lines of each reader are checked.
    private func burst(readers readerCount: Int, stalled stalledCount: Int, baseline: Double) async throws {
        let store = DispatchBenchmark.makeStore(items: Self.items)
        var configuration = DebugServer.Configuration(access: .control, discovery: false)
        configuration.history.budgetBytes = 1 << 30
        let server = DebugServer(configuration: configuration)
        server.add(store, id: "shop")
        let path = NSTemporaryDirectory() + "strobe-overload-\(getpid()).sock"
        guard let endpoint = try await server.start(on: [.unix(path: path)]).first else { return }
        var clients: [LogReader] = []
        for _ in 0..<readerCount + stalledCount {
            let client = LogReader(try await Transport.connect(to: endpoint), store: "shop")
            try await client.subscribe(to: "shop")
            clients.append(client)
        }
        let (readers, stalled) = (clients[..<readerCount], clients[readerCount...])

        let before = ProcessStatus.residentBytes()
        let peak = Peak()
        let watching = Task { await peak.watch() }
        let start = ContinuousClock.now
        let reading = readers.map { reader in Task { [turns] in try await reader.read(to: turns) } }
        // On a thread of its own, like a program's dispatches, which do not wait for the clients' tasks.
        let (time, wall) = await Self.onThread { [turns] in
            let start = ContinuousClock.now
            let time = Self.dispatch(store, turns: turns)
            return (time, (ContinuousClock.now - start) / .milliseconds(1))
        }
        for task in reading { try await task.value }
        let told = (ContinuousClock.now - start) / .seconds(1)
        watching.cancel()
        await watching.value

        let label =
            stalledCount == 0
            ? "\(readerCount) clients subscribed" : "\(readerCount + stalledCount) subscribed, \(stalledCount) stalled"
        Measure.row(label, time, baseline: baseline, limit: Self.limit)
        Measure.row("  the burst as a clock on the wall saw it", wall, unit: "ms")
        guard readerCount > 0 else { return await server.stop() }
        Measure.row("  all readers told after", told, unit: "s")
        let megabyte = Double(1 << 20)
        let log = Double(try await Self.historyBytes(clients[0]))
        let growth = max(0, Double(peak.bytes - before) - log)
        Measure.row("  history", log / megabyte, unit: "MiB")
        Measure.row(
            "  the process' growth beyond that, at most", growth / megabyte, unit: "MiB",
            limit: Double(clients.count * configuration.limits.queueBytes) / megabyte)
        Measure.row("  lagged notices to readers", Double(readers.reduce(0) { $0 + $1.gaps.count }), unit: "")
        Measure.row(
            "  transitions that readers missed", Double(readers.reduce(0) { $0 + turns - $1.told }), unit: "", limit: 0)
        guard stalledCount > 0 else { return await server.stop() }
        for client in stalled { try await client.read(to: turns) }
        let missed = stalled.reduce(0) { $0 + $1.gaps.reduce(0) { $0 + $1.count } }
        let heard = stalled.reduce(0) { $0 + $1.told }
        Measure.row("  lagged notices to those who stalled", Double(stalled.reduce(0) { $0 + $1.gaps.count }), unit: "")
        Measure.row("  transitions that they were told to have missed", Double(missed), unit: "")
        Measure.row(
            "  neither told nor told to be missing", Double(stalledCount * turns - missed - heard), unit: "", limit: 0)
        await server.stop()
    }

    private static func historyBytes(_ client: LogReader) async throws -> Int {
        let answer = try await client.request(StoreDescribe.method, StoreDescribe(store: "shop").params())
        return try StoreDescribe.result(from: answer).history?.bytes ?? 0
    }

    /// The time of one dispatch on its thread, in nanoseconds: the clients in the same process use up the rest of the
    /// machine.
    private static func dispatch(_ store: Store<ShopState, ShopAction, Never>, turns: Int) -> Double {
        let start = threadNanos()
        for turn in 0..<turns { store.dispatch(shopAction(turn, items: items)) }
        return Double(threadNanos() - start) / Double(turns)
    }

    private static func threadNanos() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private static func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: body()) }.start()
        }
    }

    /// The peak memory of the process while it was watched.
    private final class Peak: Sendable {
        private let most = Mutex(0)

        var bytes: Int { most.withLock { $0 } }

        func watch() async {
            while !Task.isCancelled {
                let now = ProcessStatus.residentBytes()
                most.withLock { $0 = max($0, now) }
                try? await Task.sleep(for: .milliseconds(20))
            }
        }
    }
}
