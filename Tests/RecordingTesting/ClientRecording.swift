public import StrobeClient
public import StrobeProtocol
public import StrobeRecording

/// Records what a process reports of its stores, for tests of readers.
public struct ClientRecording: Sendable {
    private let client: DebugClient

    /// Creates one for an open session.
    public init(_ client: DebugClient) {
        self.client = client
    }

    /// The header of a recording of the stores at the beginning of their logs.
    public func header(
        _ opened: Initialize.Result, id: String = "6f0c1f3e-7a52-4a0e-9f3b-0c4d1f6f2a11", startMicros: Int64
    ) async throws -> RecordingHeader {
        var stores: [RecordedStore] = []
        for store in opened.stores { stores.append(try await describe(store)) }
        return RecordingHeader(
            id: id, startMicros: startMicros, process: .init(pid: opened.process.pid, name: opened.process.name),
            recorder: .init(name: "test", version: "1", place: "headless"), redaction: opened.redaction ?? [],
            stores: stores)
    }

    private func describe(_ store: StoreDescription) async throws -> RecordedStore {
        let shapes = try await client.send(ActionSchema(store: store.id))
        let state = try await client.send(StateGet(store: store.id, at: .seq(store.firstSeq)))
        return RecordedStore(
            id: store.id, name: store.name, kind: store.kind, stateType: store.stateType,
            actionType: store.actionType, seq: state.seq, state: state.value, stateSchema: shapes.state,
            actionSchema: shapes.schema, replay: store.capabilities.replay)
    }

    /// The lines of all transitions so far, by time.
    ///
    /// - Parameter after: The last known seqs, by store.
    public func lines(
        _ stores: [StoreDescription], startMicros: Int64, after known: [String: Int] = [:]
    ) async throws -> [RecordingLine] {
        var transitions: [RecordedTransition] = []
        for store in stores {
            var next: Int? = (known[store.id] ?? 0) + 1
            while let from = next {
                let page = try await client.send(LogList(store: store.id, from: from, limit: 100))
                for entry in page.entries {
                    let diff = try await client.send(
                        StateDiff(store: store.id, from: .seq(entry.seq - 1), to: .seq(entry.seq)))
                    transitions.append(
                        RecordedTransition(
                            entry, store: store.id, startMicros: startMicros, changes: diff.changes))
                }
                next = page.next
            }
        }
        return transitions.sorted { ($0.t, $0.seq) < ($1.t, $1.seq) }.map { .transition($0) }
    }
}
