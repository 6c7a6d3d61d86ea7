/// A function that is dispatched instead of an action: it looks at the state, does its work and dispatches actions.
///
///     let store = Store(initial: [Int]()) { (numbers: inout [Int], number: Int) in numbers.append(number) }
///     let refresh = Thunk<[Int], Int>("refresh") { context in
///         guard context.state?.isEmpty == true else { return }
///         context.dispatch(42)  // or what was loaded meanwhile
///     }
///     let id = store.dispatch(refresh)  // for store.cancelEffect
///
/// It runs as a task of its own, listed by its name among the running effects of the store, and can be cancelled there.
public struct Thunk<State: Sendable, Action: Sendable>: Sendable {
    /// Its name in lists.
    public let name: String
    /// What it does.
    public let body: @Sendable (ThunkContext<State, Action>) async -> Void

    /// Creates a thunk.
    ///
    /// - Parameters:
    ///   - name: What it is called in lists; several may share a name.
    ///   - body: What it does; on the executor of the store's dependencies.
    public init(_ name: String, _ body: @escaping @Sendable (ThunkContext<State, Action>) async -> Void) {
        self.name = name
        self.body = body
    }
}

/// What a thunk sees of its store, which it does not keep alive.
///
///     let store = Store(initial: 3) { (count: inout Int, step: Int) in count += step }
///     let countdown = Thunk<Int, Int>("countdown") { context in
///         for _ in 0..<(context.state ?? 0) { context.dispatch(-1) }
///     }
///     store.dispatch(countdown)
public struct ThunkContext<State: Sendable, Action: Sendable>: Sendable {
    let requester: Requester
    let send: EffectContext<Action>.Send
    let read: @Sendable () -> State?
    let run: @Sendable (Thunk<State, Action>, DispatchDepth) -> Int?

    /// A copy of the current state; `nil` once the store has ended.
    public var state: State? { read() }

    /// The dependencies of the store, as they are now.
    public var dependencies: Dependencies { send.dependencies.current }

    /// Dispatches an action with the origin `effect`; does nothing once the thunk was cancelled or the store has ended.
    ///
    /// While another thread reduces an action or notifies subscribers, this one waits for its turn there: `state` may
    /// then be as before when this returns.
    ///
    /// - Parameters:
    ///   - action: What to reduce.
    ///   - file: Where the call is; recorded in debug builds only.
    ///   - line: Where the call is; recorded in debug builds only.
    public func dispatch(_ action: Action, file: StaticString = #fileID, line: UInt32 = #line) {
        send(.action(action), requester, .inDebugBuild(file, line))
    }

    /// Dispatches another thunk, which runs as a task of its own and is not cancelled with this one.
    ///
    /// - Returns: Its number among the running effects; `nil` once this thunk was cancelled or the store has ended.
    @discardableResult
    @_disfavoredOverload  // so that an error in an action names the type of actions
    public func dispatch(_ thunk: Thunk<State, Action>) -> Int? {
        guard requester.life?.isOn != false else { return nil }
        return run(thunk, requester.link.next())
    }
}
