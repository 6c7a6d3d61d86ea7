public import StrobeProtocol
public import StrobeTransport
public import StrobeTree
internal import Synchronization

/// A client that subscribes to the log of a store and checks that it gets every transition or a report that it is
/// missing.
///
/// It examines most notifications as bytes, so that tests may use many clients and transitions.
public final class LogReader: Sendable {
    /// A violation.
    public struct Fault: Error, CustomStringConvertible {
        public let description: String
    }

    private struct State {
        var seq = 0
        var told = 0
        var bytes = 0
        var gaps: [ClosedRange<Int>] = []
        var closing: String?
        var lastID: Int64 = 0
        var answers: [RequestID: Result<Value, ProtocolError>] = [:]
    }

    /// Only this object reads from it.
    public let connection: any Connection
    private let entryStart: [UInt8]
    private let state = Mutex(State())

    /// Creates a client that has sent nothing.
    ///
    /// - Parameters:
    ///   - connection: A connection to the server.
    ///   - store: The store, by its id.
    public init(_ connection: any Connection, store: String) {
        self.connection = connection
        connection.setLineLimit(64 << 20)
        entryStart = Array(
            (#"{"jsonrpc":"2.0","method":"log/appended","params":{"subscription":"1","store":"\#(store)","#
                + #""entry":{"seq":"#).utf8)
    }

    /// The last transition received or reported as missing.
    public var seq: Int { state.withLock { $0.seq } }
    /// The number of entries received.
    public var told: Int { state.withLock { $0.told } }
    /// The bytes of these entries.
    public var bytes: Int { state.withLock { $0.bytes } }
    /// The ranges reported as missing.
    public var gaps: [ClosedRange<Int>] { state.withLock { $0.gaps } }
    /// The number of answers without a waiting request.
    public var answers: Int { state.withLock { $0.answers.count } }
    /// The server's reason for closing, if it sent one.
    public var closing: String? { state.withLock { $0.closing } }

    /// Opens a session and subscribes to the log, and optionally to changes.
    ///
    /// - Parameters:
    ///   - store: The store, by its id.
    ///   - events: What to subscribe to.
    ///   - token: The server's token; required on TCP only.
    public func subscribe(
        to store: String, events: [Subscribe.Event] = [.log], token: String? = nil
    ) async throws {
        let hello = Initialize(client: .init(name: "reader", version: "1"), token: token, access: .control)
        _ = try await request(Initialize.method, hello.params())
        let answer = try await request(Subscribe.method, Subscribe(store: store, events: events).params())
        guard case .object(let members) = answer, case .int(let seq)? = members["seq"] else {
            throw Fault(description: "subscribe was answered with \(answer)")
        }
        state.withLock { $0.seq = Int(seq) }
    }

    /// Sends a request and reads until it is answered.
    public func request(_ method: String, _ params: Value.Object = [:]) async throws -> Value {
        let id = try await post(method, params)
        while true {
            if let answer = state.withLock({ $0.answers.removeValue(forKey: id) }) { return try answer.get() }
            guard try await next() else {
                throw Fault(description: "the connection ended before \(method) was answered")
            }
        }
    }

    /// Sends a request without reading.
    @discardableResult
    public func post(_ method: String, _ params: Value.Object = [:]) async throws -> RequestID {
        let id = RequestID.int(
            state.withLock { state in
                state.lastID += 1
                return state.lastID
            })
        try await connection.write(Envelope.request(id: id, method: method, params: params).encode())
        return id
    }

    /// Reads until it knows of a transition.
    public func read(to seq: Int) async throws {
        while self.seq < seq {
            guard try await next() else {
                throw Fault(description: "the connection ended after \(self.seq), before \(seq)")
            }
        }
    }

    /// Reads until the server closes the connection.
    public func readToEnd() async throws {
        while try await next() {}
    }

    /// Reads one line.
    ///
    /// - Returns: Whether there was one.
    public func next() async throws -> Bool {
        guard let line = try await connection.nextLine() else { return false }
        if let seq = entrySeq(of: line) {
            try take(entry: seq, bytes: line.count)
            return true
        }
        switch try Envelope.decode(line) {
        case .result(let id, let value): state.withLock { $0.answers[id] = .success(value) }
        case .failure(let id?, let error): state.withLock { $0.answers[id] = .failure(error) }
        case .failure(nil, let error): throw error
        case .notification(StreamLagged.method, let params):
            let lagged = try StreamLagged(params: params)
            try take(gap: lagged.fromSeq...max(lagged.fromSeq, lagged.toSeq))
        case .notification(ServerClosing.method, let params):
            let reason = try ServerClosing(params: params).reason
            state.withLock { $0.closing = reason }
        case .notification, .request: break
        }
        return true
    }

    private func take(entry seq: Int, bytes: Int) throws {
        try state.withLock { state in
            guard seq == state.seq + 1 else { throw Fault(description: "after \(state.seq) came \(seq)") }
            state.seq = seq
            state.told += 1
            state.bytes += bytes
        }
    }

    private func take(gap: ClosedRange<Int>) throws {
        try state.withLock { state in
            // One gap is reported for entries and changes together, so its first one may be known already.
            guard gap.lowerBound <= state.seq + 1 else {
                throw Fault(description: "after \(state.seq) came a gap of \(gap)")
            }
            state.gaps.append(gap)
            state.seq = max(state.seq, gap.upperBound)
        }
    }

    /// The seq of the entry in a line; `nil` for other lines.
    private func entrySeq(of line: [UInt8]) -> Int? {
        guard line.count > entryStart.count, line.starts(with: entryStart) else { return nil }
        var seq = 0
        for byte in line[entryStart.count...] {
            guard (48...57).contains(byte) else { break }
            seq = seq * 10 + Int(byte - 48)
        }
        return seq
    }
}
