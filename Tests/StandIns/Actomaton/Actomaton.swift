// A stand-in for Actomaton, which does not resolve where these tests run: the shapes that its adapter touches, and what is
// done behind them, in words of our own.

public struct Effect<Action>: Sendable {
    let runs: [@Sendable () async throws -> Action?]

    public init(run: @escaping @Sendable () async throws -> Action?) {
        runs = [run]
    }

    private init(runs: [@Sendable () async throws -> Action?]) {
        self.runs = runs
    }

    public static var empty: Effect { Effect(runs: []) }

    public static func + (first: Effect, second: Effect) -> Effect { Effect(runs: first.runs + second.runs) }
}

public struct Reducer<Action, State, Environment>: Sendable {
    public let run: @Sendable (Action, inout State, Environment) -> Effect<Action>

    public init(_ run: @escaping @Sendable (Action, inout State, Environment) -> Effect<Action>) {
        self.run = run
    }
}

public actor Actomaton<Action: Sendable, State: Sendable> {
    public private(set) var state: State
    private let reducer: Reducer<Action, State, ()>

    public init(state: State, reducer: Reducer<Action, State, ()>) {
        (self.state, self.reducer) = (state, reducer)
    }

    public init<Environment: Sendable>(
        state: State, reducer: Reducer<Action, State, Environment>, environment: Environment
    ) {
        self.init(state: state, reducer: Reducer { action, state, _ in reducer.run(action, &state, environment) })
    }

    /// Reduces the action before it returns, and runs its effects, each in a task of its own, whose actions are sent.
    @discardableResult
    public func send(
        _ action: Action, priority: TaskPriority? = nil, tracksFeedbacks: Bool = false
    ) -> Task<(), any Error>? {
        let runs = reducer.run(action, &state, ()).runs
        guard !runs.isEmpty else { return nil }
        return Task.detached(priority: priority) { [weak self] in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for run in runs {
                    group.addTask {
                        guard let action = try await run(), let self else { return }
                        let answers = await self.send(action, priority: priority, tracksFeedbacks: tracksFeedbacks)
                        if tracksFeedbacks { try await answers?.value }
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
