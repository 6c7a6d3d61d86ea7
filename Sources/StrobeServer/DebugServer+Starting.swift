internal import Logging
internal import StrobeProtocol
internal import StrobeSystem
internal import StrobeTransport

extension DebugServer {
    /// Opens endpoints and serves clients until `stop()`.
    ///
    /// - Parameter endpoints: Where to listen; either all are opened or none.
    /// - Returns: Where clients can connect, with real ports and paths.
    /// - Throws: `cannotListen`, `invalidConfiguration` for TCP with a token that others can read, or with neither a
    ///   chosen token nor a discovery file, `stopped`.
    @discardableResult
    public func start(on endpoints: [ServerEndpoint]) async throws(DebugServerError) -> [Endpoint] {
        if endpoints.contains(where: { if case .tcp = $0 { true } else { false } }) { try chooseToken() }
        guard !state.read({ $0.isStopped }) else {
            throw DebugServerError(.stopped, "The server was stopped; create a new one.")
        }
        await activate()
        var listeners: [Listener] = []
        var streams: (any Connection)?
        do throws(TransportError) {
            for endpoint in endpoints {
                switch endpoint {
                case .stdio:
                    streams = try StandardStreams.serve()
                case .tcp(let port):
                    listeners.append(try await Transport.listen(on: .tcp(host: Endpoint.loopback, port: port)))
                case .unix(let path):
                    let path = if let path { path } else { try defaultSocketPath() }
                    listeners.append(try await Transport.listen(on: .unix(path: path)))
                }
            }
            try publish(listeners)
        } catch {
            for listener in listeners { await listener.close() }
            await streams?.close()
            throw DebugServerError(.cannotListen, "The debug server cannot start: \(error.message)")
        }
        let isStopped = state.update { state in
            guard !state.isStopped else { return true }
            state.listeners += listeners
            for listener in listeners { state.accepting.append(accept(from: listener)) }
            return false
        }
        if isStopped {
            state.update { $0.discovery.take() }?.remove()
            for listener in listeners { await listener.close() }
            await streams?.close()
            throw DebugServerError(.stopped, "The server was stopped while it started.")
        }
        if let streams {
            let serving = Task { await serve(streams) }
            state.update { $0.streams = serving }
        }
        for listener in listeners { logger.info("listening on \(listener.endpoint)") }
        return listeners.map(\.endpoint)
    }

    /// Waits until the peer on the standard streams has disconnected.
    ///
    /// Returns at once if they are not served. A program that serves its standard streams usually ends then.
    public func standardStreamsEnd() async {
        await state.read { $0.streams }?.value
    }

    /// Ends all sessions and closes all endpoints.
    ///
    /// Requests in progress are answered first, for as long as `Configuration.drainTimeout` allows; a reducer that
    /// takes longer is not waited for. May be called any number of times.
    public func stop() async {
        let (listeners, accepting, sessions, discovery, waiting) = state.update { state in
            defer { (state.listeners, state.accepting, state.discovery) = ([], [], nil) }
            state.isStopped = true
            state.signalWatch = nil
            // Clients that have not sent `initialize` get no farewell.
            let known = Set(state.sessions.values.map(\.connectionID))
            let waiting = state.connections.filter { !known.contains($0.key) }.map(\.value)
            return (state.listeners, state.accepting, Array(state.sessions.values), state.discovery, waiting)
        }
        discovery?.remove()
        for listener in listeners { await listener.close() }
        for task in accepting { task.cancel() }
        for session in sessions { session.end(reason: "the server is stopping") }
        for connection in waiting { await connection.close() }
        _ = await state.wait { $0.connections.isEmpty ? true : nil }
        await TimeLimit(configuration.drainTimeout, on: configuration.clock).run {
            for id in self.state.read({ $0.hosted.map(\.id) }) { self.remove(id: id) }
        }
    }

    private func accept(from listener: Listener) -> Task<Void, Never> {
        Task {
            for await connection in listener.connections {
                // Registered before any wait: however fast connections come, only so many are open.
                let number = takeIn(connection)
                Task { await self.serve(connection, number) }
            }
        }
    }

    /// Takes the token that the user of the program chose, if any.
    private func chooseToken() throws(DebugServerError) {
        let isTrusted = !configuration.hasForeignRights
        let chosen: AccessToken?
        do {
            chosen = try AccessToken(file: configuration.tokenFile) { isTrusted ? configuration.variable($0) : nil }
        } catch {
            throw DebugServerError(.invalidConfiguration, "The debug server cannot start: \(error.message)")
        }
        if let chosen {
            state.update { $0.token = chosen }
        } else if !configuration.discovery {
            throw DebugServerError(
                .invalidConfiguration,
                "TCP needs the discovery file, where clients find its token: turn discovery on, choose a token file, or use a "
                    + "Unix socket.")
        }
    }

    private func defaultSocketPath() throws(TransportError) -> String {
        try RuntimeDirectory(creating: configuration.runtimeDirectory).path(of: DiscoveryFile.socketName(of: getpid()))
    }

    /// Writes the discovery file of the open endpoints.
    private func publish(_ listeners: [Listener]) throws(TransportError) {
        let endpoints = state.read { $0.listeners.map(\.endpoint) } + listeners.map(\.endpoint)
        guard configuration.discovery, !endpoints.isEmpty else { return }
        let needsToken = endpoints.contains { if case .tcp = $0 { true } else { false } }
        let process = process
        let record = DiscoveryRecord(
            pid: process.pid, name: process.name, startedAt: process.startedAt,
            endpoints: endpoints.map(\.description), token: needsToken ? token.secret : nil,
            stores: feeds.map(\.target.id), access: configuration.access, pidNamespace: ProcessStart.namespace)
        let file = try DiscoveryFile.write(record, in: RuntimeDirectory(creating: configuration.runtimeDirectory))
        state.update { $0.discovery = file }
    }
}
