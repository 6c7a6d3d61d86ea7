import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeSystem
import Synchronization

/// The gates that this server paused: each is opened again after some time, unless a client opened it before.
final class AgentHolds: Sendable {
    private struct Hold {
        /// Distinguishes it from a newer one of the same gate.
        var id: Int
        /// How often the gate had been opened when it was paused here: if it was opened since, a pause is not ours.
        var openings: Int
        var timer: Task<Void, Never>
    }

    private struct Key: Hashable {
        var session: ObjectIdentifier
        var store: String
    }

    private struct State {
        var holds: [Key: Hold] = [:]
        var last = 0
        /// What the next answer says, by the name of the store.
        var ended: [String] = []
    }

    private let state = Mutex(State())

    /// Notes that a gate was paused here.
    ///
    /// - Parameters:
    ///   - store: The store, whose gate events are subscribed.
    ///   - duration: How long the gate may stay paused.
    ///   - openings: How often the gate had been opened before that.
    /// - Returns: What this pause is ended by, if a newer one must not be.
    @discardableResult
    func begin(_ store: AgentStore, for duration: Duration, openings: Int) -> Int {
        let key = Self.key(store)
        let id = state.withLock { state in
            state.last += 1
            return state.last
        }
        let timer = Task { [weak self] in
            while (try? await Task.sleep(for: duration)) != nil {
                guard let self, await !self.expire(store, duration, id) else { return }
            }
        }
        let old = state.withLock { state in
            let old = state.holds[key]
            state.holds[key] = Hold(id: id, openings: openings, timer: timer)
            return old
        }
        old?.timer.cancel()
        return id
    }

    /// Notes that a pause was ended by a call.
    func end(_ store: AgentStore) {
        state.withLock { $0.holds.removeValue(forKey: Self.key(store)) }?.timer.cancel()
    }

    /// Notes that one pause was ended; a newer one of the same gate is not.
    func end(_ store: AgentStore, _ id: Int) { take(store, id)?.timer.cancel() }

    private func take(_ store: AgentStore, _ id: Int) -> Hold? {
        let key = Self.key(store)
        return state.withLock { state -> Hold? in
            guard state.holds[key]?.id == id else { return nil }
            return state.holds.removeValue(forKey: key)
        }
    }

    /// Whether the gate is paused by this server.
    func isHeld(_ store: AgentStore) -> Bool {
        state.withLock { $0.holds[Self.key(store)] }.map { $0.openings == store.openings } ?? false
    }

    /// What ended by itself since the last call, to be said once.
    func takeNews() -> [String] {
        state.withLock { state in
            defer { state.ended = [] }
            return state.ended
        }
    }

    /// Stops all timers; the ends of the sessions open the gates.
    func end() async {
        let holds = state.withLock { state in
            defer { state.holds = [:] }
            return Array(state.holds.values)
        }
        for hold in holds { hold.timer.cancel() }
    }

    /// Opens a gate whose time is over.
    ///
    /// - Returns: Whether it is settled; otherwise it is tried again later.
    private func expire(_ store: AgentStore, _ duration: Duration, _ id: Int) async -> Bool {
        var status: GateDescription?
        do {
            status = try await store.ask(GateStatus(store: store.id)).result
        } catch {
            // Whether it is paused is not known; a process that was stopped may go on.
            let isUnanswered = (error as? AgentError)?.isUnanswered == true
            if isUnanswered, !store.session.isLost, !Task.isCancelled { return false }
        }
        // What was reported up to that answer is known after this: whether a client opened the gate meanwhile.
        await store.session.settle()
        guard let ended = take(store, id), !Task.isCancelled else { return true }
        // The end of a session opened its gate.
        guard !store.session.isLost, let status, status.paused, ended.openings == store.openings else { return true }
        let isOpened = (try? await store.ask(GateResume(store: store.id))) != nil
        let news =
            isOpened
            ? "the pause of \(store.name) ended by itself after \(duration.components.seconds) s"
            : "the pause of \(store.name) should have ended by itself, but its process did not answer"
        state.withLock { $0.ended.append(news) }
        return true
    }

    private static func key(_ store: AgentStore) -> Key {
        Key(session: ObjectIdentifier(store.session), store: store.id)
    }
}

extension AgentStore {
    /// How often its gate was opened, as far as was reported.
    var openings: Int { session.signals.read { $0.openings[id] ?? 0 } }
}
