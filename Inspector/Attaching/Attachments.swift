import LineEditing
import StrobeClient
import StrobeProtocol

/// The processes that one inspector is attached to, and the one that commands are about.
actor Attachments {
    /// Makes a session that is ready for commands of an open connection.
    typealias Begin = @Sendable (WayBack.Return) async -> Session

    /// One process, and how it is found again.
    private struct Attachment {
        let session: Session
        let way: WayBack
    }

    private var all: [Attachment]
    /// The session that commands are about.
    private(set) var current: Session
    private let access: Access
    private let directory: String?
    private let begin: Begin
    private let onSwitch: @Sendable (Session) -> Void
    private var onLoss: (@Sendable () -> Void)?

    /// - Parameters:
    ///   - session: The first process.
    ///   - way: How that is found again.
    ///   - begin: Makes a session of what else is attached.
    ///   - onSwitch: Told of the session that commands are about from now on.
    init(
        _ session: Session, _ way: WayBack, begin: @escaping Begin, onSwitch: @escaping @Sendable (Session) -> Void
    ) {
        all = [Attachment(session: session, way: way)]
        current = session
        (access, directory) = (way.access, way.directory)
        self.begin = begin
        self.onSwitch = onSwitch
    }

    /// Whether there are several.
    var areSeveral: Bool { all.count > 1 }

    /// All sessions, in the order in which they were begun.
    var sessions: [Session] { all.map(\.session) }

    /// Sets what is done when the connection of the current session is lost.
    func setLossHandler(_ handler: @escaping @Sendable () -> Void) async {
        onLoss = handler
        for session in sessions { await watchLoss(of: session) }
    }

    // MARK: Coming and going

    /// Attaches to one more process, and makes commands be about it; one that is attached already is only switched to.
    ///
    /// - Throws: ``InspectorError`` (`failed`) where it is not found or refuses.
    func attach(_ target: String?) async throws(InspectorError) -> Session {
        let way = WayBack(target: target, access: access, directory: directory)
        let session: Session
        do {
            let found = try target.map { try Discovery.find($0, in: directory) } ?? unattached()
            if let known = found.record.flatMap({ record in sessions.first { $0.process?.pid == record.pid } }) {
                await bring(known)
                return known
            }
            session = await begin(try await way.attach(to: found))
        } catch {
            // The session that there is goes on.
            throw InspectorError(.failed, InspectorError(any: error).message)
        }
        all.append(Attachment(session: session, way: way))
        await session.set(attachments: self)
        await watchLoss(of: session)
        await label()
        await bring(session)
        return session
    }

    /// The only process that is not attached to yet.
    private func unattached() throws -> Discovery.Target {
        let known = sessions.compactMap { $0.process?.pid }
        let others = try Discovery.processes(in: directory).filter { !known.contains($0.pid) }
        guard let first = others.first else {
            throw InspectorError(.failed, "No other process can be attached to. `strobe list` lists them.")
        }
        guard others.count == 1 else {
            let names = others.map { "\($0.name) (\($0.pid))" }.joined(separator: ", ")
            throw InspectorError(.failed, "Several processes can be meant: \(names). Name one: attach NAME or PID.")
        }
        return Discovery.Target(first)
    }

    /// Ends the session of a process, which goes on.
    ///
    /// - Throws: ``InspectorError`` where it is the only one.
    func detach(_ session: Session) async throws(InspectorError) {
        guard areSeveral else {
            throw InspectorError(.failed, "This is the only process that is attached. `quit` leaves.")
        }
        await session.leave()
        await end(session)
        await drop(session)
    }

    /// Lets go of the current session, whose connection is lost, if there are others.
    ///
    /// - Returns: Whether there are.
    func leaveLost() async -> Bool {
        guard areSeveral else { return false }
        let lost = current
        await end(lost)
        await drop(lost)
        return true
    }

    /// Waits until the process of the current session is there again, and goes on with it.
    ///
    /// - Returns: Whether it came back; not when the task was cancelled.
    func waitForReturn() async -> Bool {
        guard let attachment = all.first(where: { $0.session === current }) else { return false }
        let session = attachment.session
        let process = session.process
        let name = process?.name ?? attachment.way.target ?? "the process"
        session.note("waiting for \(name) to come back; Ctrl-C gives up")
        await session.client.close()
        guard let back = await attachment.way.wait(for: process, say: { session.note($0) }) else { return false }
        await session.resume(back)
        return true
    }

    /// Ends what is left of all sessions.
    func endAll() async {
        for session in sessions { await end(session) }
    }

    private func end(_ session: Session) async {
        await session.endTranscript()
        await session.endRecording()
        await session.client.close()
    }

    private func drop(_ session: Session) async {
        all.removeAll { $0.session === session }
        await label()
        if current === session, let next = all.last?.session { await bring(next) }
    }

    private func watchLoss(of session: Session) async {
        await session.setLossHandler { [weak self, weak session] in
            guard let self, let session else { return }
            Task { await self.noteLoss(of: session) }
        }
    }

    private func noteLoss(of session: Session) async {
        guard session !== current else {
            onLoss?()
            return
        }
        await end(session)
        await drop(session)
    }

    // MARK: Which one is meant

    /// Makes commands be about a session.
    func bring(_ session: Session) async {
        if current !== session { await current.setFront(false) }
        current = session
        await session.setFront(true)
        onSwitch(session)
    }

    /// The session and the store in it that a name means, where it means another than the current one.
    ///
    /// `NAME/STORE` and `PID/STORE` name both, `NAME` and `PID` a process, and the id of a store does where only one other
    /// process has it.
    func meaning(of name: String) async throws(InspectorError) -> (session: Session, store: String?)? {
        guard areSeveral else { return nil }
        if let slash = name.firstIndex(of: "/") {
            guard let session = try session(named: String(name[..<slash])) else { return nil }
            return (session, String(name[name.index(after: slash)...]))
        }
        if await current.stores.contains(where: { $0.id == name || $0.name == name }) { return nil }
        if let session = try session(named: name) { return (session, nil) }
        var holders: [Session] = []
        for session in sessions where session !== current {
            if await session.stores.contains(where: { $0.id == name }) { holders.append(session) }
        }
        guard let only = holders.first else { return nil }
        guard holders.count == 1 else {
            throw InspectorError(.failed, "Several processes have a store `\(name)`: name one as PID/\(name).")
        }
        return (only, name)
    }

    /// What `use` can be given beyond the stores of the current process.
    func names() async -> [String] {
        guard areSeveral else { return [] }
        var names: [String] = []
        for session in sessions where session !== current {
            guard let label = await session.label else { continue }
            names += await session.stores.map { "\(label)/\($0.id)" }
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

    /// Gives every session the name that the prompt shows: none where there is one, and the id where names are equal.
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
