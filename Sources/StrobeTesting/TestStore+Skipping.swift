internal import Strobe

extension TestStore {
    /// How much of what happens a test has to assert.
    public enum Exhaustivity: Sendable {
        /// Every change, every effect and every action that comes back.
        case on
        /// What the test mentions: the rest is skipped, and listed by `skipped`.
        ///
        /// A description of a change is applied to the state after the action, and must leave it as it is: it sets the
        /// values that some places have then.
        /// `receive` and `expect` skip what comes before the action or effect that they mention.
        case off
    }

    /// How much of what happens from now on the test has to assert; at first, everything.
    ///
    ///     struct Total: Sendable { var sum = 0, count = 0 }
    ///     let store = TestStore(initial: Total()) { (total: inout Total, number: Int) -> [Int] in
    ///         total.sum += number
    ///         total.count += 1
    ///         return number > 9 ? [number / 10, number % 10] : []
    ///     }
    ///     store.exhaustivity = .off
    ///     store.setEffectHandler { digit, context in context.dispatch(digit) }
    ///     await store.send(45) { $0.sum = 45 }
    ///     await store.receive(5) { $0.count = 3 }
    ///     print(store.skipped)  // what 45 and 5 changed, and the action 4 with what it changed
    ///     await store.finish()
    public var exhaustivity: Exhaustivity {
        get { contents.withLock { $0.exhaustivity } }
        set {
            if newValue == .on, !isExhaustive {
                settle()
                reportLeftovers(at: contents.withLock { $0.lastPlace })
            }
            contents.withLock { $0.exhaustivity = newValue }
        }
    }

    var isExhaustive: Bool { exhaustivity == .on }

    /// What was skipped so far, one text for each change, effect and action, oldest first; the changes of an action
    /// include those that its description mentions.
    public var skipped: [String] {
        contents.withLock { $0.skipped }.flatMap { skipped -> [String] in
            switch skipped {
            case .change(let name, let before, let after): Self.changes(of: name, from: before, to: after)
            case .effect(let request): ["\(request.requester) returned \(ValueText.of(request.effect))"]
            case .entry(let entry): texts(of: entry)
            case .running(let text): ["cancelled: \(text)"]
            }
        }
    }

    private func texts(of entry: Entry) -> [String] {
        let name = entry.action.map { ValueText.of($0, limit: 60) } ?? "a restore"
        // With a handler, what effects lead to is asserted.
        let effects = contents.withLock { $0.hasHandler } ? [] : entry.effects
        return [Self.text(of: entry)] + Self.changes(of: name, from: entry.before, to: entry.after)
            + effects.map { "\(name) returned \(ValueText.of($0))" }
    }

    private static func changes(of name: String, from before: State, to after: State) -> [String] {
        Difference.all(expected: before, got: after).map { difference in
            let place = difference.path.isEmpty ? "the state" : difference.path
            let (old, new) = (difference.expected ?? "nothing", difference.got ?? "nothing")
            return "\(name) changed \(place) from \(old) to \(new)"
        }
    }

    /// Skips all actions that arrived and were not received yet.
    ///
    /// While everything has to be asserted, it is a failure if there are none.
    public func skipReceivedActions(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let place = called(fileID, filePath, line, column)
        settle()
        let entries = record.takeAll()
        if entries.isEmpty, isExhaustive { fail("There are no received actions to skip: remove the call.", at: place) }
        skip(entries)
    }

    /// Skips the effects that the last action requested and that are not expected yet, and cancels those that run.
    ///
    /// While everything has to be asserted, it is a failure if there are none.
    public func skipEffects(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let place = called(fileID, filePath, line, column)
        settle()
        // With a handler, what effects lead to is asserted.
        let requests = contents.withLock { $0.hasHandler } ? [] : takeRequests()
        let running = runningLines
        if requests.isEmpty, running.isEmpty, isExhaustive {
            fail("There are no effects to skip: remove the call.", at: place)
        }
        skip(requests)
        skipRunning(running)
    }

    /// Notes actions that were skipped.
    func skip(_ entries: [Entry]) {
        contents.withLock { $0.skipped += entries.map { .entry($0) } }
    }

    /// Notes effects that were skipped.
    func skip(_ requests: [Request]) {
        contents.withLock { $0.skipped += requests.map { .effect($0) } }
    }

    /// Notes what an action changes.
    func skipChanges(of name: String, from before: State, to after: State) {
        contents.withLock { $0.skipped.append(.change(name, before, after)) }
    }

    /// Cancels what runs.
    func skipRunning(_ lines: [String]) {
        contents.withLock { $0.skipped += lines.map { .running($0) } }
        tested.cancelAllEffects()
        settle()
    }
}
