internal import Logging
internal import StrobeProtocol
public import StrobeTransport
internal import StrobeTree

extension DebugServer {
    /// Serves one connection until either side ends it.
    ///
    /// - Parameter connection: A connection that nobody else reads from or writes to.
    public func serve(_ connection: any Connection) async {
        await activate()
        let id = state.update { state -> Int? in
            // Twice as many as sessions, so that a full server can still say that it is full.
            guard !state.isStopped, state.connections.count / 2 < configuration.limits.sessions else { return nil }
            state.lastConnection += 1
            state.connections[state.lastConnection] = connection
            return state.lastConnection
        }
        guard let id else { return await connection.close() }
        if let session = await open(connection, id) {
            logger.info("session \(session.id) began", metadata: ["peer": "\(connection.peer)"])
            await session.run()
            logger.info("session \(session.id) ended")
            state.update { $0.sessions.removeValue(forKey: session.id) }
        }
        await connection.close()
        state.update { $0.connections.removeValue(forKey: id) }
    }

    /// Takes in the first message, within the time for it.
    ///
    /// - Returns: The session; `nil` when the connection is to be closed.
    private func open(_ connection: any Connection, _ connectionID: Int) async -> Session? {
        guard connection.peer.kind != .unix || connection.peer.uid == configuration.allowedUserID else {
            logger.warning("a process of another user was refused", metadata: ["peer": "\(connection.peer)"])
            return nil
        }
        let (clock, timeout) = (configuration.clock, configuration.handshakeTimeout)
        let timer = Task {
            guard (try? await clock.sleep(for: timeout)) != nil else { return }
            await connection.close()
        }
        defer { timer.cancel() }
        guard let (requestID, message) = await firstMessage(of: connection) else {
            // On a socket that may be anybody; on the standard streams it is whoever started this process.
            logger.log(
                level: connection.peer.kind == .standardStreams ? .notice : .debug,
                "a connection was closed, because its first line was no initialize or did not come in time: send that first",
                metadata: ["peer": "\(connection.peer)"])
            return nil
        }
        do throws(ProtocolError) {
            return try admit(requestID, message, connection, connectionID)
        } catch {
            logger.notice("a client was refused: \(error.code.kind)", metadata: ["peer": "\(connection.peer)"])
            try? await connection.write(Envelope.failure(id: requestID, error).encode())
            return nil
        }
    }

    /// The `initialize` that has to be the first line; `nil` for anything else, which gets no answer.
    private func firstMessage(of connection: any Connection) async -> (id: RequestID, message: Initialize)? {
        connection.setLineLimit(configuration.limits.handshakeLineBytes)
        guard let line = try? await connection.nextLine(), line.first == UInt8(ascii: "{"),
            case .request(let id, Initialize.method, let params)? = try? Envelope.decode(line, limits: lineLimits),
            let message = try? Initialize(params: params)
        else { return nil }
        return (id, message)
    }

    private func admit(
        _ requestID: RequestID, _ message: Initialize, _ connection: any Connection, _ connectionID: Int
    ) throws(ProtocolError) -> Session {
        guard message.protocolVersion == protocolVersionNumber else {
            throw .unsupportedVersion(message.protocolVersion)
        }
        guard connection.peer.kind != .tcp || token.matches(message.token) else { throw .unauthorized }
        let access = min(message.access ?? .read, configuration.access)
        let limit = configuration.limits.sessions
        let session = state.update { state -> Session? in
            guard state.sessions.count < limit, !state.isStopped else { return nil }
            state.lastSession += 1
            let session = Session(
                id: String(state.lastSession), access: access, server: self, connection: connection,
                connectionID: connectionID)
            state.sessions[session.id] = session
            return session
        }
        guard let session else { throw .tooManyClients(limit: limit) }
        session.outbox.respond(Wire.result(requestID, welcome(session)))
        return session
    }

    private func welcome(_ session: Session) -> Initialize.Result {
        Initialize.Result(
            protocolVersion: protocolVersionNumber, server: .init(name: "strobe", version: Self.version),
            process: process, session: session.id, access: session.access, limits: configuration.limits,
            capabilities: .init(
                methods: Methods.answered,
                events: Subscribe.Event.allCases.map(\.rawValue)),
            stores: feeds.map(\.target.description),
            redaction: configuration.redaction.isEmpty ? nil : configuration.redaction.texts)
    }

    /// The limits of what is read from a client.
    var lineLimits: JSONLimits {
        JSONLimits(maxDepth: configuration.limits.depth, maxBytes: configuration.limits.lineBytes)
    }
}
