import Foundation
import StrobeClient
import StrobeProtocol
import StrobeRecording
import StrobeTree
import Testing

/// Records what a client can know of a session: all stores with their whole logs.
struct SessionRecording {
    let client: DebugClient
    let opened: Initialize.Result
    /// The initial state of each store, which some cannot show later.
    private var first: [String: StateGet.Result] = [:]

    /// Starts with the current stores.
    init(of client: DebugClient) async throws {
        self.client = client
        opened = try await client.initialize(client: .init(name: "test", version: "1"), access: .control)
        for store in opened.stores { first[store.id] = try await client.send(StateGet(store: store.id)) }
    }

    /// Dispatches an action.
    func send(_ action: Value, to store: String) async throws {
        _ = try await client.send(ActionDispatch(store: store, action: action))
    }

    /// Waits until a store has reached a seq, for at most a minute.
    func wait(for store: String, at seq: Int) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let present = try await client.send(LogList(store: store, limit: 1)).seq
            if present >= seq { return }
            try #require(ContinuousClock.now < deadline, "\(store) is at \(present), not at \(seq)")
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Writes the recording.
    ///
    /// - Parameter change: Changes transitions before they are written.
    /// - Returns: The path, in the temporary directory.
    func write(_ change: (inout RecordedTransition) -> Void = { _ in }) async throws -> String {
        var stores: [RecordedStore] = []
        var transitions: [(time: Int64, transition: RecordedTransition)] = []
        for store in opened.stores {
            let shapes = try await client.send(ActionSchema(store: store.id))
            stores.append(
                RecordedStore(
                    id: store.id, name: store.name, kind: store.kind, stateType: store.stateType,
                    actionType: store.actionType, seq: first[store.id]?.seq ?? 0, state: first[store.id]?.value,
                    stateSchema: shapes.state, actionSchema: shapes.schema, replay: store.capabilities.replay))
            for entry in try await client.send(LogList(store: store.id, from: 1, limit: 1_000, changes: true)).entries {
                transitions.append(
                    (entry.time, RecordedTransition(entry, store: store.id, startMicros: 0, changes: entry.changes)))
            }
        }
        transitions.sort { $0.time < $1.time }
        let start = transitions.first?.time ?? 0
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("replay-\(UUID().uuidString).strobe")
        let header = RecordingHeader(
            id: UUID().uuidString, startMicros: start,
            process: .init(pid: opened.process.pid, name: opened.process.name),
            recorder: .init(name: "test", version: "1", place: "headless"), stores: stores)
        let writer = try RecordingWriter(path: path.path, header: header)
        for (time, transition) in transitions {
            var transition = transition
            transition.t = time - start
            change(&transition)
            writer.write(.transition(transition))
        }
        writer.close(reason: "stopped")
        return path.path
    }
}
