public import Strobe

/// A store for tests, which fail unless they assert every change of state, every effect and every action that comes
/// back.
///
///     struct Shop: Sendable { var items: [String] = [], isLoading = false }
///     enum Action: Sendable { case reload, loaded([String]) }
///     enum Effect: Sendable { case fetch(page: Int) }
///     let reduce: @Sendable (inout Shop, Action) -> [Effect] = { shop, action in
///         switch action {
///         case .reload:
///             shop.isLoading = true
///             return [.fetch(page: 1)]
///         case .loaded(let items):
///             shop = Shop(items: items)
///             return []
///         }
///     }
///     let store = TestStore(initial: Shop(), reduce: reduce)
///     await store.send(.reload) { $0.isLoading = true }
///     store.expect(.fetch(page: 1))
///     await store.send(.loaded(["tea"])) { $0 = Shop(items: ["tea"]) }
///     await store.finish()
///
/// With an effect handler effects are performed, and what they dispatch is received:
///
///     let search = TestStore(initial: "") { (text: inout String, new: String) -> [String] in
///         text = new
///         return new == "te" ? ["complete"] : []
///     }
///     search.setEffectHandler(schedule: { _ in .debounced("search", for: .seconds(1)) }) { effect, context in
///         context.dispatch("tea")
///     }
///     await search.send("te") { $0 = "te" }
///     search.clock.advance(by: .seconds(1))
///     await search.receive("tea") { $0 = "tea" }
///     await search.finish()
///
/// Effects run on the executor of `clock`: in the test's own thread, one after the other, and only while the test store
/// or the clock is called. So the same test does the same each time.
///
/// States, effects and actions need not be `Equatable`: others are compared by their encoded form, or by what reflection
/// shows. Where a type defines `==`, that decides, at every depth. Without it, functions and objects that can change are
/// equal to themselves alone: where others could be meant, the test fails and says so. Test functions by what they
/// return, with `expect(_:where:)` and `receive(_:where:)`, and take those of a state from `state`. (Two states that hold
/// the same object cannot be distinguished by what happened inside it.)
public final class TestStore<State: Sendable, Action: Sendable, Effect: Sendable>: Sendable {
    typealias Place = TestFailure.Place
    typealias Entry = TestRecord<State, Action, Effect>.Entry

    /// An effect that was requested, and the call that caused it.
    struct Request {
        let effect: Effect
        let requester: String
        let place: Place
    }

    /// Something that happened and was not asserted.
    enum Skipped {
        /// What an action changed.
        case change(String, _ before: State, _ after: State)
        case effect(Request)
        case entry(Entry)
        case running(String)
    }

    struct Contents {
        var exhaustivity = Exhaustivity.on
        var skipped: [Skipped] = []
        /// The effects that are not expected yet.
        var requests: [Request] = []
        var hasHandler = false
        var isFinished = false
        /// Where the test called last.
        var lastPlace: Place
    }

    let tested: any TestedStore<State, Action, Effect>
    /// The clock that effects wait on, and whose executor they run on.
    public let clock: TestClock
    let record: TestRecord<State, Action, Effect>
    let wait: TestWait
    let contents: Protected<Contents>
    /// The dependencies of the store outside of the test.
    private let given: Dependencies
    private let report: @Sendable (TestFailure) -> Void

