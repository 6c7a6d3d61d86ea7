internal import Strobe

extension TestStore {
    /// Asserts the effects that the last action asked for, in order.
    ///
    ///     let store = TestStore(initial: 0, report: record) { (page: inout Int, turn: Int) -> [String] in
    ///         page += turn
    ///         return ["fetch \(page)", "track"]
    ///     }
    ///     await store.send(1) { $0 = 1 }
    ///     store.expect("fetch 1", "track")
    ///     await store.finish()
    ///
    /// - Parameter effects: The next ones; others may follow and be expected by another call.
    public func expect(
        _ effects: Effect..., fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let place = called(fileID, filePath, line, column)
        settle()
        for effect in effects {
            let request = contents.withLock { $0.requests.isEmpty ? nil : $0.requests.removeFirst() }
            guard let request else {
                fail(
                    FailureText.list("This effect was expected, but not returned:", [ValueText.of(effect)]), at: place)
                continue
            }
            let differences = Difference.all(expected: effect, got: request.effect)
            guard !differences.isEmpty else { continue }
            fail(
                FailureText.whole(
                    "\(request.requester) returned another effect:", effect, request.effect, differences), at: place)
        }
    }

    /// Asserts that the last action asked for no effects, or for none but those that are expected already.
    public func expectNoEffects(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let place = called(fileID, filePath, line, column)
        settle()
        let requests = takeRequests()
        guard let first = requests.first else { return }
        let lines = requests.map { ValueText.of($0.effect) }
        fail(FailureText.list("\(first.requester) returned effects, but none was expected:", lines), at: place)
    }

    /// Takes the effects that are not expected yet.
    func takeRequests() -> [Request] {
        contents.withLock { contents in
            defer { contents.requests = [] }
            return contents.requests
        }
    }

    /// Reports effects that the test did not assert, at the calls that caused them.
    func reportUnexpected() {
        let requests = takeRequests()
        // With a handler, what effects lead to is asserted.
        guard let first = requests.first, !contents.withLock({ $0.hasHandler }) else { return }
        let texts = requests.map { ValueText.of($0.effect) }
        fail(
            FailureText.list(
                "\(first.requester) returned \(FailureText.counted(texts.count, "effect")) that the test does not expect:",
                texts, advice: "If that is right, add: store.expect(\(texts.joined(separator: ", ")))"),
            at: first.place)
    }
}
