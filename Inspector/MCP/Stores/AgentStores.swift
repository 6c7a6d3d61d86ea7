import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeSystem
import StrobeTree

/// The processes and recordings that an agent may look at, and their stores.
actor AgentStores {
    private let options: AgentOptions
    private var processes: [AgentProcess] = []
    /// Why the last search for processes found less than it should, as text of others.
    private var faults: [String] = []
    /// The pauses that this server has to end.
    let holds = AgentHolds()

    /// How long an answer about all processes waits for one of them.
    private static let patience = Duration.seconds(2)

    init(_ options: AgentOptions) {
        self.options = options
    }

    // MARK: - Processes

    /// Looks for processes: adds new ones, and forgets those that ended.
    private func discover() {
        faults = []
        var found: [AgentProcess] = []
        if !options.files.isEmpty {
            found.append(known(.recordings) ?? AgentProcess(.recordings, .recordings(options.files), access: .read))
        }
        if !options.targets.isEmpty {
            for text in options.targets { if let process = target(text) { found.append(process) } }
        } else if options.files.isEmpty {
            for record in records() { found.append(process(Discovery.Target(record))) }
        }
        // A session that is open stays, whatever the directory says: files may be unreadable for a moment.
        for process in processes where process.session != nil && !found.contains(where: { $0.key == process.key }) {
            found.append(process)
        }
        processes = found
    }

    private func known(_ key: AgentProcess.Key) -> AgentProcess? { processes.first { $0.key == key } }

    private func process(_ target: Discovery.Target) -> AgentProcess {
        let key: AgentProcess.Key =
            target.record.map { .process(pid: $0.pid, startedAt: $0.startedAt) }
            ?? .endpoint(target.endpoints.map(\.description).joined(separator: " "))
        return known(key)
            ?? AgentProcess(key, .process(target), access: options.isControlling ? .control : .read)
    }

    private func records() -> [DiscoveryRecord] {
        var records: [DiscoveryRecord] = []
        for directory in options.directories.map({ $0.map(Optional.some) }) ?? [nil] {
            do {
                let more = try Discovery.processes(in: directory) { path, reason in
                    faults.append("\(path) is skipped: \(reason)")
                }
                records += more.filter { new in !records.contains { $0.pid == new.pid } }
            } catch {
                faults.append(error.message)
            }
        }
        return records
    }

    /// The process that a text of the command line means now.
    private func target(_ text: String) -> AgentProcess? {
        var failure: InspectorError?
        for directory in options.directories.map({ $0.map(Optional.some) }) ?? [nil] {
            do {
                return process(try options.token.applied(to: try Discovery.find(text, in: directory)))
            } catch {
                failure = InspectorError(any: error)
            }
        }
        if let failure { faults.append(failure.message) }
        return nil
    }

    /// The name of a process: with its id if another one has that name.
    func label(of process: AgentProcess) -> String {
        let isAlone = processes.allSatisfy { $0 === process || $0.name != process.name }
        guard !isAlone, let pid = process.pid else { return process.name }
        return "\(process.name):\(pid)"
    }

    /// A process with its session, or why there is none.
    struct Attached: Sendable {
        var label: String
        var process: AgentProcess
        var outcome: Result<AgentSession, AgentError>
    }

    /// All processes; each has a limited time to open its session.
    func all() async -> (attached: [Attached], faults: [String]) {
        discover()
        let processes = processes
        let outcomes = await withTaskGroup(of: (Int, Result<AgentSession, AgentError>).self) { group in
            for (index, process) in processes.enumerated() {
                group.addTask { (index, await Self.attach(process)) }
            }
            var outcomes: [Int: Result<AgentSession, AgentError>] = [:]
            for await (index, outcome) in group { outcomes[index] = outcome }
            return outcomes
        }
        let attached = processes.enumerated().map { index, process in
            Attached(
                label: label(of: process), process: process, outcome: outcomes[index] ?? .failure(.cancelled))
        }
        return (attached, faults)
    }

    private static func attach(_ process: AgentProcess) async -> Result<AgentSession, AgentError> {
        do {
            return .success(try await process.session(within: patience))
        } catch {
            return .failure(error as? AgentError ?? .cancelled)
        }
    }

    // MARK: - Stores

    private struct Candidate {
        var process: AgentProcess
        var id: String
    }

    /// The stores that a text may mean, as far as is known without asking.
    private func candidates(_ text: String?) -> [Candidate] {
        processes.flatMap { process in
            let prefixes = [label(of: process), process.name] + (process.pid.map { [String($0)] } ?? [])
            return process.storeIDs.filter { id in
                text.map { text in id == text || prefixes.contains { "\($0)/\(id)" == text } } ?? true
            }.map { Candidate(process: process, id: $0) }
        }
    }

    /// The store that a text means.
    ///
    /// A process that does not answer delays nothing that names a store of another one.
    ///
    /// - Throws: ``AgentError``.
    func store(named text: String?) async throws -> AgentStore {
        discover()
        var found = candidates(text)
        if found.isEmpty || text == nil { found = await search(for: text) }
        // What the discovery file says may be old: the session knows.
        for attempt in 0..<2 {
            guard found.count == 1 else { throw unclear(text, found) }
            let session = try await found[0].process.session()
            let fresh = candidates(text)
            if let store = fresh.first, fresh.count == 1, store.process === found[0].process {
                return AgentStore(
                    process: label(of: store.process), id: store.id, asked: text ?? store.id, session: session)
            }
            found = attempt == 0 ? await search(for: text) : fresh
        }
        throw unclear(text, found)
    }

    /// Opens sessions with all processes until one of them has the store.
    private func search(for text: String?) async -> [Candidate] {
        let waiting = processes.filter { $0.session == nil }
        await withTaskGroup(of: Void.self) { group in
            for process in waiting { group.addTask { _ = await Self.attach(process) } }
            for await _ in group where text != nil && !candidates(text).isEmpty {
                group.cancelAll()
                break
            }
        }
        return candidates(text)
    }

    /// Why a text does not mean one store.
    private func unclear(_ text: String?, _ found: [Candidate]) -> AgentError {
        let list = AgentText.call("list_stores", [:])
        let all = candidates(nil)
        guard !all.isEmpty else {
            return AgentError(
                .tool, "There is no store, since no running process can be attached to. Start one with STROBE=1.",
                quoted: faults, next: list)
        }
        let names = (found.isEmpty ? all : found).prefix(20).map { "\(label(of: $0.process))/\($0.id)" }
        guard found.isEmpty, let text else {
            return AgentError(
                .tool, text == nil ? "Name a store." : "Several processes have that store: name one.",
                quoted: [names.joined(separator: "  ")], next: list)
        }
        let near = Spelling.nearest(text, in: all.map(\.id) + names)
        let missing = processes.filter { $0.session == nil }.map { "not attached: \(label(of: $0))" }
        return AgentError(
            .tool, "There is no such store.",
            quoted: (near.map { ["did you mean \($0)?"] } ?? []) + [names.joined(separator: "  ")] + missing, next: list
        )
    }

    /// The names of processes and stores, for completion.
    func names() async -> [(process: String, stores: [String])] {
        await all().attached.map { ($0.label, $0.process.storeIDs) }
    }

    /// Ends all sessions.
    func end() async {
        await holds.end()
        await withTaskGroup(of: Void.self) { group in
            for process in processes { group.addTask { await process.end() } }
        }
    }
}
