// A stand-in for the Composable Architecture, which does not build without Combine: the shapes that its adapter touches, and
// what is done behind them, in words of our own.

public protocol Reducer<State, Action> {
    associatedtype State
    associatedtype Action
    associatedtype Body

    /// For the store: in the library, a call gets a warning.
    func reduce(into state: inout State, action: Action) -> Effect<Action>
    func _reduce(into state: inout State, action: Action) -> Effect<Action>
    @ReducerBuilder<State, Action> var body: Body { get }
}

extension Reducer {
    public func _reduce(into state: inout State, action: Action) -> Effect<Action> {
        reduce(into: &state, action: action)
    }

    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        _reduce(into: &state, action: action)
    }
}

extension Reducer where Body == Never {
    public var body: Body { preconditionFailure("\(Self.self) has no body.") }
}

extension Reducer where Body: Reducer<State, Action> {
    public func _reduce(into state: inout Body.State, action: Body.Action) -> Effect<Body.Action> {
        body._reduce(into: &state, action: action)
    }
}

public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

/// A reducer made of a closure, or of another reducer.
public struct Reduce<State, Action>: Reducer {
    private let reduce: (inout State, Action) -> Effect<Action>

    public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
        self.reduce = reduce
    }

    public init(_ reducer: some Reducer<State, Action>) {
        reduce = reducer._reduce
    }

    public func _reduce(into state: inout State, action: Action) -> Effect<Action> { reduce(&state, action) }
}

/// Reducers that are called one after the other, with all of their effects.
public struct CombineReducers<State, Action, Reducers: Reducer>: Reducer
where State == Reducers.State, Action == Reducers.Action {
    private let reducers: Reducers

    public init(@ReducerBuilder<State, Action> _ build: () -> Reducers) { reducers = build() }

    public func _reduce(into state: inout Reducers.State, action: Reducers.Action) -> Effect<Reducers.Action> {
        reducers._reduce(into: &state, action: action)
    }
}

@resultBuilder
public enum ReducerBuilder<State, Action> {
    public static func buildExpression<R: Reducer<State, Action>>(_ expression: R) -> R { expression }

    public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

    public static func buildPartialBlock<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
        accumulated: R0, next: R1
    ) -> _Sequence<R0, R1> {
        _Sequence(first: accumulated, second: next)
    }

    public struct _Sequence<R0: Reducer, R1: Reducer<R0.State, R0.Action>>: Reducer {
        let first: R0
        let second: R1

        public func _reduce(into state: inout R0.State, action: R0.Action) -> Effect<R0.Action> {
            first._reduce(into: &state, action: action).merge(with: second._reduce(into: &state, action: action))
        }
    }
}
