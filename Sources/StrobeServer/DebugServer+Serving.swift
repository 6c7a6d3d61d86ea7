internal import Logging
internal import StrobeProtocol
internal import StrobeSystem
internal import StrobeTransport
internal import StrobeTree

extension DebugServer {
    /// Serves one connection until either side ends it.
    ///
    /// - Parameter connection: A connection that nothing else reads from or writes to.
    public func serve(_ connection: any Connection) async {
        await serve(connection, takeIn(connection))
    }

    /// Registers a connection, which must then be served.
    ///
    /// As many connections may wait to be admitted as there may be sessions, so that a full server can still say that
    /// it is full. One more replaces the one that has waited longest: a client that opens many and sends nothing keeps
    /// nobody out.
    ///
    /// - Returns: The number of the connection; `nil` if it must be closed.
    func takeIn(_ connection: any Connection) -> Int? {
        let (number, oldest) = state.update { state -> (Int?, (any Connection)?) in
            guard !state.isStopped else { return (nil, nil) }
            state.lastConnection += 1
            state.connections[state.lastConnection] = connection
            state.waiting.insert(state.lastConnection)
            guard state.waiting.count > max(1, configuration.limits.sessions), let oldest = state.waiting.min() else {
                return (state.lastConnection, nil)
            }
            state.waiting.remove(oldest)
            return (state.lastConnection, state.connections[oldest])
        }
        if let oldest { Task { await oldest.close() } }
        return number
    }

    func serve(_ connection: any Connection, _ number: Int?) async {
        guard let number else { return await connection.close() }
        await activate()
        if let session = await open(connection, number) {
            logger.info("session \(session.id) began", metadata: ["peer": "\(connection.peer)"])
            await session.run()
            logger.info("session \(session.id) ended")
            state.update { $0.sessions.removeValue(forKey: session.id) }
        }
        await connection.close()
        state.update { state in
            state.connections.removeValue(forKey: number)
            state.waiting.remove(number)
        }
    }

    /// Reads the first message, within the time limit.
    ///
    /// - Returns: The session; `nil` if the connection must be closed.
    private func open(_ connection: any Connection, _ connectionID: Int) async -> ClientSession? {
        guard connection.peer.kind != .unix || connection.peer.uid == configuration.allowedUserID else {
            guard connection.peer.uid != nil else {
                logger.debug(
                    "a connection was refused: it was closed before its user could be checked",
                    metadata: ["peer": "\(connection.peer)"])
                return nil
            }
            noteFailure()
            logger.log(
                level: handshakes.isRefusing ? .debug : .warning, "a process of another user was refused",
                metadata: ["peer": "\(connection.peer)"])
            return nil
        }
        // The peer of a Unix socket is known, and others' failed guesses must not lock out this user.
        guard connection.peer.kind != .tcp || !handshakes.isRefusing else { return nil }
        let (clock, timeout) = (configuration.clock, configuration.handshakeTimeout)
        let timer = Task {
            guard (try? await clock.sleep(for: timeout)) != nil else { return }
            await connection.close()
        }
        defer { timer.cancel() }
        let requestID: RequestID
        let message: Initialize
        switch await firstMessage(of: connection) {
        case .initialize(let id, let first): (requestID, message) = (id, first)
        case .otherVersion(let id, let version):
            await refuse(connection, id, .unsupportedVersion(version))
            return nil
        case let other:
            if case .wrong = other { noteFailure() }
            // On a socket the peer may be anyone; on the standard streams it is the parent process.
            logger.log(
                level: connection.peer.kind == .standardStreams ? .notice : .debug,
                "a connection was closed, because its first line was not an initialize request or did not arrive in time",
                metadata: ["peer": "\(connection.peer)"])
            return nil
        }
        do throws(ProtocolError) {
            return try admit(requestID, message, connection, connectionID)
        } catch {
            if error.code == .unauthorized { noteFailure() }
            await refuse(connection, requestID, error)
            return nil
        }
    }

    /// Sends a client the reason for its refusal.
    private func refuse(_ connection: any Connection, _ requestID: RequestID, _ error: ProtocolError) async {
        logger.log(
            level: handshakes.isRefusing ? .debug : .notice, "a client was refused: \(error.code.kind)",
            metadata: ["peer": "\(connection.peer)"])
        try? await connection.write(Envelope.failure(id: requestID, error).encode())
    }

    /// The kinds of first lines on a connection.
    private enum FirstMessage {
        case initialize(RequestID, Initialize)
        /// `initialize` in a version that is not supported, whose remaining members may be anything.
        case otherVersion(RequestID, Int)
        /// Anything else, which gets no answer.
        case wrong
        /// No line: the peer closed the connection, or the time was over.
        case nothing
    }

    private func firstMessage(of connection: any Connection) async -> FirstMessage {
        connection.setLineLimit(configuration.limits.handshakeLineBytes)
        do {
            // Anything else, such as a browser's request, is recognised by its first byte, and no more is read.
            guard let line = try await connection.nextLine(beginningWith: UInt8(ascii: "{")) else { return .nothing }
            guard
                case .request(let id, Initialize.method, let params) = try Envelope.decode(
                    line, limits: configuration.limits.line)
            else { return .wrong }
            switch params["protocolVersion"] {
            case .int(let version)? where version != protocolVersionNumber:
                return .otherVersion(id, Int(clamping: version))
            case .uint(let version)?: return .otherVersion(id, Int(clamping: version))
            default: return .initialize(id, try Initialize(params: params))
            }
        } catch let error as TransportError where ![.lineTooLong, .wrongBeginning].contains(error.code) {
            return .nothing
        } catch {
            return .wrong
        }
    }

    /// Counts a failed handshake.
    private func noteFailure() {
        if handshakes.noteFailure() {
            logger.warning("too many handshakes failed: TCP is closed for a second")
        }
    }

    private func admit(
        _ requestID: RequestID, _ message: Initialize, _ connection: any Connection, _ connectionID: Int
    ) throws(ProtocolError) -> ClientSession {
        guard connection.peer.kind != .tcp || token.matches(message.token) else { throw .unauthorized }
        let access = min(message.access ?? .read, configuration.access)
        let limit = configuration.limits.sessions
        let session = state.update { state -> ClientSession? in
            guard state.sessions.count < limit, !state.isStopped else { return nil }
            state.lastSession += 1
            let session = ClientSession(
                id: String(state.lastSession), access: access, server: self, connection: connection,
                connectionID: connectionID, limits: configuration.limits, clock: configuration.clock,
                drainTimeout: configuration.drainTimeout)
            state.sessions[session.id] = session
            state.waiting.remove(connectionID)
            return session
        }
        guard let session else { throw .tooManyClients(limit: limit) }
        do throws(ProtocolError) {
            // A client that has not read the limits yet accepts as much as the default ones allow.
            session.outbox.respond(
                try LineEncoding.line(requestID, welcome(session), limit: SessionLimits().answerBytes))
            return session
        } catch {
            state.update { $0.sessions.removeValue(forKey: session.id) }
            throw error
        }
    }

    private func welcome(_ session: ClientSession) -> Initialize.Result {
        Initialize.Result(
            protocolVersion: protocolVersionNumber, server: .init(name: "strobe", version: ServerProcess.version),
            process: process, session: session.id, access: session.access, limits: configuration.limits.reported,
            capabilities: .init(
                methods: Methods.answered,
                events: Subscribe.Event.allCases.map(\.rawValue)),
            stores: feeds.map(\.target.description),
            redaction: configuration.redaction.isEmpty ? nil : configuration.redaction.texts)
    }
}
