internal import Strobe

extension TestStore {
    /// Asserts the next action that an effect dispatched, and what it changed.
    ///
    ///     let store = TestStore(initial: 0) { (sum: inout Int, number: Int) -> [Int] in
    ///         sum += number
    ///         return number > 9 ? [number % 10] : []
    ///     }
    ///     store.setEffectHandler { digit, context in context.dispatch(digit) }
    ///     await store.send(12) { $0 = 12 }
    ///     await store.receive(2) { $0 = 14 }
    ///     await store.finish()
    ///
    /// It is reduced when it comes, whenever it is received; one that has not come yet is waited for.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - change: Makes the state after from the state before; by default, the state must not have changed.
    ///   - fileID: Where the call is; a failure is reported there.
    ///   - filePath: Where the call is.
    ///   - line: Where the call is.
    ///   - column: Where the call is.
    nonisolated(nonsending)
        public func receive(
            _ action: Action, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
            column: UInt = #column, _ change: ((inout State) throws -> Void)? = nil
        ) async
    {
        let place = called(fileID, filePath, line, column)
        guard let entry = await next(action, at: place) else { return }
        check(entry, ValueText.call("receive", action), change, at: place)
    }

    /// Asserts that the next action that an effect dispatched was rejected by the store, and changed nothing.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - reason: Why, in the store's words; by default, any reason is accepted.
    ///   - fileID: Where the call is; a failure is reported there.
    ///   - filePath: Where the call is.
    ///   - line: Where the call is.
    ///   - column: Where the call is.
    nonisolated(nonsending)
        public func receiveRejected(
            _ action: Action, reason: String? = nil, fileID: StaticString = #fileID,
            filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
        ) async
    {
        let place = called(fileID, filePath, line, column)
        guard let entry = await next(action, at: place) else { return }
        checkRejection(entry, ValueText.call("receive", action), reason, at: place)
    }

    /// Asserts that the next action that an effect dispatched satisfies a condition, and what it changed.
    ///
    ///     let store = TestStore(initial: 0) { (sum: inout Int, number: Int) -> [Int] in
    ///         sum += number
    ///         return number > 9 ? [number % 10] : []
    ///     }
    ///     store.setEffectHandler { digit, context in context.dispatch(digit) }
    ///     await store.send(12) { $0 = 12 }
    ///     await store.receive("a digit", where: { $0 < 10 }) { $0 = 14 }
    ///     await store.finish()
    ///
    /// - Parameters:
    ///   - description: What is expected, in words for people.
    ///   - isExpected: Whether it is the one.
    ///   - change: Makes the state after from the state before; by default, the state must not have changed.
    ///   - fileID: Where the call is; a failure is reported there.
    ///   - filePath: Where the call is.
    ///   - line: Where the call is.
    ///   - column: Where the call is.
    nonisolated(nonsending)
        public func receive(
            _ description: String, where isExpected: (Action) -> Bool, fileID: StaticString = #fileID,
            filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
            _ change: ((inout State) throws -> Void)? = nil
        ) async
    {
        let place = called(fileID, filePath, line, column)
        guard let entry = await next(description, where: isExpected, at: place) else { return }
        guard let got = entry.action else { return reportUnreceived([entry], at: place) }
        guard isExpected(got) else {
            let difference = Difference(path: "", expected: description, got: ValueText.of(got))
            return fail(FailureText.differences("Another action was received:", [difference]), at: place)
        }
        check(entry, ValueText.call("receive", got), change, at: place)
    }

    /// Ends the test: waits for effects that end by themselves, and reports everything that was not asserted.
    ///
    /// Effects that wait for the clock do not end by themselves: move it, or have them cancelled. If no others are
    /// left, that is reported at once.
    nonisolated(nonsending)
        public func finish(
            fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
            column: UInt = #column
        ) async
    {
        let place = called(fileID, filePath, line, column)
        _ = await wait.until { !isAnythingAwake }
        contents.withLock { $0.isFinished = true }
        reportLeftovers(at: place)
        reportRunning(at: place)
    }

    /// Whether an effect runs that something besides the clock may wake.
    private var isAnythingAwake: Bool {
        if tested.hasWaitingActions { return true }
        let running = tested.runningEffects
        guard !running.isEmpty else { return false }
        let waiting = running.count { $0.phase == .waiting }
        return waiting + wait.countAsleep() < running.count
    }

