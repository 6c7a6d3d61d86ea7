public import Strobe

extension TestStore where Effect == Never {
    /// Creates a test store for an asynchronous store: its reducer and its late work run on the executor of `clock`.
    ///
    ///     let clock = TestClock()
    ///     let base = AsyncStore(initial: 0) { (count: Int, step: Int) in
    ///         if step > 9 { try? await clock.sleep(for: .seconds(1)) }
    ///         return count + step
    ///     }
    ///     let store = TestStore(base, clock: clock)
    ///     await store.send(2) { $0 = 2 }
    ///     store.dispatch(10)  // takes a second
    ///     clock.advance(by: .seconds(1))
    ///     await store.receive(10) { $0 = 12 }
    ///     await store.finish()
    ///
    /// - Parameters:
    ///   - store: What to test; nothing may wait or be reduced yet.
    ///   - clock: What the reducer and late work may sleep on.
    ///   - patience: How long `send`, `receive` and `finish` wait at most, by the wall clock.
    ///   - report: Called for each failure; by default, it fails the running test.
    ///   - fileID: Where the call is; a failure is reported there.
    ///   - filePath: Where the call is.
    ///   - line: Where the call is.
    ///   - column: Where the call is.
    public convenience init(
        _ store: AsyncStore<State, Action>, clock: TestClock = TestClock(), patience: Duration = .seconds(10),
        report: @escaping @Sendable (TestFailure) -> Void = TestFailure.report,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        self.init(
            testing: store, clock: clock, patience: patience,
            report: report, place: Place(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Creates a test store for a machine of state objects, which handles events on the main actor.
    ///
    ///     @MainActor final class Lamp { var isOn = false }
    ///     final class Off: StateObject<Bool, String, Lamp> {
    ///         override func next(on event: String) -> Bool? { event == "press" ? true : nil }
    ///     }
    ///     final class On: StateObject<Bool, String, Lamp> {
    ///         override func enter() { host?.isOn = true }
    ///     }
    ///     let lamp = Lamp()
    ///     let machine = StateObjectMachine<Bool, String, Lamp>(initial: false, host: lamp) { isOn, lamp in
    ///         isOn ? On(host: lamp) : Off(host: lamp)
    ///     }
    ///     let store = TestStore(machine)
    ///     await store.send("press") { $0 = true }
    ///     await store.sendRejected("press")
    ///     await store.finish()
    ///
    /// - Parameters:
    ///   - store: What to test.
    ///   - clock: A clock, for what states begin.
    ///   - patience: How long `send`, `receive` and `finish` wait at most, by the wall clock.
    ///   - report: Called for each failure; by default, it fails the running test.
    ///   - fileID: Where the call is; a failure is reported there.
    ///   - filePath: Where the call is.
    ///   - line: Where the call is.
    ///   - column: Where the call is.
    public convenience init<Host: AnyObject>(
        _ store: StateObjectMachine<State, Action, Host>, clock: TestClock = TestClock(),
        patience: Duration = .seconds(10),
        report: @escaping @Sendable (TestFailure) -> Void = TestFailure.report,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        self.init(
            testing: store, clock: clock, patience: patience,
            report: report, place: Place(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Creates a test store for a Redux store; what it sends goes through the serial dispatcher.
    ///
    ///     let clock = TestClock()
    ///     let dispatcher = Delivery.executor(clock.executor)
    ///     let redux = ReduxStore<[String], String>(
    ///         state: [], reducers: [{ list, item in list + [item] }], serialDispatcher: dispatcher,
    ///         middlewareDispatcher: dispatcher)
    ///     let store = TestStore(redux, clock: clock)
    ///     await store.send("lamp") { $0 = ["lamp"] }
    ///     store.dispatch(
    ///         Thunk("later") { context in
    ///             try? await clock.sleep(for: .seconds(1))
    ///             context.dispatch("desk")
    ///         })
    ///     clock.advance(by: .seconds(1))
    ///     await store.receive("desk") { $0 = ["lamp", "desk"] }
    ///     await store.finish()
    ///
    /// With its dispatchers on the executor of `clock` everything happens in the test's own thread, and in the same order
    /// each time. On others, what middleware does after `finish` is not seen.
    ///
    /// - Parameters:
    ///   - store: What to test.
    ///   - clock: What thunks wait by, and whose executor they run on.
    ///   - patience: How long `send`, `receive` and `finish` wait at most, by the wall clock.
    ///   - report: Called for each failure; by default, it fails the running test.
    ///   - fileID: Where the call is; a failure is reported there.
    ///   - filePath: Where the call is.
    ///   - line: Where the call is.
    ///   - column: Where the call is.
    public convenience init(
        _ store: ReduxStore<State, Action>, clock: TestClock = TestClock(), patience: Duration = .seconds(10),
        report: @escaping @Sendable (TestFailure) -> Void = TestFailure.report,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        self.init(
            testing: store, clock: clock, patience: patience, report: report,
            place: Place(fileID: fileID, filePath: filePath, line: line, column: column))
    }
}
