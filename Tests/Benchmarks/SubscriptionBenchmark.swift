import Foundation
import StreamTesting
import StrobeProtocol
import StrobeServer
import StrobeTransport
import StrobeTree

/// Measures a dispatch by a client while very many paths are watched, few of which it changes.
struct SubscriptionBenchmark {
    private static let (items, sessions, subscriptions, paths) = (1_000, 60, 10, 100)
    /// The limit for such a dispatch, in milliseconds.
    private static let limit = 50.0

    func run() async throws {
        Measure.heading(
            "subscriptions: an action that is dispatched and answered, \(Self.sessions) sessions × \(Self.subscriptions) × \(Self.paths) paths"
        )
        let server = DebugServer(configuration: .init(access: .control, discovery: false))
        let store = DispatchBenchmark.makeStore(items: Self.items)
        server.add(store, id: "shop")
        let path = NSTemporaryDirectory() + "strobe-subscriptions-\(getpid()).sock"
        guard let endpoint = try await server.start(on: [.unix(path: path)]).first else { return }
        let dispatcher = LogReader(try await Transport.connect(to: endpoint), store: "shop")
        try await dispatcher.subscribe(to: "shop")
        let alone = try await Self.dispatch(dispatcher)
        Measure.row("nobody else", alone, unit: "ms")

        var reading: [Task<Void, any Error>] = []
        for session in 0..<Self.sessions {
            let client = LogReader(try await Transport.connect(to: endpoint), store: "shop")
            try await client.subscribe(to: "shop")
            for subscription in 0..<Self.subscriptions {
                let watched = (0..<Self.paths).map { place -> Value in
                    .string("/items/\((session + subscription * Self.paths + place) % Self.items)/done")
                }
                _ = try await client.request(
                    Subscribe.method, ["store": "shop", "events": ["state"], "paths": .array(watched)])
            }
            reading.append(Task { try await client.readToEnd() })
        }
        Measure.row(
            "each place is watched by \(Self.sessions) sessions", try await Self.dispatch(dispatcher), unit: "ms",
            baseline: alone, limit: Self.limit)
        withExtendedLifetime(store) {}
        await server.stop()
        for task in reading { try await task.value }
    }

    /// The median of fifty dispatches, each including its answer.
    private static func dispatch(_ dispatcher: LogReader) async throws -> Double {
        var times: [Double] = []
        for turn in 0..<50 {
            let start = ContinuousClock.now
            _ = try await dispatcher.request(
                ActionDispatch.method, ["store": "shop", "action": ["toggle": ["_0": .int(Int64(turn))]]])
            times.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        return times.sorted()[times.count / 2]
    }
}