    /// Takes the next transition, if it is the one of an action.
    nonisolated(nonsending)
        private func next(_ action: Action, at place: Place) async -> Entry?
    {
        let isExpected: (Action) -> Bool = { ValueComparison(expected: action, got: $0).isEqual }
        guard let entry = await next(ValueText.of(action), where: isExpected, at: place) else { return nil }
        guard let got = entry.action else {
            reportUnreceived([entry], at: place)
            return nil
        }
        switch ValueComparison(expected: action, got: got) {
        case .equal: return entry
        case .different(let differences):
            fail(FailureText.whole("Another action was received:", action, got, differences), at: place)
        case .undecided(let parts):
            fail(
                FailureText.undecided(
                    "An action was received that cannot be compared with the expected one:", parts,
                    advice:
                        "Test what it does: await store.receive(\"…\", where: { action in … }), with a closure that "
                        + "gets the action, calls the functions in it, and returns whether they return what they "
                        + "should."), at: place)
        }
        return nil
    }

    /// Takes the next transition, and waits for it if need be; if not everything has to be asserted, those before the
    /// expected one are skipped.
    nonisolated(nonsending)
        private func next(_ expected: String, where isExpected: (Action) -> Bool, at place: Place) async -> Entry?
    {
        reportUnexpected()
        contents.withLock { $0.isFinished = false }
        _ = await wait.until {
            guard !isExhaustive else { return !record.isEmpty }
            let found = record.entries.first { $0.action.map(isExpected) ?? false }
            if let found { skip(record.takeAll { $0.seq == found.seq }) }
            return found != nil
        }
        if !isExhaustive, let first = record.entries.first, !(first.action.map(isExpected) ?? false) {
            let advice = FailureText.list("These have arrived:", record.entries.map(Self.text))
            let heading = "This action was expected, but has not arrived:"
            fail(FailureText.list(heading, [expected], advice: advice), at: place)
            return nil
        }
        if let entry = record.takeFirst() { return entry }
        let running = runningLines
        let advice =
            running.isEmpty
            ? "No running effect could dispatch it."
            : (["Running:"] + running.map { "    \($0)" } + [clockAdvice].compactMap(\.self)).joined(separator: "\n")
        fail(
            FailureText.list("This action was expected, but none was received:", [expected], advice: advice), at: place)
        return nil
    }

    /// Reports everything that the test did not assert so far.
    func reportLeftovers(at place: Place) {
        reportUnexpected()
        reportUnreceived(record.takeAll(), at: place)
    }

    /// Reports actions that were dispatched and not received.
    func reportUnreceived(_ entries: [Entry], at place: Place) {
        guard !entries.isEmpty else { return }
        guard isExhaustive else { return skip(entries) }
        let lines = entries.map(Self.text)
        let advice = entries.compactMap(\.action).first.map {
            "If that is right, add: await store.receive(\(ValueText.of($0)))"
        }
        let heading = "\(FailureText.counted(lines.count, "action")) arrived that the test does not receive:"
        fail(FailureText.list(heading, lines, advice: advice), at: place)
    }

    /// What arrived, and why.
    static func text(of entry: Entry) -> String {
        let action = entry.action.map { ValueText.of($0) } ?? "a state that was restored"
        let cause = entry.cause.map { "caused by \($0)" } ?? "origin \(entry.origin)"
        return "\(action)  (seq \(entry.seq), \(cause))"
    }

    private func reportRunning(at place: Place) {
        let running = runningLines
        guard !running.isEmpty else { return }
        guard isExhaustive else { return skipRunning(running) }
        let verb = running.count == 1 ? "runs" : "run"
        let heading = "\(FailureText.counted(running.count, "effect")) still \(verb) at the end of the test:"
        let advice = clockAdvice ?? "Wait for their end, or cancel them, before the test finishes."
        fail(FailureText.list(heading, running, advice: advice), at: place)
        tested.cancelAllEffects()
        settle()
    }

    var runningLines: [String] {
        tested.runningEffects.map { running in
            let effect = running.effect.map { "  \(ValueText.of($0))" } ?? ""
            return "\(running.id)  \(running.name)\(effect)  \(running.phase)"
        }
    }

    private var clockAdvice: String? {
        guard let deadline = clock.nextDeadline else { return nil }
        let step = clock.now.duration(to: deadline)
        return "The clock has \(FailureText.counted(clock.sleeperCount, "sleeper")); the next wakes after "
            + "store.clock.advance(by: .seconds(\(Self.seconds(step))))."
    }

    private static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let value = Double(seconds) + Double(attoseconds) / 1e18
        return value == value.rounded() ? String(Int(value)) : String(value)
    }
}
