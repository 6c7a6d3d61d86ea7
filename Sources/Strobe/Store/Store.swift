public import Synchronization

/// A store: it owns a state, applies actions to it one after the other, and notifies subscribers of every commit.
///
///     enum Step: Sendable { case up(Int), reset }
///     let store = Store(initial: 0) { (count: inout Int, step: Step) in
///         switch step {
///         case .up(let number): count += number
///         case .reset: count = 0
///         }
///     }
///     let subscription = store.subscribe { print("count is \($0)") }
///     store.dispatch(.up(3))  // prints: count is 3
///
/// Any thread may dispatch. An action that is dispatched while an earlier one is being delivered (by a subscriber, by
/// an effect handler, or by another thread) waits its turn: `dispatch` then returns before the action is reduced. The
/// thread that dispatched the first one reduces and delivers those that wait, in order, before its own `dispatch`
/// returns.
///
/// A dispatch without observer and subscribers costs about as much as a hand-written lock around the reducer: the state
/// is changed in place and never copied.
///
/// The type is `@unchecked Sendable`: `core` and `backlog` are only touched under `lock`, or by the one thread that
/// drains, as they say; everything else is constant or atomic.
public final class Store<State: Sendable, Action: Sendable, Effect: Sendable>: StoreProtocol, @unchecked Sendable {
    /// What the lock protects and every dispatch touches.
    @usableFromInline
    struct Core {
        @usableFromInline var seq = 0
        /// Whether a thread delivers commits, so that new actions have to wait.
        @usableFromInline var isDraining = false
        @usableFromInline var hasSubscribers = false
        /// Whether a dispatch is more than reducing: one of the next five, or an observer to notify.
        @usableFromInline var isInstrumented = false
        @usableFromInline var isMeasuring = false
        @usableFromInline var hasMiddleware = false
        /// Whether there is a gate keeper, or something that is held.
        @usableFromInline var isGated = false
        /// Whether an action is held, so that new ones have to wait behind it.
        @usableFromInline var isHolding = false
        /// Whether code runs elsewhere that may dispatch in answer.
        @usableFromInline var isChained = false
        /// Whether actions take along the context of the code that dispatches them.
        @usableFromInline var isPropagating = false
        /// Whether effects may belong to parts of the state, and end with them.
        @usableFromInline let hasOwners: Bool
        /// The observer that `backlog` keeps alive; without a count of references, which costs more than the call.
        @usableFromInline var observer: Unmanaged<StoreObserver<State, Action, Effect>>?
        @usableFromInline var state: State

        @usableFromInline
        init(state: State, hasOwners: Bool = false) {
            self.state = state
            self.hasOwners = hasOwners
            isInstrumented = hasOwners
        }

        @usableFromInline
        mutating func updateInstrumented() {
            isInstrumented = isMeasuring || hasMiddleware || isGated || isChained || hasOwners || observer != nil
        }
    }

    @usableFromInline let lock = Lock()
    /// The thread that holds the lock, 0 for none.
    ///
    /// A thread can find its own number here only if it holds the lock.
    @usableFromInline let owner = Atomic<UInt>(0)
    // A raw pointer keeps exclusivity checks off the dispatch path (22 against 15 ns).
    @usableFromInline let core: UnsafeMutablePointer<Core>
    /// The reducer, for running it on a copy of the state.
    @usableFromInline package let reduce: @Sendable (inout State, Action) throws -> [Effect]
    /// The reducer for a number of actions in a row, without their effects: made where the types are known, which makes
    /// a replay several times as fast.
    @usableFromInline package let reduceAll: @Sendable (inout State, UnsafePointer<Action>, Int) -> Void
    @usableFromInline let backlog: Backlog<State, Action, Effect>
    /// The declaration of the store's state machine; `nil` for other stores.
    public let declaration: MachineDeclaration?
    /// The state machines that are parts of the reducer.
    @usableFromInline package let machines: [MachinePart<Action>]
    /// The reducer that also says who owns each effect; `nil` where no effect belongs to a part that can go.
    @usableFromInline let ownedReduce: Composition<State, Action, Effect>.OwnedBody?

    /// Creates a store with a reducer that changes the state in place and returns effects.
    ///
    /// - Parameters:
    ///   - initial: The state at seq 0.
    ///   - effects: What the initial state asks for. It is performed once, as soon as there is an effect handler, before the
    ///     effects of later actions; its cause is 0. A replay that performs no effects drops it.
    ///   - nestingLimit: How many actions may be dispatched in answer to each other before the chain is broken; ten
    ///     times as many within a second where answers come from tasks and other threads.
    ///   - reduce: The reducer; it runs under the store's lock and must be pure. An action for which it throws is
    ///     rejected.
    @inlinable
    @_disfavoredOverload  // see Store+Forms.swift
    public init(
        initial: State, effects: [Effect] = [], nestingLimit: Int = 1_000,
        reduce: @escaping @Sendable (inout State, Action) throws -> [Effect]
    ) {
        core = .allocate(capacity: 1)
        core.initialize(to: Core(state: initial))
        self.reduce = reduce
        reduceAll = { state, actions, count in
            for index in 0..<count { _ = try? reduce(&state, actions[index]) }
        }
        backlog = Self.makeBacklog(initialEffects: effects, nestingLimit: nestingLimit)
        declaration = nil
        machines = []
        ownedReduce = nil
    }

    /// The same for a reducer whose parts are known.
    @usableFromInline
    init(
        initial: State, effects: [Effect], nestingLimit: Int, composition: Composition<State, Action, Effect>
    ) {
        core = .allocate(capacity: 1)
        core.initialize(to: Core(state: initial, hasOwners: composition.ownedBody != nil))
        let reduce = composition.body
        self.reduce = reduce
        reduceAll = { state, actions, count in
            for index in 0..<count { _ = try? reduce(&state, actions[index]) }
        }
        backlog = Self.makeBacklog(initialEffects: effects, nestingLimit: nestingLimit)
        declaration = composition.declaration
        machines = composition.machines
        ownedReduce = composition.ownedBody
    }

    deinit {
        backlog.observer?.didUninstall()
        backlog.runner.close()
        for item in backlog.gate.removeAll() { item.refuse(.ended) }
        for subscriber in backlog.subscribers { subscriber.end() }
        core.deinitialize(count: 1)
        core.deallocate()
    }

    @usableFromInline
    static func makeBacklog(initialEffects: [Effect], nestingLimit: Int) -> Backlog<State, Action, Effect> {
        Backlog(initialEffects: initialEffects, nestingLimit: max(1, nestingLimit), faultHandler: FaultReport.print)
    }

    /// Runs a closure under the lock, with the thread that holds it marked; `nil` if this thread holds it already.
    @inlinable @inline(__always)
    func locked<Result: Sendable>(_ body: (UnsafeMutablePointer<Core>) -> Result) -> Result? {
        let thread = currentThread()
        guard owner.load(ordering: .relaxed) != thread else { return nil }
        lock.lock()
        owner.store(thread, ordering: .relaxed)
        defer {
            owner.store(0, ordering: .relaxed)
            lock.unlock()
        }
        return body(core)
    }

    /// Sets the handler that misuses of the store are reported to; the default writes a line to standard error.
    ///
    /// The handler may be called under the store's lock, and must not call the store.
    public func setFaultHandler(_ handler: @escaping @Sendable (StoreError) -> Void) {
        if locked({ _ in backlog.faultHandler = handler }) == nil { reportReentry("setFaultHandler") }
    }
}
