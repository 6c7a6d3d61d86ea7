import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeSystem
import Synchronization

/// The sessions with a process, or with recordings: one for quick questions, and one for those that take long, since the
/// questions of one session wait for each other.
final class AgentSession: Sendable {
    private struct State {
        var long: Task<DebugClient, any Error>?
        var notations: [String: Notation] = [:]
        /// The branches made here, by store, the oldest first.
        var branches: [String: [String]] = [:]
        var lastBranch = 0
        var isEnded = false
    }

    /// What the process answered when the session was opened.
    let opened: Initialize.Result
    /// Whether recordings are served, not a process.
    let isRecorded: Bool
    /// What the process reports.
    let signals: AsyncCondition<AgentSignals>
    private let quick: DebugClient
    private let connect: @Sendable () async throws -> DebugClient
    private let access: Access
    private let state = Mutex(State())
    /// How many questions are being answered.
    private let asking = AsyncCondition(0)

    /// How many questions a process is asked at once; others wait here.
    private static let most = 4
    /// How long a quick question may take.
    static let patience = Duration.seconds(20)
    /// How long any question may take.
    private static let longPatience = Duration.seconds(600)
    /// How long a connection may take to open.
    private static let handshake = Duration.seconds(3)

    /// Opens a session.
    ///
    /// - Parameters:
    ///   - access: The access to request.
    ///   - isRecorded: Whether recordings are served.
    ///   - onLoss: Called once the connection has ended.
    ///   - connect: Makes a connection.
    /// - Throws: `ClientError`, and what `connect` throws.
    static func open(
        access: Access, isRecorded: Bool, onLoss: @escaping @Sendable (AgentSession) -> Void,
        _ connect: @escaping @Sendable () async throws -> DebugClient
    ) async throws -> AgentSession {
        let (client, opened) = try await initialize(access, connect)
        let session = AgentSession(client, opened, access, isRecorded, connect)
        // Who may pause gates has to know who opens them.
        let events = (access == .control ? [.stores, .gate] : [.stores] as [Subscribe.Event])
            .filter { opened.capabilities.events.contains($0.rawValue) }
        if !events.isEmpty { _ = try? await client.send(Subscribe(events: events), timeout: handshake) }
        session.follow(onLoss)
        return session
    }

    private init(
        _ quick: DebugClient, _ opened: Initialize.Result, _ access: Access, _ isRecorded: Bool,
        _ connect: @escaping @Sendable () async throws -> DebugClient
    ) {
        (self.quick, self.opened, self.access, self.isRecorded, self.connect) = (
            quick, opened, access, isRecorded, connect
        )
        signals = AsyncCondition(AgentSignals(opened.stores))
    }

    private static func initialize(
        _ access: Access, _ connect: @Sendable () async throws -> DebugClient
    ) async throws -> (DebugClient, Initialize.Result) {
        let client = try await connect()
        do {
            return (
                client,
                try await Deadline.wait(until: .now + handshake) {
                    try await client.initialize(
                        client: .init(name: "strobe mcp", version: Version.current), access: access)
                }
            )
        } catch {
            await client.close()
            throw error is CancellationError
                ? ClientError(.timedOut, "The process did not open a session within \(handshake).") : error
        }
    }

    /// Takes what the process reports until the connection ends.
    private func follow(_ onLoss: @escaping @Sendable (AgentSession) -> Void) {
        // Until the session is ended, or the process ends it.
        Task { [signals, quick, weak self] in
            for await event in quick.events { signals.update { $0.note(event) } }
            signals.update { $0.note(.closed(ClientError(.closed, "The session ended."))) }
            if let self { onLoss(self) }
        }
    }

    /// Whether the connection has ended.
    var isLost: Bool { signals.read { $0.isLost } }
    /// The stores as far as they were reported.
    var stores: [StoreDescription] { signals.read { $0.stores } }

    // MARK: - Questions

    /// Asks a question that is answered at once.
    ///
    /// - Throws: `ClientError`.
    func ask<R: Request>(_ request: R) async throws(ClientError) -> Answer<R.Result> {
        try await taking { () async throws(ClientError) in
            try await quick.answer(to: request, timeout: Self.patience)
        }
    }

    /// Asks a question that is waited for as long as the session lasts: it begins what has to be ended, or ends it.
    ///
    /// - Throws: `ClientError`.
    func askPatiently<R: Request>(_ request: R) async throws(ClientError) -> R.Result {
        try await quick.send(request, timeout: .seconds(1 << 20))
    }

    /// Waits for one of the turns, which questions about other processes do not take.
    private func taking<Result: Sendable>(
        _ body: () async throws(ClientError) -> Result
    ) async throws(ClientError) -> Result {
        let turn: Bool? = await asking.wait { count in
            guard count < Self.most else { return nil }
            count += 1
            return true
        }
        guard turn == true else { throw ClientError(.cancelled, "The request was cancelled before it was sent.") }
        defer { asking.update { $0 -= 1 } }
        return try await body()
    }

    /// Asks a question that may take long.
    ///
    /// - Throws: `ClientError`.
    func askLong<R: Request>(_ request: R) async throws -> Answer<R.Result> {
        let client = try await longClient()
        do {
            return try await taking { () async throws(ClientError) in
                try await client.answer(to: request, timeout: Self.longPatience)
            }
        } catch {
            if error.code == .connectionLost { state.withLock { $0.long = nil } }
            throw error
        }
    }

    /// Waits until all that was reported before the last answer is noted.
    func settle() async { await quick.drainEvents() }

    private func longClient() async throws -> DebugClient {
        let task = state.withLock { state in
            let task = state.long ?? Task { [access, connect] in try await Self.initialize(access, connect).0 }
            state.long = task
            return task
        }
        do {
            return try await task.value
        } catch {
            state.withLock { $0.long = nil }
            throw error
        }
    }

    /// How the actions and states of a store are written.
    func notation(of store: String) async throws(ClientError) -> Notation {
        if let known = state.withLock({ $0.notations[store] }) { return known }
        let shapes = try await ask(ActionSchema(store: store)).result
        let notation = Notation(state: shapes.state, action: shapes.schema)
        state.withLock { $0.notations[store] = notation }
        return notation
    }

    // MARK: - Branches

    /// A name for the next branch.
    func nextBranchName() -> String {
        state.withLock { state in
            state.lastBranch += 1
            return "mcp-\(state.lastBranch)"
        }
    }

    /// Notes a branch that may have been made here: no answer came.
    func note(branch: String, of store: String) {
        state.withLock { $0.branches[store, default: []].append(branch) }
    }

    /// Notes a branch that was made here, and deletes the older ones beyond the last four.
    func keep(branch: String, of store: String) async {
        let old = state.withLock { state in
            state.branches[store, default: []].append(branch)
            let surplus = (state.branches[store]?.count ?? 0) - 4
            guard surplus > 0 else { return [String]() }
            defer { state.branches[store]?.removeFirst(surplus) }
            return Array(state.branches[store]?.prefix(surplus) ?? [])
        }
        for id in old { _ = try? await askLong(BranchDelete(store: store, id: id)) }
    }

    /// Deletes the branches made here and ends the sessions, which opens the gates that they hold.
    func end() async {
        let (branches, long) = state.withLock { state in
            defer { (state.branches, state.isEnded) = ([:], true) }
            return (state.branches, state.long)
        }
        if let long, let client = try? await long.value {
            for (store, ids) in branches {
                for id in ids { _ = try? await client.send(BranchDelete(store: store, id: id), timeout: .seconds(1)) }
            }
            await client.close()
        }
        await quick.close()
    }
}