    /// Creates a test store for a store.
    ///
    /// - Parameters:
    ///   - store: What to test.
    ///   - clock: What effects wait by.
    ///   - patience: How long `receive` and `finish` wait for an action that has not arrived yet, by the wall clock. A
    ///     test that passes hardly waits: only for effects that go elsewhere, to the main actor for example.
    ///   - report: Called for each failure; by default, it fails the running test.
    ///   - fileID: Where the call is; a failure is reported there.
    ///   - filePath: Where the call is.
    ///   - line: Where the call is.
    ///   - column: Where the call is.
    public convenience init(
        _ store: Store<State, Action, Effect>, clock: TestClock = TestClock(), patience: Duration = .seconds(10),
        report: @escaping @Sendable (TestFailure) -> Void = TestFailure.report,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        self.init(
            testing: store, clock: clock, patience: patience, report: report,
            place: Place(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    init(
        testing store: any TestedStore<State, Action, Effect>, clock: TestClock, patience: Duration,
        report: @escaping @Sendable (TestFailure) -> Void, place: Place
    ) {
        let tasks = EffectTasks()
        tested = store
        self.clock = clock
        self.report = report
        wait = TestWait(clock: clock, patience: patience) { tasks.count(among: clock.sleepingTasks) }
        let requests = store.initialEffects.map { Request(effect: $0, requester: "The initial state", place: place) }
        contents = Protected(Contents(requests: requests, lastPlace: place))
        record = TestRecord(state: store.state, signal: clock.executor.signal)
        given = store.dependencies
        replaceDependencies(tasks)
        store.setReportsUnhandledEffects(false)
        record.begin(with: store.install(record).state)
    }

    deinit {
        tested.uninstall(record)
        tested.dependencies = given
        let (isFinished, place) = contents.withLock { ($0.isFinished, $0.lastPlace) }
        guard !isFinished, isExhaustive else { return }
        fail("The test ended without `await store.finish()`, which reports what was not asserted.", at: place)
        reportLeftovers(at: place)
    }

    /// The store that is tested; an action that is dispatched to it directly has to be received.
    public var store: any StoreProtocol<State, Action> { tested }

    /// The current state.
    public var state: State { tested.state }

    /// The running work of the store: effects, thunks, late work and suspended reductions.
    public var runningEffects: [RunningEffect<Effect>] { tested.runningEffects }

    /// Sets the handler that performs effects; what they dispatch has to be received.
    ///
    /// Until there is a handler, effects are not performed, and have to be expected. The handler must not hold the test
    /// store, which would never end: give it the clock alone.
    ///
    /// - Parameters:
    ///   - schedule: How each effect is run beside others.
    ///   - handler: Called for each effect, on the executor of `clock`.
    public func setEffectHandler(
        schedule: @escaping @Sendable (Effect) -> EffectSchedule = { _ in .now },
        async handler: @escaping @Sendable (Effect, EffectContext<Action>) async -> Void
    ) {
        contents.withLock { $0.hasHandler = true }
        tested.setEffectHandler(schedule: schedule, async: handler)
    }

    /// Dispatches an action as the program does: the test has to receive it.
    ///
    /// - Parameter action: What to reduce.
    public func dispatch(_ action: Action) {
        contents.withLock { $0.isFinished = false }
        tested.dispatch(action, from: nil)
        settle()
    }

    /// Runs a thunk on the executor of `clock`; what it dispatches has to be received.
    ///
    /// - Parameters:
    ///   - thunk: What to run.
    ///   - schedule: How it is run beside other thunks and effects.
    ///   - fileID: Where the call is; a failure is reported there.
    ///   - filePath: Where the call is.
    ///   - line: Where the call is.
    ///   - column: Where the call is.
    /// - Returns: Its number among the running effects; `nil` if the schedule drops it.
    @discardableResult
    @_disfavoredOverload  // so that an error in an action names the type of actions
    public func dispatch(
        _ thunk: Thunk<State, Action>, schedule: EffectSchedule = .now, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Int? {
        let place = called(fileID, filePath, line, column)
        guard tested.takesThunks else {
            fail("A store of this kind runs no thunks: \(thunk.name) was not run.", at: place)
            return nil
        }
        contents.withLock { $0.isFinished = false }
        defer { settle() }
        return tested.run(thunk, schedule: schedule)
    }

    /// The place of a call of the test: the last one is where it ends, wherever the store was made.
    func called(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) -> Place {
        let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
        contents.withLock { $0.lastPlace = place }
        return place
    }

    func fail(_ message: String, at place: Place) {
        report(TestFailure(message, at: place))
    }

    /// Runs what effects can do without the clock being moved.
    func settle() {
        clock.executor.run()
    }
}
