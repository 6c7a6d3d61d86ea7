import Logging
import Strobe
import StrobeConformance
import StrobeProtocol
import StrobeServer
import StrobeTransport
import StrobeReflection
import StrobeTree
import Synchronization

/// A server with the store of the specification's transcripts.
final class CounterServer: Sendable {
    struct Counter: Codable, Sendable {
        var count = 0
        var label = "demo"
    }

    enum CounterAction: Codable, Sendable {
        case reset
        case increment(by: Int)
        case rename(String)
    }

    let server: DebugServer
    private let store: Store<Counter, CounterAction, Never>
    private let workshop: Workshop?

    /// - Parameters:
    ///   - isLarge: Whether there are further stores with what the counter lacks.
    ///   - handshakeTimeout: The time limit of the handshake; a busy machine needs more than the default.
    init(
        access: Access = .control, limits: SessionLimits = SessionLimits(queueBytes: 1 << 16, sessions: 8),
        discovery: Bool = true, redaction: Redaction = .standard, isLarge: Bool = false,
        handshakeTimeout: Duration = .seconds(60)
    ) {
        server = DebugServer(
            configuration: .init(
                access: access, limits: limits, discovery: discovery, handshakeTimeout: handshakeTimeout,
                redaction: redaction),
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        store = Store(initial: Counter()) { state, action in
            switch action {
            case .reset: state.count = 0
            case .increment(let step): state.count += step
            case .rename(let label): state.label = label
            }
        }
        server.add(store, id: "counter")
        workshop = isLarge ? Workshop(server) : nil
    }

    /// A connection to it.
    func connect() -> MemoryConnection {
        let (here, there) = MemoryConnection.pair()
        // Retains the store, which the server does not.
        Task { await self.server.serve(there) }
        return here
    }
}

/// A server in this process, behind a connection that makes it faulty.
struct MemorySubject: Subject {
    let transport: SubjectTransport
    var token: String?
    let connect: @Sendable () -> any Connection

    /// One server for all connections.
    init(_ server: CounterServer, fault: Fault = Fault(), token: String? = nil) {
        transport = .memory
        self.token = token
        connect = { FaultyConnection(server.connect(), fault) }
    }

    func open() async throws(ConformanceError) -> OpenedLine {
        let connection = connect()
        return OpenedLine(connection, close: { await connection.close() })
    }
}

/// A new server for each connection, like a command, which can be asked to end.
struct FreshSubject: Subject {
    let transport = SubjectTransport.stdio
    let token: String? = nil
    var fault = Fault()

    func open() async throws(ConformanceError) -> OpenedLine {
        let server = CounterServer()
        let connection = FaultyConnection(server.connect(), fault)
        return OpenedLine(
            connection, close: { await connection.close() }, askForEnd: { await server.server.stop() })
    }
}

/// A server that accepts a hundred connections and then refuses as many, over and over.
struct GuardedSubject: Subject {
    private final class Watch: Sendable {
        let count = Mutex(0)
    }

    let transport: SubjectTransport
    let token: String? = nil
    /// How many are refused; `nil` for all further ones.
    ///
    /// Not for a time, as by a real server: how many connections come in that time depends on the machine.
    let refusals: Int?
    private let server = CounterServer()
    private let watch = Watch()

    init(_ transport: SubjectTransport, refusals: Int?) {
        self.transport = transport
        self.refusals = refusals
    }

    func open() async throws(ConformanceError) -> OpenedLine {
        let isClosed = watch.count.withLock { count in
            if let refusals, count == 100 + refusals { count = 0 }
            count += 1
            return count > 100
        }
        let connection = server.connect()
        if isClosed { await connection.close() }
        return OpenedLine(connection, close: { await connection.close() })
    }
}

/// A server that accepts a number of connections and no more.
struct CrowdedSubject: Subject {
    private final class Count: Sendable {
        let open = Mutex(0)
    }

    let transport = SubjectTransport.memory
    let token: String? = nil
    private let server = CounterServer()
    private let count = Count()
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    func open() async throws(ConformanceError) -> OpenedLine {
        let isFull = count.open.withLock { open in
            if open < limit { open += 1 }
            return open >= limit
        }
        let connection = server.connect()
        if isFull { await connection.close() }
        return OpenedLine(
            connection,
            close: { [count] in
                await connection.close()
                if !isFull { count.open.withLock { $0 -= 1 } }
            })
    }
}

/// A connection that the server takes for one within the process, so that it requires no token.
struct TokenlessConnection: Connection {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    var peer: Peer { Peer(kind: .memory, address: "a test") }
    func nextLine() async throws(TransportError) -> [UInt8]? { try await connection.nextLine() }
    func write(_ bytes: [UInt8]) async throws(TransportError) { try await connection.write(bytes) }
    func setLineLimit(_ limit: Int) { connection.setLineLimit(limit) }
    func close() async { await connection.close() }
}
