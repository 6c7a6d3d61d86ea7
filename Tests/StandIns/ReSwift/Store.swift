// A stand-in for ReSwift, which does not resolve where these tests run: the shapes that its adapter touches, and what is
// done behind them, in words of our own. The library checks no concurrency, and neither does this.

public protocol Action {}

public typealias DispatchFunction = (any Action) -> Void

public typealias Reducer<State> = (_ action: any Action, _ state: State?) -> State

public typealias Middleware<State> =
    (@escaping DispatchFunction, @escaping () -> State?) -> (@escaping DispatchFunction) -> DispatchFunction

open class Store<State> {
    /// The first is asked first, the last calls the reducer.
    public var middleware: [Middleware<State>] {
        didSet { chain = nil }
    }

    private let reducer: Reducer<State>
    private var present: State?
    private var chain: DispatchFunction?
    private var isReducing = false

    public required init(
        reducer: @escaping Reducer<State>, state: State?, middleware: [Middleware<State>] = [],
        automaticallySkipsRepeats: Bool = true
    ) {
        (self.reducer, present, self.middleware) = (reducer, state, middleware)
    }

    open func dispatch(_ action: any Action) {
        let chain = chain ?? assembled()
        self.chain = chain
        chain(action)
    }

    private func assembled() -> DispatchFunction {
        var next: DispatchFunction = { [unowned self] action in
            precondition(!isReducing, "A reducer dispatches, or two threads do.")
            isReducing = true
            let state = reducer(action, present)
            isReducing = false
            present = state
        }
        for middleware in middleware.reversed() {
            next = middleware({ [weak self] in self?.dispatch($0) }, { [weak self] in self?.present })(next)
        }
        return next
    }
}
