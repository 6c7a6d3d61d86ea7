internal import Logging
internal import StrobeSystem

extension DebugServer {
    /// Starts the server when the user of the program requests it, and does nothing until then.
    ///
    ///     try await server.startWhenAsked(by: [.environment, .signal])
    ///
    /// The start is logged; so is the reason if a start requested by the signal fails, after which the signal may be
    /// sent again. A signal to a server that is running or was stopped has no effect. Neither request has any effect in
    /// a program that runs with the rights of a user other than the one who started it (setuid, setgid).
    ///
    /// - Parameters:
    ///   - requests: The accepted ways to request it; if empty, it never starts.
    ///   - endpoints: Where to listen then.
    ///   - environment: The variables to examine; those of this process if `nil`.
    /// - Returns: Where clients can connect, if the environment requests the server; otherwise empty.
    /// - Throws: What `start(on:)` throws, if the environment requests the server.
    @discardableResult
    public func startWhenAsked(
        by requests: Set<StartRequest> = [.environment], on endpoints: [ServerEndpoint] = [.unix()],
        environment: [String: String]? = nil
    ) async throws(DebugServerError) -> [Endpoint] {
        if requests.contains(.environment), isAskedFor(by: environment ?? ProcessInfo.processInfo.environment) {
            let opened = try await start(on: endpoints)
            tell(opened, "STROBE=1")
            return opened
        }
        if requests.contains(.signal) {
            let watch = await SignalWatch(SIGUSR1) { [weak self] in
                guard let self else { return }
                Task { await self.startOnSignal(endpoints) }
            }
            let isStopped = state.update { state in
                if !state.isStopped { state.signalWatch = watch }
                return state.isStopped
            }
            if isStopped { throw DebugServerError(.stopped, "The server was stopped; create a new one.") }
        }
        return []
    }

    private func isAskedFor(by environment: [String: String]) -> Bool {
        guard let value = environment["STROBE"], !value.isEmpty, value != "0" else { return false }
        guard value == "1" else {
            logger.notice("the value of STROBE is ignored: only STROBE=1 starts the debug server")
            return false
        }
        return mayBeAsked(by: "STROBE=1")
    }

    /// Whether the request can only come from the user of the program.
    private func mayBeAsked(by request: String) -> Bool {
        guard configuration.hasForeignRights else { return true }
        logger.notice("\(request) is ignored in a program that runs with the privileges of another user")
        return false
    }

    private func startOnSignal(_ endpoints: [ServerEndpoint]) async {
        guard mayBeAsked(by: "SIGUSR1") else { return }
        // One signal starts it; later ones have no effect.
        let isFirst = state.update { state in
            guard !state.isStopped, !state.isStartingOnSignal, state.listeners.isEmpty else { return false }
            state.isStartingOnSignal = true
            return true
        }
        guard isFirst else { return }
        do {
            let opened = try await start(on: endpoints)
            state.update { $0.isStartingOnSignal = false }
            tell(opened, "SIGUSR1")
        } catch {
            // Before logging: a reader of that message may request it again at once.
            state.update { $0.isStartingOnSignal = false }
            logger.error("on SIGUSR1: \(error.message)")
        }
    }

    private func tell(_ opened: [Endpoint], _ request: String) {
        logger.notice(
            "\(request) started the debug server, listening on \(opened.map(\.description).joined(separator: " "))")
    }
}
