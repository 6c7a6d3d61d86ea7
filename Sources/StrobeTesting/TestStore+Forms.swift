public import Strobe

/// The test store of a reducer that is a type.
///
///     struct Doubling: Reducer {
///         func reduce(_ state: inout Int, _ action: Int) -> [Never] {
///             state = action * 2
///             return []
///         }
///     }
///     let store = TestStoreOf<Doubling>(initial: 0, reducer: Doubling())
///     await store.send(2) { $0 = 4 }
///     await store.finish()
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action, R.Effect>

extension TestStore {
    /// Creates a test store with a reducer that changes the state in place and returns effects.
    @_disfavoredOverload
    public convenience init(
        initial: State, clock: TestClock = TestClock(), patience: Duration = .seconds(10),
        report: @escaping @Sendable (TestFailure) -> Void = TestFailure.report,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        reduce: @escaping @Sendable (inout State, Action) throws -> [Effect]
    ) {
        self.init(
            Store(initial: initial, reduce: reduce), clock: clock, patience: patience, report: report,
            fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Creates a test store with a reducer that changes the state in place and returns an effect or none.
    @_disfavoredOverload
    public convenience init(
        initial: State, clock: TestClock = TestClock(), patience: Duration = .seconds(10),
        report: @escaping @Sendable (TestFailure) -> Void = TestFailure.report,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        reduce: @escaping @Sendable (inout State, Action) throws -> Effect?
    ) {
        self.init(
            Store(initial: initial, reduce: reduce), clock: clock, patience: patience, report: report,
            fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Creates a test store with a reducer that returns the new state and effects.
    @_disfavoredOverload
    public convenience init(
        initial: State, clock: TestClock = TestClock(), patience: Duration = .seconds(10),
        report: @escaping @Sendable (TestFailure) -> Void = TestFailure.report,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        reduce: @escaping @Sendable (State, Action) throws -> (State, [Effect])
    ) {
        self.init(
            Store(initial: initial, reduce: reduce), clock: clock, patience: patience, report: report,
            fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Creates a test store with a reducer that returns the new state, and an effect or none.
    @_disfavoredOverload
    public convenience init(
        initial: State, clock: TestClock = TestClock(), patience: Duration = .seconds(10),
        report: @escaping @Sendable (TestFailure) -> Void = TestFailure.report,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        reduce: @escaping @Sendable (State, Action) throws -> (State, Effect?)
    ) {
        self.init(
            Store(initial: initial, reduce: reduce), clock: clock, patience: patience, report: report,
            fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Creates a test store with a reducer that is a type.
    public convenience init(
        initial: State, clock: TestClock = TestClock(), patience: Duration = .seconds(10),
        report: @escaping @Sendable (TestFailure) -> Void = TestFailure.report,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        reducer: any Reducer<State, Action, Effect>
    ) {
        self.init(
            Store(initial: initial, reducer: reducer), clock: clock, patience: patience, report: report,
            fileID: fileID, filePath: filePath, line: line, column: column)
    }
}

extension TestStore where Effect == Never {
    /// Creates a test store with a reducer that changes the state in place and has no effects.
    public convenience init(
        initial: State, clock: TestClock = TestClock(), patience: Duration = .seconds(10),
        report: @escaping @Sendable (TestFailure) -> Void = TestFailure.report,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        reduce: @escaping @Sendable (inout State, Action) throws -> Void
    ) {
        self.init(
            Store(initial: initial, reduce: reduce), clock: clock, patience: patience, report: report,
            fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Creates a test store with a reducer that returns the new state.
    public convenience init(
        initial: State, clock: TestClock = TestClock(), patience: Duration = .seconds(10),
        report: @escaping @Sendable (TestFailure) -> Void = TestFailure.report,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        reduce: @escaping @Sendable (State, Action) throws -> State
    ) {
        self.init(
            Store(initial: initial, reduce: reduce), clock: clock, patience: patience, report: report,
            fileID: fileID, filePath: filePath, line: line, column: column)
    }
}
