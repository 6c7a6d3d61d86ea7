/// What effect handlers and middleware get beside the effect or the action: the way back into the store.
///
///     let store = Store(initial: 0) { (sum: inout Int, number: Int) -> [String] in
///         sum += number
///         return sum > 9 ? ["carry"] : []
///     }
///     store.setEffectHandler { effect, context in
///         print("\(effect), asked for by #\(context.cause)")
///         context.dispatch(-10)
///     }
///     store.dispatch(12)  // prints: carry, asked for by #1
///     print(store.state)  // 2
public struct EffectContext<Action: Sendable>: Sendable {
    @usableFromInline typealias Send = @Sendable (Action, Requester, CallSite?) -> Void

    @usableFromInline let requester: Requester
    @usableFromInline let send: Send

    @inlinable
    init(requester: Requester, send: @escaping Send) {
        self.requester = requester
        self.send = send
    }

    /// The transition that requested the effect, or that the middleware was called for.
    public var cause: Int { requester.cause ?? 0 }

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
        send(action, requester, .inDebugBuild(file, line))
    }
}
