import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Session {
    /// Begins to watch a part of the store in use, or all of it.
    func watch(_ path: Path?) async throws -> Answer<Subscribe.Result> {
        let store = try store()
        if let known = watches.watch(store: store, path: path) { try await unsubscribe(known) }
        let answer = try await watch(store, path, from: nil)
        _ = await notation()
        return answer
    }

    /// Subscribes to a part of a store, or all of it.
    ///
    /// - Parameter seq: What to be told from, everything after it; `nil` for the present.
    @discardableResult
    func watch(_ store: String, _ path: Path?, from seq: Int?) async throws -> Answer<Subscribe.Result> {
        try await subscribing {
            try await self.answer(
                Subscribe(
                    store: store, events: [.log, .state], paths: path.map { [$0] },
                    fromSeq: seq))
        } added: { answer in
            watches.add(
                .init(
                    store: store, path: path, subscription: answer.result.subscription,
                    seq: seq ?? answer.result.seq ?? 0))
        }
    }

    /// Whether the present state of the store in use has something at a path; a case may come and go.
    func isThere(_ path: Path) async throws -> Bool {
        do {
            _ = try await answer(StateTree(store: try store(), path: path, depth: 0))
            return true
        } catch let error as ProtocolError where error.code == .noSuchPath {
            return false
        }
    }

    /// Ends watching a path of the store in use, or everything.
    func unwatch(_ path: Path?, all: Bool) async throws {
        let ended = all ? watches.all : watches.all.filter { $0.store == location.store && $0.path == path }
        guard !ended.isEmpty else {
            throw InspectorError(.failed, all ? "Nothing is watched." : "That path is not watched.")
        }
        for watch in ended { try await unsubscribe(watch) }
        show(.object([:]), [StyledText("no longer watching", .dim)])
    }

    private func unsubscribe(_ watch: Watches.Watch) async throws {
        _ = try await answer(Unsubscribe(subscription: watch.subscription))
        watches.remove(subscription: watch.subscription)
    }

    /// The first entry after the last one sent or waited for here whose label fits a glob, as a page of the log.
    ///
    /// - Throws: ``InspectorError`` (`failed`) when none comes in time.
    func waitForEntry(matching glob: String?, for duration: Duration) async throws -> Answer<LogList.Result> {
        let store = try store()
        let start: Int
        let known = max(sent[store]?.last ?? 0, waited.actions[store] ?? 0)
        if known > 0 { start = known + 1 } else { start = try await history().upperBound + 1 }
        let request = LogList(
            store: store, from: start, limit: 1, filter: glob.map { LogList.Filter(action: $0) })
        let found = try await following(store, [.log], for: duration) {
            let answer = try await self.answer(request)
            return answer.result.entries.isEmpty ? nil : answer
        }
        guard let found else {
            let what = glob.map { "action that fits `\($0)`" } ?? "action"
            throw InspectorError(.failed, "No \(what) came within \(NumberText.seconds(duration)).")
        }
        return found
    }

    /// Looks for something again and again, whenever something happened in a store, until it is there.
    ///
    /// - Parameters:
    ///   - events: What happens that is a reason to look again.
    ///   - duration: How long at most.
    ///   - look: Looks; `nil` where it is not there yet.
    /// - Returns: What was found; `nil` where it did not come in time.
    func following<Found: Sendable>(
        _ store: String, _ events: [Subscribe.Event], for duration: Duration, _ look: () async throws -> Found?
    ) async throws -> Found? {
        let (happened, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let subscription = try await subscribing {
            try await self.answer(Subscribe(store: store, events: events))
        } added: { answer in
            listeners[answer.result.subscription] = continuation
        }.result.subscription
        defer { listeners[subscription] = nil }
        let deadline = ContinuousClock.now + duration
        let timer = Task {
            try? await Task.sleep(until: deadline)
            continuation.finish()
        }
        defer { timer.cancel() }
        var found = try await look()
        var happenings = happened.makeAsyncIterator()
        while found == nil, await happenings.next() != nil { found = try await look() }
        try Task.checkCancellation()
        _ = try await answer(Unsubscribe(subscription: subscription))
        return found
    }

    /// Makes a subscription; its events that arrive before it is noted are kept for it.
    func subscribing(
        _ subscribe: () async throws -> Answer<Subscribe.Result>, added: (Answer<Subscribe.Result>) -> Void
    ) async throws -> Answer<Subscribe.Result> {
        subscribesUnderWay += 1
        let answer: Answer<Subscribe.Result>
        do {
            answer = try await subscribe()
            added(answer)
        } catch {
            await takeEarlyEvents()
            throw error
        }
        await takeEarlyEvents()
        return answer
    }

    private func takeEarlyEvents() async {
        subscribesUnderWay -= 1
        let early = earlyEvents
        earlyEvents = []
        for event in early { await receive(event) }
    }
}
