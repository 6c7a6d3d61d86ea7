internal import StrobeProtocol
internal import StrobeSystem
internal import StrobeTransport

extension Discovery {
    /// Asks a process to start its server, by SIGUSR1, and waits until it can be attached to.
    ///
    /// A process that already has a server gets no signal. SIGUSR1 would end a program that does not handle it, so such
    /// a program gets no signal either.
    ///
    /// - Parameters:
    ///   - pid: The process.
    ///   - path: The directory to search; the default one if `nil`.
    ///   - timeout: How long to wait for its server.
    /// - Throws: `noServer` if the process does not handle the signal or starts no server in time; `notFound`,
    ///   `insecure` for another user's process, `cancelled`.
    public static func wake(
        _ pid: Int32, in path: String? = nil, timeout: Duration = .seconds(10)
    ) async throws(ClientError) -> Target {
        if let known = try processes(in: path).first(where: { $0.pid == Int(pid) }) { return Target(known) }
        guard let process = RunningProcess(pid: pid) else {
            throw ClientError(.notFound, "No process has the id \(pid).")
        }
        guard process.uid == geteuid() || geteuid() == 0 else {
            throw foreign(process)
        }
        // In another pid namespace its record would have another number, in another directory.
        guard process.containedID == nil, process.catches(SIGUSR1) else { throw noServer(in: process) }
        do {
            try process.send(SIGUSR1)
        } catch {
            throw ClientError(.cannotConnect, error)
        }
        let deadline = ContinuousClock.now + timeout
        while ContinuousClock.now < deadline {
            if let record = try processes(in: path).first(where: { $0.pid == Int(pid) }) { return Target(record) }
            do {
                try await Task.sleep(for: .milliseconds(50))
            } catch {
                throw ClientError(.cancelled, "Waiting for the server of \(process.name) was cancelled.")
            }
        }
        throw ClientError(
            .noServer,
            "\(process.name) (\(pid)) handled the signal but started no server within \(timeout). It may use SIGUSR1 for "
                + "something else, or another runtime directory (XDG_RUNTIME_DIR, TMPDIR).")
    }

    /// The error for a process that runs without a server, with advice how to start it.
    static func noServer(in process: RunningProcess) -> ClientError {
        if let pid = process.containedID {
            return ClientError(
                .noServer,
                "\(process.name) (\(process.pid)) runs in a container or another pid namespace, where its id is \(pid). Attach "
                    + "there (docker exec -it CONTAINER strobe attach \(pid)), or name the directory that it shares with this "
                    + "one: strobe attach DIRECTORY.")
        }
        guard process.uid == geteuid() else { return foreign(process) }
        let call =
            process.catches(SIGUSR1)
            ? "It handles SIGUSR1: if that starts its server, attach with --wake."
            : "It does not handle SIGUSR1, which would end it."
        return ClientError(
            .noServer,
            """
            \(process.name) (\(process.pid)) is running, but has no debug server here. \(call)
            To add one, in the program:
              let server = DebugServer()
              server.add(store, id: "main")
              try await server.startWhenAsked(by: [.environment, .signal])
            Then start it with STROBE=1 in its environment, or while it runs: strobe attach --wake PID.
            A server in another runtime directory (XDG_RUNTIME_DIR, TMPDIR) is not found: name its socket or that directory.
            """)
    }

    /// The error for a process of another user.
    private static func foreign(_ process: RunningProcess) -> ClientError {
        ClientError(
            .insecure,
            "\(process.name) (\(process.pid)) runs as \(SystemUser.text(process.uid)), and you are "
                + "\(SystemUser.text(geteuid())); a server answers its own user only. \(SystemUser.advice(process.uid))."
        )
    }
}
