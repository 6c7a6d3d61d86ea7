import StrobeClient
import StrobeProtocol

/// How a process is found again after the connection to it was lost.
struct Reattachment: Sendable {
    /// What a return led to.
    struct Return: Sendable {
        var client: DebugClient
        var opened: Initialize.Result
    }

    /// What the user named it by; `nil` where it was the only one.
    var target: String?
    /// What is asked of it.
    var access: Access = .control
    /// Where discovery files are; the usual place if `nil`.
    var directory: String?

    /// Where it is now: the same process if it runs, else one that has taken its place.
    ///
    /// - Parameters:
    ///   - process: The process that was there.
    ///   - others: The ids of processes that have not taken its place: they are attached already.
    /// - Throws: `ClientError` (`notFound`, `ambiguous` ...) while it is nowhere.
    func find(
        _ process: Initialize.Process?, notAmong others: Set<Int> = []
    ) throws(ClientError) -> Discovery.Target {
        let found = try anywhere(process, notAmong: others)
        if let record = found.record, others.contains(record.pid) {
            throw ClientError(.notFound, "No other process is there.")
        }
        return found
    }

    private func anywhere(
        _ process: Initialize.Process?, notAmong others: Set<Int>
    ) throws(ClientError) -> Discovery.Target {
        if let process, let record = try Discovery.processes(in: directory).first(where: process.isTold) {
            return Discovery.Target(record)
        }
        // A process id does not come back, a port or a socket may.
        if let target, Int32(target) == nil { return try Discovery.find(target, in: directory) }
        if let target, let port = Int(target), let found = try? Discovery.find(":\(port)", in: directory),
            found.record != nil
        {
            return found
        }
        guard let name = process?.name else { return try Discovery.find(nil, in: directory) }
        let named = try Discovery.processes(in: directory).filter { $0.name == name && !others.contains($0.pid) }
        guard let only = named.first, named.count == 1 else {
            throw ClientError(
                named.isEmpty ? .notFound : .ambiguous,
                named.isEmpty
                    ? "No process is named \(name)."
                    : "Several processes are named \(name): \(named.map { String($0.pid) }.joined(separator: ", ")).")
        }
        return Discovery.Target(only)
    }

    /// Connects and opens a session.
    func attach(to target: Discovery.Target) async throws -> Return {
        let client = try await DebugClient.connect(to: target)
        do {
            let opened = try await client.initialize(
                client: .init(name: "strobe", version: Version.current), access: access)
            return Return(client: client, opened: opened)
        } catch {
            await client.close()
            throw error
        }
    }

    /// Tries again and again, ever more seldom, until there is a session or the task is cancelled.
    ///
    /// - Parameters:
    ///   - process: The process that was there.
    ///   - others: Tells the ids of processes that are attached already.
    ///   - say: Told what keeps it, where that is not simply that it is gone; each reason once.
    /// - Returns: `nil` when the task was cancelled.
    func wait(
        for process: Initialize.Process?, notAmong others: @Sendable () async -> Set<Int>,
        say: @Sendable (String) -> Void
    ) async -> Return? {
        var pause = Duration.milliseconds(100)
        var told: Set<String> = []
        while !Task.isCancelled {
            do {
                return try await attach(to: try find(process, notAmong: await others()))
            } catch {
                let code = (error as? ClientError)?.code
                let isAway =
                    code == .notFound || code == .cannotConnect || code == .connectionLost || code == .cancelled
                let reason = InspectorError(any: error).message
                if !isAway, told.insert(reason).inserted { say(reason) }
            }
            guard (try? await Task.sleep(for: pause)) != nil else { return nil }
            pause = min(pause * 3 / 2, .seconds(2))
        }
        return nil
    }
}

extension Initialize.Process {
    /// Whether another description is of this very process, and not of a later one with its id.
    func isSame(as other: Initialize.Process) -> Bool {
        pid == other.pid && Self.isSame(startedAt, other.startedAt)
    }

    fileprivate func isTold(by record: DiscoveryRecord) -> Bool {
        pid == record.pid && Self.isSame(startedAt, record.startedAt)
    }

    /// Two readings of one start may lie apart when the clock was set in between, by little more than a second.
    private static func isSame(_ a: Int64, _ b: Int64) -> Bool {
        let (distance, overflow) = a.subtractingReportingOverflow(b)
        return !overflow && distance.magnitude <= 2_000_000
    }
}
