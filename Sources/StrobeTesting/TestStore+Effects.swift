internal import Strobe

extension TestStore {
    /// Asserts the effects that the last action requested, in order.
    ///
    ///     let store = TestStore(initial: 0) { (page: inout Int, turn: Int) -> [String] in
    ///         page += turn
    ///         return ["fetch \(page)", "track"]
    ///     }
    ///     await store.send(1) { $0 = 1 }
    ///     store.expect("fetch 1", "track")
    ///     await store.finish()
    ///
    /// - Parameters:
    ///   - effects: The next ones; others may follow and be expected by another call.
    ///   - fileID: Where the call is; a failure is reported there.
    ///   - filePath: Where the call is.
    ///   - line: Where the call is.
    ///   - column: Where the call is.
    public func expect(
        _ effects: Effect..., fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let place = called(fileID, filePath, line, column)
        settle()
        for effect in effects {
            skipRequests(before: { ValueComparison(expected: effect, got: $0).isEqual })
            guard let request = nextRequest(ValueText.of(effect), at: place) else { continue }
            switch ValueComparison(expected: effect, got: request.effect) {
            case .equal: break
            case .different(let differences):
                let heading = "\(request.requester) returned another effect:"
                fail(FailureText.whole(heading, effect, request.effect, differences), at: place)
            case .undecided(let parts):
                fail(
                    FailureText.undecided(
                        "\(request.requester) returned an effect that cannot be compared with the expected one:", parts,
                        advice: "Test what it does: store.expect(\"…\") { effect in … }, with a closure that gets the "
                            + "effect, calls the functions in it, and returns whether they return what they should."),
                    at: place)
            }
        }
    }

    /// Asserts that a closure accepts the next effect that the last action requested, and the functions in it.
    ///
    ///     enum Message: Equatable { case load, rates([String: Double]) }
    ///     struct Load: Sendable {
    ///         var path: String
    ///         var onComplete: @Sendable ([String: Double]) -> Message
    ///     }
    ///     let store = TestStore(initial: 0) { (count: inout Int, message: Message) -> [Load] in
    ///         count += 1
    ///         return message == .load ? [Load(path: "/rates", onComplete: Message.rates)] : []
    ///     }
    ///     await store.send(.load) { $0 = 1 }
    ///     store.expect("a load of /rates that answers .rates") { load in
    ///         load.path == "/rates" && load.onComplete(["EUR": 1]) == .rates(["EUR": 1])
    ///     }
    ///     await store.finish()
    ///
    /// - Parameters:
    ///   - description: What is expected, in words for people.
    ///   - isExpected: Whether it is the one.
    ///   - fileID: Where the call is; a failure is reported there.
    ///   - filePath: Where the call is.
    ///   - line: Where the call is.
    ///   - column: Where the call is.
    public func expect(
        _ description: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, where isExpected: (Effect) -> Bool
    ) {
        let place = called(fileID, filePath, line, column)
        settle()
        skipRequests(before: isExpected)
        guard let request = nextRequest(description, at: place), !isExpected(request.effect) else { return }
        let difference = Difference(path: "", expected: description, got: ValueText.of(request.effect))
        fail(FailureText.differences("\(request.requester) returned another effect:", [difference]), at: place)
    }

    /// Skips the effects before one, if there is such a one and not everything has to be asserted.
    private func skipRequests(before isExpected: (Effect) -> Bool) {
        guard !isExhaustive else { return }
        let count = contents.withLock { $0.requests }.firstIndex { isExpected($0.effect) } ?? 0
        let requests = contents.withLock { contents in
            defer { contents.requests.removeFirst(count) }
            return Array(contents.requests.prefix(count))
        }
        skip(requests)
    }

    /// Takes the next effect that is not expected yet, or reports that there is none.
    private func nextRequest(_ expected: String, at place: Place) -> Request? {
        let request = contents.withLock { $0.requests.isEmpty ? nil : $0.requests.removeFirst() }
        if request == nil {
            fail(FailureText.list("This effect was expected, but not returned:", [expected]), at: place)
        }
        return request
    }

    /// Asserts that the last action requested no effects other than those already expected.
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
        guard isExhaustive else { return skip(requests) }
        let texts = requests.map { ValueText.of($0.effect) }
        fail(
            FailureText.list(
                "\(first.requester) returned \(FailureText.counted(texts.count, "effect")) that the test does not expect:",
                texts, advice: "If that is right, add: store.expect(\(texts.joined(separator: ", ")))"),
            at: first.place)
    }
}
