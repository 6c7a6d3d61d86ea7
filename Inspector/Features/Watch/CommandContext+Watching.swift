import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension CommandContext {
    /// Starts to watch a part of a store, or all of it.
    func watch(_ store: String, _ path: Path?) async throws -> Answer<Subscribe.Result> {
        if let known = await session.subscriptions.watches.watch(store: store, path: path) {
            try await session.unsubscribe(known.subscription)
        }
        let answer = try await session.watch(store, path, from: nil)
        _ = await notation(of: store)
        return answer
    }

    /// Starts to watch all stores.
    func watchEverything() async throws {
        if let known = await session.subscriptions.watches.everything {
            try await session.unsubscribe(known.subscription)
        }
        let answer = try await session.watchEverything()
        let count = NumberText.counted(session.stores.count, "store")
        show(answer) { _ in [StyledText("watching actions and changes of \(count), and of those added later", .dim)] }
    }

    /// The store and the path that the arguments of a command name; by default the current store, and all of it.
    ///
    /// A word alone is a store if there is one with that id, otherwise a path.
    func watched(_ invocation: Invocation) async throws -> (store: String, path: Path?) {
        guard let first = invocation.argument else { return (try await store(), nil) }
        let isPath = first.hasPrefix(".") || first.hasPrefix("/") || first.hasPrefix("[")
        guard invocation.arguments.count == 1 else {
            guard !isPath else {
                throw InspectorError(
                    .usage, "`\(first)` is a path; the store comes before it. Usage: \(invocation.command.usage)")
            }
            return (try await session.storeID(named: first), try invocation.path(at: 1))
        }
        if !isPath, session.stores.contains(where: { $0.id == first }) { return (first, nil) }
        let (store, path) = (try await store(), try invocation.path())
        do {
            if let path { try await check([.path(path)], in: store) }
        } catch  where !isPath {
            let ids = session.stores.map(\.id)
            let hint = Spelling.nearest(first, in: ids).map { " Did you mean `\($0)`?" } ?? ""
            throw InspectorError(
                .failed,
                "There is no store `\(first)`, and nothing at .\(first) in \(store).\(hint) The stores are "
                    + "\(ids.prefix(20).joined(separator: ", ")).")
        }
        return (store, path)
    }

    /// Stops watching a store or a path, or everything.
    func unwatch(_ invocation: Invocation) async throws {
        let watches = await session.subscriptions.watches
        var ended = watches.all.map(\.subscription) + [watches.everything?.subscription].compactMap(\.self)
        if invocation.argument != nil {
            let (store, path) = try await watched(invocation)
            ended = watches.all.filter { $0.store == store && $0.path == path }.map(\.subscription)
        }
        guard !ended.isEmpty else {
            throw InspectorError(.failed, invocation.argument == nil ? "Nothing is watched." : "That is not watched.")
        }
        for subscription in ended { try await session.unsubscribe(subscription) }
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
