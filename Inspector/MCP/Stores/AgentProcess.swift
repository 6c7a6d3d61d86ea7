import InspectorCore
import StrobeClient
import StrobeProtocol
import Synchronization

/// A process, or recordings, with the session that was opened when it was first needed.
final class AgentProcess: Sendable {
    /// Where it is.
    enum Source: Sendable {
        case process(Discovery.Target)
        case recordings([String])
    }

    /// What tells processes apart: a process id that is used again is another process.
    enum Key: Sendable, Hashable {
        case process(pid: Int, startedAt: Int64)
        case endpoint(String)
        case recordings
    }

    private struct State {
        var session: AgentSession?
        var opening: Task<AgentSession, any Error>?
        var isEnded = false
    }

    let key: Key
    let source: Source
    private let access: Access
    private let state = Mutex(State())

    init(_ key: Key, _ source: Source, access: Access) {
        (self.key, self.source, self.access) = (key, source, access)
    }

    /// The session, if it is open.
    var session: AgentSession? { state.withLock { $0.session }.flatMap { $0.isLost ? nil : $0 } }

    /// The discovery file, if there is one.
    var record: DiscoveryRecord? {
        if case .process(let target) = source { target.record } else { nil }
    }

    /// The name, as far as it is known.
    var name: String {
        if let session { return session.opened.process.name }
        switch source {
        case .process(let target): return target.record?.name ?? target.endpoints.first?.description ?? "process"
        case .recordings: return "recording"
        }
    }

    /// The process id, as far as it is known.
    var pid: Int? { session?.opened.process.pid ?? record?.pid }

    /// The ids of its stores, as far as they are known without asking.
    var storeIDs: [String] { session?.stores.map(\.id) ?? record?.stores ?? [] }

    /// The open session, or a new one.
    ///
    /// A waiting call may give up; the session is opened for the others nevertheless.
    ///
    /// - Parameter patience: How long to wait at most.
    /// - Throws: ``AgentError``.
    func session(within patience: Duration = .seconds(4)) async throws -> AgentSession {
        // In one step: a session that was opened just now is not opened again.
        let (open, opening) = state.withLock { state -> (AgentSession?, Task<AgentSession, any Error>?) in
            if let session = state.session, !session.isLost { return (session, nil) }
            let task = state.opening ?? Task { try await self.open() }
            state.opening = task
            return (nil, task)
        }
        guard let opening else {
            guard let open else { throw AgentError.cancelled }
            return open
        }
        do {
            return try await Deadline.wait(until: .now + patience) { try await opening.value }
        } catch let error as AgentError {
            throw error
        } catch {
            if Task.isCancelled { throw AgentError.cancelled }
            if error is CancellationError {
                throw AgentError(
                    .tool, "\(AgentText.id(name)) does not answer; its process may be stopped.",
                    next: AgentText.call("list_stores", [:]))
            }
            let text = InspectorError(any: error).message
            throw AgentError(
                .tool, "A session with \(AgentText.id(name)) cannot be opened.", quoted: [text],
                next: AgentText.call("list_stores", [:]))
        }
    }

    private func open() async throws -> AgentSession {
        let lose: @Sendable (AgentSession) -> Void = { [weak self] lost in
            self?.state.withLock { if $0.session === lost { $0.session = nil } }
        }
        let session: AgentSession
        do {
            switch source {
            case .process(let target):
                session = try await AgentSession.open(access: access, isRecorded: false, onLoss: lose) {
                    try await DebugClient.connect(to: target, timeout: .seconds(2))
                }
            case .recordings(let paths):
                let recording = try OpenRecording(paths)
                session = try await AgentSession.open(access: .read, isRecorded: true, onLoss: lose) {
                    recording.connect()
                }
            }
        } catch {
            state.withLock { $0.opening = nil }
            throw error
        }
        let isEnded = state.withLock { state in
            (state.session, state.opening) = (session, nil)
            return state.isEnded
        }
        if isEnded { await session.end() }
        return session
    }

    /// Ends the session.
    func end() async {
        let (session, opening) = state.withLock { state in
            state.isEnded = true
            return (state.session, state.opening)
        }
        opening?.cancel()
        await session?.end()
    }
}
