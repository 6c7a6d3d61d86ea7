public import Strobe

extension TestStore {
    /// Makes a test store with a reducer that changes the state in place and returns effects.
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

    /// Makes a test store with a reducer that changes the state in place and returns an effect or none.
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

    /// Makes a test store with a reducer that returns the new state and effects.
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

    /// Makes a test store with a reducer that returns the new state, and an effect or none.
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

    /// Makes a test store with a reducer that is a type.
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
    /// Makes a test store with a reducer that changes the state in place and has no effects.
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

    /// Makes a test store with a reducer that returns the new state.
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
