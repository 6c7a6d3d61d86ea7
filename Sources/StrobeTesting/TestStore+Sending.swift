internal import StrobeReflection
public import Strobe

extension TestStore {
    /// Dispatches an action, and asserts what it changes.
    ///
    ///     let store = TestStore(initial: [Int]()) { (numbers: inout [Int], number: Int) in
    ///         if number > 0 { numbers.append(number) }
    ///     }
    ///     await store.send(7) { $0.append(7) }
    ///     await store.send(0)  // changes nothing
    ///     await store.finish()
    ///
    /// What came before has to be asserted first: received actions and expected effects.
    ///
    /// - Parameters:
    ///   - action: What to reduce.
    ///   - origin: The origin of the action.
    ///   - change: Makes the state after from the state before; by default, the state must not change. `exhaustivity`
    ///     says what it means when not everything has to be asserted.
    ///   - fileID: Where the call is; a failure is reported there.
    ///   - filePath: Where the call is.
    ///   - line: Where the call is.
    ///   - column: Where the call is.
    nonisolated(nonsending)
        public func send(
            _ action: Action, origin: Origin = .app, fileID: StaticString = #fileID,
            filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
            _ change: ((inout State) throws -> Void)? = nil
        ) async
    {
        let place = called(fileID, filePath, line, column)
        guard let entry = await reduced(action, origin: origin, at: place) else { return }
        check(entry, ValueText.call("send", action), change, at: place)
    }

    /// Dispatches an action that the store has to reject, with its state unchanged.
    ///
    /// - Parameters:
    ///   - action: An action that is illegal in the current state.
    ///   - reason: Why, in the store's words; by default, any reason is accepted.
    ///   - origin: The origin of the action.
    ///   - fileID: Where the call is; a failure is reported there.
    ///   - filePath: Where the call is.
    ///   - line: Where the call is.
    ///   - column: Where the call is.
    nonisolated(nonsending)
        public func sendRejected(
            _ action: Action, reason: String? = nil, origin: Origin = .app, fileID: StaticString = #fileID,
            filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
        ) async
    {
        let place = called(fileID, filePath, line, column)
        guard let entry = await reduced(action, origin: origin, at: place) else { return }
        checkRejection(entry, ValueText.call("send", action), reason, at: place)
    }

    /// Dispatches an action and takes its transition.
    nonisolated(nonsending)
        private func reduced(_ action: Action, origin: Origin, at place: Place) async -> Entry?
    {
        settle()
        reportLeftovers(at: place)
        contents.withLock { $0.isFinished = false }
        let outcome = Outcome()
        let task = tested.begin(action, origin: origin, on: clock.executor) { [signal = clock.executor.signal] result in
            outcome.result.withLock { $0 = result }
            signal.notify()
        }
        await wait.until { outcome.result.withLock { $0 != nil } || isReductionAsleep }
        let name = ValueText.call("send", action)
        switch outcome.result.withLock({ $0 }) {
        case .success(let seq)?:
            // What came meanwhile from elsewhere.
            reportUnreceived(record.takeAll { $0.seq == seq }, at: place)
            if let entry = record.takeFirst() { return entry }
            fail("\(name) was not observed: the observer of the test store was uninstalled.", at: place)
        case .failure(let error)?:
            fail("\(name) was not reduced: \(error.message)", at: place)
        case nil:
            task?.cancel()
            fail(
                isReductionAsleep
                    ? "\(name) was not reduced: the reducer waits for the clock. Dispatch the action with store.dispatch, "
                        + "move the clock, and receive it."
                    : "\(name) was not reduced in \(wait.patience).", at: place)
        }
        return nil
    }

    private final class Outcome: Sendable {
        let result = Protected<Result<Int, StoreError>?>(nil)
    }

    /// Whether the reduction at hand, and all that runs besides, sleeps until the clock is moved.
    private var isReductionAsleep: Bool {
        let count = tested.runningEffects.count
        return count > 0 && tested.isReducing && wait.countAsleep() >= count
    }

    /// Asserts the state after a transition, and keeps its effects to be expected.
    func check(_ entry: Entry, _ name: String, _ change: ((inout State) throws -> Void)?, at place: Place) {
        if let reason = entry.rejection {
            return fail("\(name) was rejected: \(reason)", at: place)
        }
        checkChange(entry, name, change, at: place)
    }

    /// Asserts that an action was rejected.
    func checkRejection(_ entry: Entry, _ name: String, _ reason: String?, at place: Place) {
        guard let got = entry.rejection else {
            checkChange(entry, name, nil, at: place)
            return fail("\(name) was expected to be rejected, but was not.", at: place)
        }
        if let reason, reason != got {
            let difference = Difference(path: "", expected: ValueText.of(reason), got: ValueText.of(got))
            fail(FailureText.differences("\(name) was rejected for another reason:", [difference]), at: place)
        }
        checkChange(entry, name, nil, at: place)
    }

    private func checkChange(
        _ entry: Entry, _ name: String, _ change: ((inout State) throws -> Void)?, at place: Place
    ) {
        let requests = entry.effects.map { Request(effect: $0, requester: name, place: place) }
        contents.withLock { $0.requests = requests }
        guard let change else {
            guard isExhaustive else { return skipChanges(of: name, from: entry.before, to: entry.after) }
            switch ValueComparison(expected: entry.before, got: entry.after) {
            case .equal: break
            case .different(let differences):
                let heading = "\(name) changed the state, but the test describes no change:"
                fail(FailureText.differences(heading, differences, words: ("was", "is")), at: place)
            case .undecided(let parts):
                let heading = "\(name) may have changed the state, but the test describes no change:"
                fail(FailureText.undecided(heading, parts, advice: Self.stateAdvice(parts)), at: place)
            }
            return
        }
        let isExhaustive = isExhaustive
        var expected = isExhaustive ? entry.before : entry.after
        do {
            try change(&expected)
        } catch {
            return fail("The description of what \(name) changes threw an error: \(error)", at: place)
        }
        switch ValueComparison(expected: expected, got: entry.after) {
        case .equal where !isExhaustive:
            skipChanges(of: name, from: entry.before, to: entry.after)
        case .equal:
            guard ValueComparison(expected: entry.before, got: expected).isEqual else { return }
            fail(
                "\(name) changes nothing, and neither does the description of its change: remove the description.",
                at: place)
        case .different(let differences):
            fail(
                FailureText.differences(
                    "The state after \(name) is not as described:", differences,
                    advice: isExhaustive
                        ? nil
                        : "Exhaustivity is off: the description is applied to the state after, and has to set values."),
                at: place)
        case .undecided(let parts):
            let heading = "The state after \(name) cannot be compared with the described one:"
            fail(FailureText.undecided(heading, parts, advice: Self.stateAdvice(parts)), at: place)
        }
    }

    private static func stateAdvice(_ parts: [IncomparablePart]) -> String {
        let path = parts.first?.path ?? ""
        return "Take it from the store in the description, $0\(path) = store.state\(path), and test what it does."
    }
}
