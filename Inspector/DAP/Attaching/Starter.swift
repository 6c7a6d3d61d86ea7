internal import StrobeClient
internal import StrobeSystem
internal import StrobeTransport
internal import StrobeTree

/// Finds or starts what is debugged, and connects to it.
struct Starter: Sendable {
    /// Options of connections whose requests take as long as they take.
    private static let connection = ClientOptions(requestTimeout: nil)

    let options: StartOptions
    let host: AdapterHost
    let mark: LaunchMark
    /// Receives a line of the program, and whether it is of its standard error.
    let tellOutput: @Sendable (String, Bool) -> Void
    /// Lets the editor start a command in a terminal; returns the id of the process if the editor knows it.
    let runInTerminal: @Sendable ([String], [String: String]) async throws -> Int64?
    /// Receives the process that was started, before it answers.
    let started: @Sendable (ChildProcess) async -> Void

    /// Starts and connects.
    func start() async throws -> Debuggee {
        switch options.subject {
        case .recording(let paths):
            let connect = try host.open(paths)
            return try await Debuggee.opening(
                connect(), others: { connect() }, host, isReadOnly: true, isRecording: true)
        case .process(let target, let wake):
            var found: Discovery.Target
            if wake {
                guard let pid = target.flatMap({ Int32($0) }) else {
                    throw AdapterError(.usage, "`wake` needs a process id as `target`.")
                }
                found = try await Discovery.wake(pid)
            } else {
                found = try host.find(target)
            }
            return try await attach(to: found)
        case .program(let command, .stdio, _):
            let client = try await DebugClient.launch(
                command: shell(command), environment: environment(mark.environment),
                errorOutput: .lines { tellOutput($0, true) },
                options: Self.connection)
            if let child = client.child { await started(child) }
            var debuggee = try await Debuggee.opening(client, others: nil, host, isReadOnly: options.isReadOnly)
            (debuggee.child, debuggee.isLaunched) = (client.child, true)
            return debuggee
        case .program(let command, .environment, let inTerminal):
            let added = mark.environment.merging(["STROBE": "1"]) { $1 }
            var child: ChildProcess?
            var pid: Int64?
            if inTerminal {
                pid = try await runInTerminal(command, options.environment.merging(added) { $1 })
            } else {
                let new = try await launch(command, environment(added))
                await started(new)
                (child, pid) = (new, Int64(new.pid))
            }
            var debuggee = try await attach(to: try await server(of: pid, child))
            (debuggee.child, debuggee.isLaunched) = (child, true)
            return debuggee
        }
    }

    private func attach(to target: Discovery.Target) async throws -> Debuggee {
        let connect = { @Sendable in try await DebugClient.connect(to: target, options: Self.connection) }
        return try await Debuggee.opening(
            try await connect(), others: connect, host, isReadOnly: options.isReadOnly)
    }

    /// Waits for the server of the process that was launched, or of a process that it started.
    private func server(of pid: Int64?, _ child: ChildProcess?) async throws -> Discovery.Target {
        let deadline = ContinuousClock.now + .seconds(options.startTimeout)
        while ContinuousClock.now < deadline {
            let records = try Discovery.processes()
            if let pid, let own = records.first(where: { Int64($0.pid) == pid }) { return Discovery.Target(own) }
            if let own = records.first(where: { mark.isOf($0.pid) }) { return Discovery.Target(own) }
            // While it runs, something may come.
            if let status = await child?.exitStatus(within: .milliseconds(50)) {
                throw AdapterError(
                    .refused,
                    "\(child?.command.last ?? "The program") \(status) before it served anything. It must start a "
                        + "debug server when STROBE=1 is in its environment.")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw AdapterError(
            .refused,
            "The program started no debug server within \(options.startTimeout) s. It must call "
                + "`startWhenAsked(by: [.environment])`, or `via` must be stdio.")
    }

    /// Starts a program whose output is read until it ends.
    private func launch(_ command: [String], _ environment: [String: String]) async throws -> ChildProcess {
        let child = try await ChildProcess.launch(
            command: shell(command), environment: environment, errorOutput: .lines { tellOutput($0, true) })
        Task { [tellOutput] in
            while true {
                do throws(TransportError) {
                    guard let line = try await child.connection.nextLine() else { return }
                    tellOutput(String(decoding: line, as: UTF8.self), false)
                } catch {
                    guard error.code == .lineTooLong else { return }
                    tellOutput("(a line that is too long was skipped)", false)
                }
            }
        }
        return child
    }

    /// The command in its folder; pipes whose reader has gone do not end it, as when the adapter ends before it.
    private func shell(_ command: [String]) -> [String] {
        let script = #"cd "$1" || exit 127; shift; trap '' PIPE; exec "$@""#
        return ["/bin/sh", "-c", script, "sh", options.folder ?? "."] + command
    }

    private func environment(_ added: [String: String]) -> [String: String] {
        ProcessInfo.processInfo.environment.merging(options.environment) { $1 }.merging(added) { $1 }
    }
}

extension Debuggee {
    /// Opens the sessions.
    ///
    /// - Parameter others: Connects again; `nil` where there can be one connection alone.
    fileprivate static func opening(
        _ client: DebugClient, others: (@Sendable () async throws -> DebugClient)?, _ host: AdapterHost,
        isReadOnly: Bool, isRecording: Bool = false
    ) async throws -> Debuggee {
        let party = Initialize.Party(name: "strobe dap", version: host.version)
        let access: Access = isReadOnly ? .read : .control
        var clients = [client]
        do {
            let opened = try await client.initialize(client: party, access: access)
            var debuggee = Debuggee(client: client, opened: opened, isRecording: isRecording)
            guard let others else { return debuggee }
            let finder = try await others()
            clients.append(finder)
            _ = try await finder.initialize(client: party, access: .read)
            debuggee.finder = finder
            let console = try await others()
            clients.append(console)
            debuggee.console = (console, try await console.initialize(client: party, access: access))
            return debuggee
        } catch {
            for client in clients { await client.close() }
            throw error
        }
    }
}
