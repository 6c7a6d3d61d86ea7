package import StrobeClient
package import StrobeProtocol
package import StrobeRecording
import StrobeTree

extension ClientRecorder {
    /// Requests the description and state of a store.
    ///
    /// - Parameter includesPast: Whether to begin at the oldest state of the log.
    /// - Returns: The store with its state, and the time of its first transition.
    package static func begin(
        _ store: StoreDescription, includesPast: Bool, _ client: DebugClient
    ) async throws -> (store: RecordedStore, firstTime: Int64?) {
        let shapes = try await answer(to: ActionSchema(store: store.id), client)
        var recorded = RecordedStore(
            id: store.id, name: store.name, kind: store.kind, stateType: store.stateType, actionType: store.actionType,
            seq: store.seq, state: nil, stateSchema: shapes?.state, actionSchema: shapes?.schema,
            replay: store.capabilities.replay)
        if store.kind == "machine", let graph = try await answer(to: GraphGet(store: store.id), client) {
            recorded.declaration = declaration(in: graph)
        }
        if includesPast {
            let first = try await client.send(StoreDescribe(store: store.id)).firstSeq
            if let state = try await answer(to: StateGet(store: store.id, at: .seq(first)), client) {
                (recorded.seq, recorded.state) = (state.seq, state.value)
                let oldest = try await client.send(
                    LogList(store: store.id, from: first + 1, to: first + 1, limit: 1, changes: false))
                return (recorded, oldest.entries.first?.time)
            }
        }
        if let state = try await answer(to: StateGet(store: store.id), client) {
            (recorded.seq, recorded.state) = (state.seq, state.value)
        } else {
            recorded.seq = try await client.send(StoreDescribe(store: store.id)).seq
        }
        return (recorded, nil)
    }

    /// The declaration of a machine in the format of recordings; `nil` if the graph has none.
    private static func declaration(in graph: GraphGet.Result) -> Value? {
        let states = graph.states.filter { $0.declared == true }
        guard let initial = graph.states.first(where: { $0.initial == true }), !states.isEmpty else { return nil }
        return RecordedStore.declaration(
            initial: initial.name, states: states.map(\.name), events: graph.actions,
            transitions: graph.transitions.filter { $0.declared == true })
    }

    /// Sends a request; `nil` if the server refuses it.
    package static func answer<R: Request>(to request: R, _ client: DebugClient) async throws(ClientError) -> R.Result?
    {
        do throws(ClientError) {
            return try await client.send(request)
        } catch {
            guard error.code == .refused else { throw error }
            return nil
        }
    }

    /// Completes a page of the log with the actions that were too large for it.
    package func withWholeActions(_ page: LogList.Result, of store: String) async throws(ClientError) -> LogList.Result
    {
        var page = page
        for index in page.entries.indices where page.entries[index].lacksAction {
            let whole = try await Self.answer(to: LogGet(store: store, seq: page.entries[index].seq), client)
            page.entries[index].action = whole?.entry.action
        }
        return page
    }

    /// Requests a page of the log, with fewer entries if it would be too large.
    ///
    /// - Parameter merge: The number of entries whose changes may be merged.
    package func page(of store: String, from seq: Int, merge: Int) async throws(ClientError) -> LogList.Result {
        var limit = 1_000
        while true {
            do throws(ClientError) {
                return try await client.send(
                    LogList(store: store, from: seq, limit: limit, changes: true, merge: merge > 1 ? merge : nil))
            } catch {
                guard error.serverError?.code == .tooLarge else { throw error }
                if limit == 1 {
                    // Not even a single entry fits together with its changes.
                    return try await client.send(LogList(store: store, from: seq, limit: 1, changes: false))
                }
                limit = max(limit / 8, 1)
            }
        }
    }

    /// The state of a store at a seq, or else the live one; `nil` if neither is available.
    package func state(of store: String, at seq: Int) async throws(ClientError) -> StateGet.Result? {
        if let past = try await Self.answer(to: StateGet(store: store, at: .seq(seq)), client) { return past }
        return try await Self.answer(to: StateGet(store: store), client)
    }
}
