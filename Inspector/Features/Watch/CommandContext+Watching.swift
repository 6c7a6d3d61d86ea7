import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension CommandContext {
    /// Starts to watch a part of the current store, or all of it.
    func watch(_ path: Path?) async throws -> Answer<Subscribe.Result> {
        let store = try await store()
        if let known = await session.subscriptions.watches.watch(store: store, path: path) {
            try await session.unsubscribe(known)
        }
        let answer = try await session.watch(store, path, from: nil)
        _ = await notation()
        return answer
    }

    /// Whether the live state of the current store has a value at a path; cases may come and go.
    func isThere(_ path: Path) async throws -> Bool {
        do {
            _ = try await answer(StateTree(store: try await store(), path: path, depth: 0))
            return true
        } catch let error as ProtocolError where error.code == .noSuchPath {
            return false
        }
    }

    /// Stops watching a path of the current store, or everything.
    func unwatch(_ path: Path?, all: Bool) async throws {
        let (watched, store) = (await session.subscriptions.watches.all, location.store)
        let ended = all ? watched : watched.filter { $0.store == store && $0.path == path }
        guard !ended.isEmpty else {
            throw InspectorError(.failed, all ? "Nothing is watched." : "That path is not watched.")
        }
        for watch in ended { try await session.unsubscribe(watch) }
        show(.object([:]), [StyledText("no longer watching", .dim)])
    }

    /// Waits for the first entry that matches a glob after the last one sent or waited for, as a page of the log.
    ///
    /// - Throws: ``InspectorError`` (`failed`) if none comes in time.
    func waitForEntry(matching glob: String?, for duration: Duration) async throws -> Answer<LogList.Result> {
        let store = try await store()
        let start: Int
        let known = await session.sent.lastAction(of: store)
        if known > 0 { start = known + 1 } else { start = try await history().upperBound + 1 }
        let request = LogList(
            store: store, from: start, limit: 1, filter: glob.map { LogList.Filter(action: $0) })
        let found = try await following(store, [.log], for: duration) {
            let answer = try await self.answer(request)
            return answer.result.entries.isEmpty ? nil : answer
        }
        guard let found else {
            let what = glob.map { "action that matches `\($0)`" } ?? "action"
            throw InspectorError(.failed, "No \(what) within \(NumberText.seconds(duration)).")
        }
        return found
    }

    /// Calls `look` after each event of a store until it returns a result.
    ///
    /// - Parameters:
    ///   - events: The events that trigger another look.
    ///   - duration: The time limit.
    ///   - look: Returns `nil` as long as there is no result.
    /// - Returns: The result; `nil` after the time limit.
    func following<Found: Sendable>(
        _ store: String, _ events: [Subscribe.Event], for duration: Duration, _ look: () async throws -> Found?
    ) async throws -> Found? {
        let (happened, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let subscription = try await session.listen(to: store, events, continuation)
        let deadline = ContinuousClock.now + duration
        let timer = Task {
            try? await Task.sleep(until: deadline)
            continuation.finish()
        }
        defer { timer.cancel() }
        let found: Found?
        do {
            var latest = try await look()
            var happenings = happened.makeAsyncIterator()
            while latest == nil, await happenings.next() != nil { latest = try await look() }
            try Task.checkCancellation()
            _ = try await answer(Unsubscribe(subscription: subscription))
            found = latest
        } catch {
            await session.stopListening(subscription)
            throw error
        }
        await session.stopListening(subscription)
        return found
    }
}
