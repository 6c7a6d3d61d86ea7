import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Session {
    /// Subscribes to a part of a store, or all of it.
    ///
    /// - Parameter seq: The seq to report changes after; `nil` for the live one.
    @discardableResult
    func watch(_ store: String, _ path: Path?, from seq: Int?) async throws -> Answer<Subscribe.Result> {
        try await subscribing {
            try await self.answer(
                Subscribe(
                    store: store, events: [.log, .state], paths: path.map { [$0] },
                    fromSeq: seq))
        } added: { answer in
            subscriptions.watches.add(
                .init(
                    store: store, path: path, subscription: answer.result.subscription,
                    seq: seq ?? answer.result.seq ?? 0))
        }
    }

    /// Subscribes to all stores, also to those that are added later.
    ///
    /// - Parameter seqs: The last seq reported of each store; by default, where each is now.
    @discardableResult
    func watchEverything(after seqs: [String: Int]? = nil) async throws -> Answer<Subscribe.Result> {
        let now = Dictionary(
            try await refreshStores().result.stores.map { ($0.id, $0.seq) }, uniquingKeysWith: { first, _ in first })
        let answer = try await subscribing {
            try await self.answer(Subscribe(events: [.log, .state]))
        } added: { answer in
            subscriptions.watches.set(everything: .init(subscription: answer.result.subscription, seqs: seqs ?? now))
        }
        // More are known once they are used.
        for store in stores.prefix(100) { _ = await notation(of: store.id) }
        return answer
    }

    /// Stops watching.
    func unsubscribe(_ subscription: String) async throws {
        _ = try await answer(Unsubscribe(subscription: subscription))
        subscriptions.watches.remove(subscription: subscription)
    }

    /// Subscribes to events of a store, or of all if `nil`, and resumes a stream at each of them.
    ///
    /// - Returns: The subscription.
    func listen(
        to store: String?, _ events: [Subscribe.Event], _ continuation: AsyncStream<Void>.Continuation
    ) async throws -> String {
        try await subscribing {
            try await self.answer(Subscribe(store: store, events: events))
        } added: { answer in
            subscriptions.listen(to: answer.result.subscription, continuation)
        }.result.subscription
    }

    /// Stops listening.
    func stopListening(_ subscription: String) {
        subscriptions.stopListening(to: subscription)
    }

    /// Notes the action up to which a wait came.
    func noteWait(forAction seq: Int, of store: String) {
        sent.noteWait(forAction: seq, of: store)
    }

    /// Notes the state up to which a wait came.
    func noteWait(forState seq: Int, of store: String) {
        sent.noteWait(forState: seq, of: store)
    }

    /// Subscribes; events that arrive before the subscription is noted are kept for it.
    func subscribing(
        _ subscribe: () async throws -> Answer<Subscribe.Result>, added: (Answer<Subscribe.Result>) -> Void
    ) async throws -> Answer<Subscribe.Result> {
        subscriptions.begin()
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
        for event in subscriptions.end() { await receive(event) }
    }
}
