import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol

/// The processes that the inspector is attached to, and the current one.
actor Attachments {
    /// Creates a session that is ready for commands on an open connection.
    typealias Begin = @Sendable (Reattachment.Return) async -> Session

    /// A process, and how to find it again.
    private struct Attachment {
        let session: Session
        let way: Reattachment
    }

    private var all: [Attachment]
    /// The session that commands go to.
    private(set) var current: Session
    private let access: Access
    let directory: String?
    private let token: GivenToken
    /// The processes that the user was last asked to choose from, by number.
    var offered: [DiscoveryRecord] = []
    private let begin: Begin
    private let onSwitch: @Sendable (Session) -> Void
    private var onLoss: (@Sendable () -> Void)?
    /// The tasks that wait for lost processes, by session.
    private var waits: [ObjectIdentifier: Task<Void, Never>] = [:]
    /// Yields whenever a lost process is back.
    private let (returns, noteReturn) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// - Parameters:
    ///   - session: The session of the first process.
    ///   - way: How to find that process again.
    ///   - begin: Creates the sessions of further processes.
    ///   - onSwitch: Called with the new current session.
    init(
        _ session: Session, _ way: Reattachment, begin: @escaping Begin, onSwitch: @escaping @Sendable (Session) -> Void
    ) {
        all = [Attachment(session: session, way: way)]
        current = session
        (access, directory, token) = (way.access, way.directory, way.token)
        self.begin = begin
        self.onSwitch = onSwitch
    }

    /// Whether there are several sessions.
    var areSeveral: Bool { all.count > 1 }

    /// All sessions, in the order in which they began.
    var sessions: [Session] { all.map(\.session) }

    /// Sets the handler of a lost connection of the current session.
    func setLossHandler(_ handler: @escaping @Sendable () -> Void) async {
        onLoss = handler
        for session in sessions { await watchLoss(of: session) }
    }

    // MARK: Attaching and detaching

    /// Attaches to another process and makes it current; one that is already attached is only made current.
    ///
    /// - Parameter target: What the user named; a number of ``choice()`` counts if no process has that id.
    /// - Throws: ``InspectorError`` (`failed`) if it is not found or refuses.
    func attach(_ target: String?) async throws(InspectorError) -> Session {
        let target = target.map(meant)
        // A token from a file is that of the first process, and goes to no other.
        let way = Reattachment(target: target, access: access, token: token.forOthers, directory: directory)
        let session: Session
        do {
            let found = try target.map { try Discovery.find($0, in: directory) } ?? unattached()
            if let known = found.record.flatMap({ record in sessions.first { $0.process?.pid == record.pid } }) {
                try await checkIsThere(known)
                await bring(known)
                return known
            }
            session = await begin(try await way.attach(to: found))
        } catch {
            // The current session continues.
            throw InspectorError(.failed, InspectorError(any: error).message)
        }
        all.append(Attachment(session: session, way: way))
        await session.set(attachments: self)
        await watchLoss(of: session)
        await label()
        await bring(session)
        return session
    }

    /// Ends the session of a process, which continues to run.
    ///
    /// - Throws: ``InspectorError`` if it is the only one.
    func detach(_ session: Session) async throws(InspectorError) {
        guard areSeveral else {
            throw InspectorError(.failed, "This is the only attached process. `quit` ends the session.")
        }
        await session.leave()
        await end(session)
        await drop(session)
    }

    /// The session of the process with a name.
    ///
    /// - Throws: ``InspectorError`` (`failed`) if none or several match.
    func attached(_ name: String) throws(InspectorError) -> Session {
        guard let session = try session(named: name) else {
            throw InspectorError(.failed, "No process `\(name)` is attached. `stores` lists those that are.")
        }
        return session
    }

    /// Ends all sessions.
    func endAll() async {
        for session in sessions { await end(session) }
    }

    private func end(_ session: Session) async {
        waits.removeValue(forKey: ObjectIdentifier(session))?.cancel()
        await session.endTranscript()
        await session.endRecording()
        await session.client.close()
    }

    private func drop(_ session: Session) async {
        all.removeAll { $0.session === session }
        await label()
        guard current === session else { return }
        if let next = await lastThatIsThere() ?? all.last?.session { await bring(next) }
    }

    private func watchLoss(of session: Session) async {
        await session.setLossHandler { [weak self, weak session] in
            guard let self, let session else { return }
            Task { await self.noteLoss(of: session) }
        }
    }

    private func noteLoss(of session: Session) async {
        if session === current { onLoss?() }
        if areSeveral { await wait(for: session) }
    }

    // MARK: Lost connections

    /// Switches to another session after the current one lost its connection, and waits for that one meanwhile.
    ///
    /// - Returns: Whether there is another session.
    func leaveLost() async -> Bool {
        guard let next = await lastThatIsThere() else { return false }
        await wait(for: current)
        await bring(next)
        return true
    }

    /// Waits until a lost process is back, and resumes its session.
    ///
    /// - Returns: Whether one came back; `false` if the task was cancelled.
    func waitForReturn() async -> Bool {
        for session in sessions { await wait(for: session) }
        if areSeveral { current.note("no process is left; Ctrl-C quits") }
        for await _ in returns {
            if current.loss == nil { return true }
            if await leaveLost() { return true }
            // The process returned, and was lost again.
            for session in sessions { await wait(for: session) }
        }
        return false
    }

    private func lastThatIsThere() async -> Session? {
        for session in sessions.reversed() where session.loss == nil { return session }
        return nil
    }

    /// Starts to wait for the process of a session, unless it is connected or waited for.
    func wait(for session: Session) async {
        let id = ObjectIdentifier(session)
        let (label, loss) = await (session.label, session.loss)
        guard loss != nil, waits[id] == nil, let attachment = all.first(where: { $0.session === session }) else {
            return
        }
        let name = label ?? session.process?.name ?? attachment.way.target ?? "the process"
        session.note(
            "waiting for \(name) to come back; " + (areSeveral ? "`detach \(name)` gives up" : "Ctrl-C gives up"))
        waits[id] = Task {
            await session.client.close()
            let back = await attachment.way.wait(for: session.process) {
                await self.others(than: session)
            } say: {
                session.note($0)
            }
            guard let back else { return }
            await self.take(back, for: session)
        }
    }

    /// Resumes the session of a process that is back.
    private func take(_ back: Reattachment.Return, for session: Session) async {
        guard waits.removeValue(forKey: ObjectIdentifier(session)) != nil else { return await back.client.close() }
        await session.resume(back)
        await label()
        noteReturn.yield()
    }

    /// The ids of the processes of other sessions.
    private func others(than session: Session) async -> Set<Int> {
        var pids: Set<Int> = []
        for other in sessions where other !== session {
            if other.loss == nil, let pid = other.process?.pid { pids.insert(pid) }
        }
        return pids
    }

    private func checkIsThere(_ session: Session) async throws(InspectorError) {
        guard session.loss != nil else { return }
        let name = await session.label ?? session.process?.name ?? "The process"
        throw InspectorError(
            .failed, "\(name) is lost; it can be used once it is back. `detach \(name)` gives up waiting for it.")
    }

    // MARK: Current session

    /// Makes a session current.
    func bring(_ session: Session) async {
        if current !== session { await current.setFront(false) }
        current = session
        await session.setFront(true)
        onSwitch(session)
    }

    /// Resolves a name to a session and a store in it; `nil` if it refers to the current session.
    ///
    /// `NAME/STORE` and `PID/STORE` name both, `NAME` and `PID` a process. The id of a store suffices if only one other
    /// process has it.
    func meaning(of name: String) async throws(InspectorError) -> (session: Session, store: String?)? {
        guard areSeveral else { return nil }
        if let slash = name.firstIndex(of: "/") {
            guard let session = try session(named: String(name[..<slash])) else { return nil }
            try await checkIsThere(session)
            return (session, String(name[name.index(after: slash)...]))
        }
        if current.stores.contains(where: { $0.id == name || $0.name == name }) { return nil }
        if let session = try session(named: name) {
            try await checkIsThere(session)
            return (session, nil)
        }
        var holders: [Session] = []
        for session in sessions where session !== current {
            if session.loss == nil, session.stores.contains(where: { $0.id == name }) {
                holders.append(session)
            }
        }
        guard let only = holders.first else { return nil }
        guard holders.count == 1 else {
            throw InspectorError(.failed, "Several processes have a store `\(name)`: name one as PID/\(name).")
        }
        return (only, name)
    }

    /// The names that `use` accepts besides the stores of the current process.
    func names() async -> [String] {
        guard areSeveral else { return [] }
        var names: [String] = []
        for session in sessions where session !== current {
            guard session.loss == nil, let label = await session.label else { continue }
            names += session.stores.map { "\(label)/\($0.id)" }
        }
        return names
    }

    private func session(named name: String) throws(InspectorError) -> Session? {
        let fits = sessions.filter { session in
            guard let process = session.process else { return false }
            return [process.name, String(process.pid), Self.longLabel(process)].contains(name)
        }
        guard fits.count < 2 else {
            let pids = fits.compactMap { $0.process.map { String($0.pid) } }.joined(separator: ", ")
            throw InspectorError(.failed, "Several processes are named `\(name)`: use PID/STORE, with one of \(pids).")
        }
        return fits.first
    }

    /// Sets the name that the prompt shows for each session: none if there is one, the pid if names are equal.
    private func label() async {
        let names = sessions.compactMap { $0.process?.name }
        for session in sessions {
            guard areSeveral, let process = session.process else {
                await session.set(label: nil)
                continue
            }
            let isUnique = names.count { $0 == process.name } == 1
            await session.set(label: isUnique ? process.name : Self.longLabel(process))
        }
    }

    private static func longLabel(_ process: Initialize.Process) -> String { "\(process.name):\(process.pid)" }
}
