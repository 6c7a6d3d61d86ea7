import InspectorCore
import StrobeClient
import StrobeProtocol

/// How to find a process again after the connection to it was lost.
struct Reattachment: Sendable {
    /// A connection to a process that is back.
    struct Return: Sendable {
        var client: DebugClient
        var opened: Initialize.Result
    }

    /// The user's name for it; `nil` if it was the only process.
    var target: String?
    /// The requested access.
    var access: Access = .control
    /// The token that the user gave.
    var token = GivenToken.none
    /// The directory of discovery files; the default one if `nil`.
    var directory: String?

    /// Finds the process if it still runs, otherwise the one that replaced it.
    ///
    /// - Parameters:
    ///   - process: The lost process.
    ///   - others: The ids of processes that are already attached, and so are no replacement.
    /// - Throws: `ClientError` (`notFound`, `ambiguous` ...) while there is none.
    func find(
        _ process: Initialize.Process?, notAmong others: Set<Int> = []
    ) throws(ClientError) -> Discovery.Target {
        let found = try anywhere(process, notAmong: others)
        if let record = found.record, others.contains(record.pid) {
            throw ClientError(.notFound, "There is no other process.")
        }
        return found
    }

    private func anywhere(
        _ process: Initialize.Process?, notAmong others: Set<Int>
    ) throws(ClientError) -> Discovery.Target {
        if let process, let record = try Discovery.processes(in: directory).first(where: process.isReported) {
            return Discovery.Target(record)
        }
        // A restarted process has another id, but may have the same name, port or socket.
        if let target, Int32(target) == nil { return try Discovery.find(target, in: directory) }
        if let target, let port = Int(target), let found = try? Discovery.find(":\(port)", in: directory),
            found.record != nil
        {
            return found
        }
        guard let name = process?.name else { return try Discovery.find(nil, in: directory) }
        let named = try Discovery.processes(in: directory).filter { $0.name == name && !others.contains($0.pid) }
        guard let only = named.first, named.count == 1 else {
            let pids = named.map { String($0.pid) }
            throw ClientError(
                named.isEmpty ? .notFound : .ambiguous,
                named.isEmpty
                    ? "No process is named \(name)."
                    : "Several processes are named \(name): \(pids.joined(separator: ", ")). Ctrl-C, then "
                        + "`strobe attach \(pids[0])`, chooses one.")
        }
        return Discovery.Target(only)
    }

    /// Connects and opens a session.
    func attach(to target: Discovery.Target) async throws -> Return {
        let client = try await DebugClient.connect(to: try token.applied(to: target))
        do {
            let opened = try await client.initialize(
                client: .init(name: "strobe", version: Version.current), access: access)
            return Return(client: client, opened: opened)
        } catch {
            await client.close()
            throw error
        }
    }

    /// Retries at growing intervals until there is a session or the task is cancelled.
    ///
    /// - Parameters:
    ///   - process: The lost process.
    ///   - others: Returns the ids of processes that are already attached.
    ///   - say: Called once with each reason for a failure other than that the process is gone.
    /// - Returns: `nil` if the task was cancelled, or if it is not safe to attach.
    func wait(
        for process: Initialize.Process?, notAmong others: @Sendable () async -> Set<Int>,
        say: @Sendable (String) -> Void
    ) async -> Return? {
        var pause = Duration.milliseconds(100)
        var said: Set<String> = []
        while !Task.isCancelled {
            do {
                let found = try find(process, notAmong: await others())
                guard !token.isSent(to: found) else {
                    say("The port may belong to another program now, which would get the token: attach again yourself.")
                    return nil
                }
                return try await attach(to: found)
            } catch {
                let code = (error as? ClientError)?.code
                let isAway =
                    code == .notFound || code == .cannotConnect || code == .connectionLost || code == .cancelled
                let reason = InspectorError(any: error).message
                if !isAway, said.insert(reason).inserted { say(reason) }
            }
            guard (try? await Task.sleep(for: pause)) != nil else { return nil }
            pause = min(pause * 3 / 2, .seconds(2))
        }
        return nil
    }
}

extension Initialize.Process {
    /// Whether both describe the same process, not a later one with the same id.
    func isSame(as other: Initialize.Process) -> Bool {
        pid == other.pid && Self.isSame(startedAt, other.startedAt)
    }

    fileprivate func isReported(by record: DiscoveryRecord) -> Bool {
        pid == record.pid && Self.isSame(startedAt, record.startedAt)
    }

    /// Two readings of the same start time differ by little more than a second if the clock was set in between.
    private static func isSame(_ a: Int64, _ b: Int64) -> Bool {
        let (distance, overflow) = a.subtractingReportingOverflow(b)
        return !overflow && distance.magnitude <= 2_000_000
    }
}
