internal import Foundation
internal import Logging

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

extension DebugServer {
    /// Starts the server when the user of the program asks for it, and does nothing until then.
    ///
    ///     try await server.startWhenAsked(by: [.environment, .signal])
    ///
    /// That a server starts is logged; so is why one that was asked for by the signal cannot start, after which the signal
    /// may be sent again. A signal to a server that runs, or was stopped, changes nothing. Neither counts for anything in a
    /// program that runs with the rights of somebody else than who started it (setuid, setgid).
    ///
    /// - Parameters:
    ///   - requests: The ways in which it may be asked for; none, and it never starts.
    ///   - endpoints: Where to wait for clients then.
    ///   - environment: The variables that are looked at; those of this process if `nil`.
    /// - Returns: Where clients can connect, if the environment asks for it; nothing if not, or not yet.
    /// - Throws: What `start(on:)` throws, if the environment asks for it.
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
            if isStopped { throw DebugServerError(.stopped, "The server was stopped; make a new one.") }
        }
        return []
    }

    private func isAskedFor(by environment: [String: String]) -> Bool {
        guard let value = environment["STROBE"], !value.isEmpty, value != "0" else { return false }
        guard value == "1" else {
            logger.notice("STROBE has a value that asks for nothing: STROBE=1 asks for the debug server")
            return false
        }
        return mayBeAsked(by: "STROBE=1")
    }

    /// Whether whoever asks is the user of the program.
    private func mayBeAsked(by request: String) -> Bool {
        guard configuration.hasForeignRights else { return true }
        logger.notice("\(request) counts for nothing in a program that runs with the rights of another user")
        return false
    }

    private func startOnSignal(_ endpoints: [ServerEndpoint]) async {
        guard mayBeAsked(by: "SIGUSR1") else { return }
        // One signal starts it; those that come meanwhile, and later, have nothing to do.
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
            // Before it is said: whoever reads that may ask again at once.
            state.update { $0.isStartingOnSignal = false }
            logger.error("SIGUSR1 asked for the debug server: \(error.message)")
        }
    }

    private func tell(_ opened: [Endpoint], _ request: String) {
        logger.notice(
            "\(request) started the debug server, listening on \(opened.map(\.description).joined(separator: " "))")
    }
}
