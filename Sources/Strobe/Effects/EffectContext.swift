/// Access to the store, which effect handlers and middleware get with the effect or the action.
///
///     let store = Store(initial: 0) { (sum: inout Int, number: Int) -> [String] in
///         sum += number
///         return sum > 9 ? ["carry"] : []
///     }
///     store.setInlineEffectHandler { effect, context in
///         print("\(effect), asked for by #\(context.cause ?? 0)")
///         context.dispatch(-10)
///     }
///     store.dispatch(12)  // prints: carry, asked for by #1
///     print(store.state)  // 2
public struct EffectContext<Action: Sendable>: Sendable {
    /// The way into a store, and what the store has for its callers; one object, since contexts are copied often.
    @usableFromInline
    final class Send: Sendable {
        let dependencies: SharedDependencies
        private let body: @Sendable (StoreRequest<Action>, Requester, CallSite?) -> Void

        @usableFromInline
        init(
            _ dependencies: SharedDependencies,
            _ body: @escaping @Sendable (StoreRequest<Action>, Requester, CallSite?) -> Void
        ) {
            self.dependencies = dependencies
            self.body = body
        }

        @usableFromInline
        func callAsFunction(_ request: StoreRequest<Action>, _ requester: Requester, _ place: CallSite?) {
            body(request, requester, place)
        }
    }

    @usableFromInline let requester: Requester
    @usableFromInline let send: Send

    @inlinable
    init(requester: Requester, send: Send) {
        self.requester = requester
        self.send = send
    }

    /// The transition that requested the effect, or that the middleware was called for; `nil` for an initial effect.
    public var cause: Int? { requester.cause }

    /// The dependencies of the store, as they are now.
    public var dependencies: Dependencies { send.dependencies.current }

    /// Dispatches an action with the origin `effect` and the current cause; does nothing once the store has ended.
    ///
    /// May be called from any thread, at any time, any number of times.
    ///
    /// - Parameters:
    ///   - action: What to reduce.
    ///   - file: Where the call is; recorded in debug builds only.
    ///   - line: Where the call is; recorded in debug builds only.
    @inlinable
    public func dispatch(_ action: Action, file: StaticString = #fileID, line: UInt32 = #line) {
        send(.action(action), requester, .inDebugBuild(file, line))
    }

    /// Runs some work in a task of its own that is listed among the store's effects, and can be cancelled there.
    ///
    /// Middleware that asks a server does it here rather than in a `Task`: the work is cancelled with the store, and a test
    /// store drives it. Work of an effect that was cancelled is not begun.
    ///
    /// - Parameters:
    ///   - name: What it is listed as.
    ///   - schedule: How it is run beside others.
    ///   - work: What to do; what its context dispatches has the same cause, and is dropped once the work is cancelled.
    public func run(
        _ name: EffectID, schedule: EffectSchedule = .now,
        _ work: @escaping @Sendable (EffectContext<Action>) async -> Void
    ) {
        let (requester, send) = (requester, send)
        let operation: @Sendable (EffectLife) async -> Void = { life in
            await work(EffectContext(requester: requester.living(life), send: send))
        }
        send(.work(name, schedule, operation), requester, nil)
    }

    /// The same for an effect that can be cancelled.
    func living(_ life: EffectLife) -> EffectContext {
        EffectContext(requester: requester.living(life), send: send)
    }

    /// The context of a part, whose actions are dispatched as those of the whole.
    ///
    /// - Parameter embed: Makes an action of the part one of the whole.
    public func map<Part: Sendable>(_ embed: @escaping @Sendable (Part) -> Action) -> EffectContext<Part> {
        let send = send
        let partSend = EffectContext<Part>.Send(send.dependencies) { request, requester, place in
            switch request {
            case .action(let action): send(.action(embed(action)), requester, place)
            case .work(let name, let schedule, let operation): send(.work(name, schedule, operation), requester, place)
            }
        }
        return EffectContext<Part>(requester: requester, send: partSend)
    }
}
