import StrobeClient
import StrobeServer
import Testing

/// A client that may control the stores of a server, over memory.
struct Inspection {
    let server: DebugServer
    let client: DebugClient
    /// What was there when it came.
    let stores: [StoreDescription]

    init(_ server: DebugServer) async throws {
        self.server = server
        let (near, far) = StrobeClient.MemoryConnection.pair()
        Task { [server] in await server.serve(far) }
        client = DebugClient(connection: near)
        stores = try await client.initialize(client: .init(name: "tests", version: "1"), access: .control).stores
        for store in stores { _ = try await client.send(Subscribe(store: store.id, events: [.log])) }
    }

    func end() async {
        await client.close()
        await server.stop()
    }

    @discardableResult
    func send(_ action: Value, store: String? = nil) async throws -> ActionDispatch.Result {
        try await client.send(ActionDispatch(store: store, action: action))
    }

    func state(_ path: String..., store: String? = nil, at seq: Int? = nil) async throws -> Value {
        let at = seq.map { StrobeClient.Position.seq($0) }
        return try await client.send(StateGet(store: store, path: Path(path), at: at)).value
    }

    /// The entries of the log, one line each: number, origin, label, effects.
    func log(store: String? = nil) async throws -> [String] {
        try await client.send(LogList(store: store)).entries.map { entry in
            (["\(entry.seq)", entry.origin, entry.label] + entry.effects.map { "→ \($0.label)" }).joined(separator: " ")
        }
    }

    /// Waits for an entry that comes by itself.
    func entry(_ seq: Int, store: String? = nil) async throws -> LogEntry {
        let known = try await client.send(LogList(store: store)).entries
        if let entry = known.first(where: { $0.seq == seq }) { return entry }
        for await event in client.events {
            if case .notification(let news as LogAppended, _) = event, news.entry.seq == seq { return news.entry }
        }
        throw Ended()
    }

    struct Ended: Error {}
}

extension DebugServer {
    static func controlled() -> DebugServer { DebugServer(configuration: .init(access: .control)) }
}
