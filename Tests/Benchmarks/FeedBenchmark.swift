import Foundation
import StreamTesting
import Strobe
import StrobeProtocol
import StrobeServer
import StrobeTransport
import StrobeTree

/// Measures how fast the entries of a burst reach one client, beside a socket that carries as many bytes.
struct FeedBenchmark {
    var measure: Measure
    var turns: Int

    /// The goal, in nanoseconds an entry: 250,000 a second.
    private static let limit = 4_000.0

    func run() async throws {
        for items in [10, 1_000, 100_000] { try await burst(items: items) }
        lines()
    }

    /// What a client is sent of an entry.
    static let message = LogAppended(
        subscription: "1", store: "shop",
        entry: LogEntry(
            seq: 12_345, time: 1_796_000_000_000_000, action: ["toggle": ["_0": 3]], label: ".toggle(3)", origin: "app",
            durationNanos: 1_234, source: "ShopState.swift:37"))

    /// One line of these, as text and by way of a value.
    private func lines() {
        Measure.heading("a line of the feed")
        let message = Self.message
        let text = MessageText()
        var bytes = 0
        let (direct, value) = measure.times(turns: 10_000) {
            for _ in 0..<10_000 { bytes -= (try? Envelope.line(of: message, with: text).count) ?? 0 }
        } and: {
            for _ in 0..<10_000 { bytes += (try? Envelope.notification(message).encode().count) ?? 0 }
        }
        Measure.row("a line by way of a value", value)
        Measure.row("a line as text", direct, baseline: value)
        Measure.row("  bytes that differ", Double(bytes), unit: "", limit: 0)
    }

    private func burst(items: Int) async throws {
        Measure.heading(
            "feed: a burst of \(turns) actions with \(items) items, each reported to one client", size: items)
        var configuration = DebugServer.Configuration(access: .control, discovery: false)
        configuration.history.budgetBytes = 1 << 30
        let server = DebugServer(configuration: configuration)
        let store = DispatchBenchmark.makeStore(items: items)
        server.add(store, id: "shop")
        let path = NSTemporaryDirectory() + "strobe-feed-\(getpid()).sock"
        guard let endpoint = try await server.start(on: [.unix(path: path)]).first else { return }
        let reader = LogReader(try await Transport.connect(to: endpoint), store: "shop")
        try await reader.subscribe(to: "shop")
        let start = ContinuousClock.now
        let reading = Task { [turns] in try await reader.read(to: turns) }
        Thread { [turns] in for turn in 0..<turns { store.dispatch(shopAction(turn, items: items)) } }.start()
        try await reading.value
        let time = (ContinuousClock.now - start) / .nanoseconds(1)
        await server.stop()
        let raw = Self.socket(bytes: reader.bytes)
        Measure.row("bytes an action", Double(reader.bytes / turns), unit: "B")
        Measure.row("a socket that carries them, per action", raw / Double(turns))
        Measure.row(
            "reported, per action", time / Double(turns), baseline: raw / Double(turns), limit: Self.limit)
        Measure.row("  entries that it missed", Double(turns - reader.told), unit: "", limit: 0)
    }

    /// The time in which a socket carries a number of bytes from one thread to another, in nanoseconds.
    private static func socket(bytes: Int) -> Double {
        let piece = 32 * 1024
        var ends: [Int32] = [0, 0]
        #if canImport(Darwin)
            guard socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0 else { return 0 }
        #else
            guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { return 0 }
        #endif
        let (near, far) = (ends[0], ends[1])
        let start = ContinuousClock.now
        Thread {
            let block = [UInt8](repeating: 65, count: piece)
            var left = bytes
            while left > 0, case let count = write(far, block, min(left, piece)), count > 0 { left -= count }
            close(far)
        }.start()
        var block = [UInt8](repeating: 0, count: piece)
        while read(near, &block, piece) > 0 {}
        close(near)
        return (ContinuousClock.now - start) / .nanoseconds(1)
    }
}
