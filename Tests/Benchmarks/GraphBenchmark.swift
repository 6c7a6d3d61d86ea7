import Strobe
import StrobeHistory
import StrobeTree

/// Measures counting which actions did what in which state, for a state whose stored properties are read directly and
/// one that has to be encoded.
struct GraphBenchmark {
    var turns: Int

    private enum Phase: Codable, Equatable, Sendable {
        case idle, loading
        case loaded(name: String)
    }

    private enum Action: Codable, Equatable, Sendable {
        case load, count
        case loaded(name: String)

        static func turn(_ turn: Int) -> Action {
            switch turn % 5 {
            case 0: .load
            case 1: .loaded(name: "a name that does not fit into a string itself")
            default: .count
            }
        }
    }

    private struct Plain: Codable, Sendable {
        var count = 0
        var phase = Phase.idle
    }

    private struct OwnEncoding: Encodable, Sendable {
        enum CodingKeys: CodingKey { case number, stage }
        var state = Plain()

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(state.count, forKey: .number)
            try container.encode(state.phase, forKey: .stage)
        }
    }

    func run() async throws {
        Measure.heading("count what \(turns) actions did to an enum")
        try await run("stored property, per action", Plain(), Path(["phase"]), limit: 1_000) { Self.reduce(&$0, $1) }
        try await run("a state's own encoding, per action", OwnEncoding(), Path(["stage"]), limit: 5_000) {
            Self.reduce(&$0.state, $1)
        }
    }

    private func run<State: Sendable>(
        _ label: String, _ initial: State, _ path: Path, limit: Double,
        _ change: @escaping @Sendable (inout State, Action) -> Void
    ) async throws {
        let store = Store<State, Action, Never>(initial: initial) { state, action in
            change(&state, action)
            return []
        }
        let history = History(store: store)
        for turn in 0..<turns { store.dispatch(.turn(turn)) }
        history.attach()
        let clock = ContinuousClock()
        let replay = try await clock.measure { _ = try await history.state(at: nil) } / .nanoseconds(1) / Double(turns)
        let count = try await clock.measure { _ = try await history.graph(at: path) } / .nanoseconds(1) / Double(turns)
        Measure.row("replay alone, per action", replay)
        Measure.row(label, count, baseline: replay, limit: limit)
        history.detach()
    }

    private static func reduce(_ state: inout Plain, _ action: Action) {
        switch (action, state.phase) {
        case (.count, _): state.count += 1
        case (.load, .idle), (.load, .loaded): state.phase = .loading
        case (.loaded(let name), .loading): state.phase = .loaded(name: name)
        default: break
        }
    }
}
