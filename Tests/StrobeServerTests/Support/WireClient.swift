import Logging
import StrobeProtocol
import StrobeTransport
import StrobeTree
import Synchronization
import Testing
import WireTesting

@testable import StrobeServer

/// A client that sees raw lines, and keeps the notifications that arrive while it waits for an answer.
final class WireClient: Sendable {
    let connection: any Connection
    private let notifications = Mutex<[(method: String, params: Value.Object)]>([])
    private let lastID = Mutex<Int64>(0)

    init(_ connection: any Connection) {
        self.connection = TappedConnection.tapping(connection)
        connection.setLineLimit(64 << 20)
    }

    // MARK: Lines

    func send(_ line: String) async throws {
        try await connection.write(Array((line + "\n").utf8))
    }

    /// Receives the next line; `nil` at the end.
    func next() async throws -> Envelope? {
        let connection = connection
        return try await within {
            guard let line = try await connection.nextLine() else { return nil }
            return try Envelope.decode(line)
        }
    }

    // MARK: Requests

    func post(_ method: String, _ params: Value.Object = [:]) async throws -> RequestID {
        let id = RequestID.int(
            lastID.withLock {
                $0 += 1
                return $0
            })
        try await connection.write(Envelope.request(id: id, method: method, params: params).encode())
        return id
    }

    func notify(_ method: String, _ params: Value.Object) async throws {
        try await connection.write(Envelope.notification(method: method, params: params).encode())
    }

    /// Waits for the answer to a request; earlier notifications are kept.
    func answer(to id: RequestID?) async throws -> Result<Value, ProtocolError> {
        while let envelope = try await next() {
            switch envelope {
            case .notification(let method, let params):
                notifications.withLock { $0.append((method, params)) }
            case .result(let answered, let value):
                #expect(answered == id)
                return .success(value)
            case .failure(let answered, let error):
                #expect(answered == id)
                return .failure(error)
            case .request: Issue.record("the server sent a request")
            }
        }
        throw Ended()
    }

    struct Ended: Error {}

    @discardableResult
    func request(_ method: String, _ params: Value.Object = [:]) async throws -> Value {
        try await answer(to: post(method, params)).get()
    }

    @discardableResult
    func send<R: Request>(_ request: R) async throws -> R.Result {
        try R.result(from: try await self.request(R.method, request.params()))
    }

    /// Sends a request that must fail, and returns the error.
    func failure(_ method: String, _ params: Value.Object = [:]) async throws -> ProtocolError {
        switch try await answer(to: post(method, params)) {
        case .success(let value):
            Issue.record("\(method) was answered with \(value)")
            throw Ended()
        case .failure(let error): return error
        }
    }

    // MARK: Notifications

    /// Removes and returns the kept notifications.
    func takeNotifications() -> [(method: String, params: Value.Object)] {
        notifications.withLock { kept in
            defer { kept = [] }
            return kept
        }
    }

    /// Returns the next notification, kept or new.
    func notification() async throws -> (method: String, params: Value.Object) {
        if let kept = notifications.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return kept }
        guard case .notification(let method, let params)? = try await next() else { throw Ended() }
        return (method, params)
    }

    func notification<Message: ProtocolNotification>(_ type: Message.Type) async throws -> Message {
        let (method, params) = try await notification()
        #expect(method == Message.method)
        return try Message(params: params)
    }

    @discardableResult
    func initialize(_ access: Access? = nil, token: String? = nil) async throws -> Initialize.Result {
        try await send(Initialize(client: .init(name: "test", version: "1"), token: token, access: access))
    }
}

extension DebugServer {
    /// A client of this server, over memory, that has sent nothing.
    func connect(capacity: Int = 65_536) -> WireClient {
        let (here, there) = MemoryConnection.pair(capacity: capacity)
        Task { await serve(there) }
        return WireClient(here)
    }

    /// A client of this server with an open session.
    func attach(_ access: Access = .control) async throws -> WireClient {
        let client = connect()
        try await client.initialize(access)
        return client
    }

    /// A server with a shop that grants control.
    static func serving(
        _ store: ShopStore,
        _ configuration: Configuration = Configuration(access: .control, handshakeTimeout: .seconds(60)),
        logger: Logger = .silent
    )
        -> DebugServer
    {
        let server = DebugServer(configuration: configuration, logger: logger)
        server.add(store, id: "shop")
        return server
    }
}
