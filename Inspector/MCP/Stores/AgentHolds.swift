import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeSystem
import Synchronization

/// The gates that this server paused: each is opened again after some time, unless somebody did it before.
final class AgentHolds: Sendable {
    private struct Hold {
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
    func begin(_ store: AgentStore, for duration: Duration, openings: Int) {
        let key = Self.key(store)
        let timer = Task { [weak self] in
            guard (try? await Task.sleep(for: duration)) != nil else { return }
            await self?.expire(store, duration)
        }
        let old = state.withLock { state in
            let old = state.holds[key]
            state.holds[key] = Hold(openings: openings, timer: timer)
            return old
        }
        old?.timer.cancel()
    }

    /// Notes that a pause was ended by a call.
    func end(_ store: AgentStore) {
        state.withLock { $0.holds.removeValue(forKey: Self.key(store)) }?.timer.cancel()
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

    private func expire(_ store: AgentStore, _ duration: Duration) async {
        // What was reported up to now is known after this answer: whether somebody opened the gate meanwhile.
        let status = try? await store.ask(GateStatus(store: store.id)).result
        await store.session.settle()
        guard let hold = state.withLock({ $0.holds.removeValue(forKey: Self.key(store)) }), !Task.isCancelled else {
            return
        }
        // The end of a session opened its gate.
        guard !store.session.isLost, let status, status.paused, hold.openings == store.openings else { return }
        let isOpened = (try? await store.ask(GateResume(store: store.id))) != nil
        let news =
            isOpened
            ? "the pause of \(store.name) ended by itself after \(duration.components.seconds) s"
            : "the pause of \(store.name) should have ended by itself, but its process did not answer"
        state.withLock { $0.ended.append(news) }
    }

    private static func key(_ store: AgentStore) -> Key {
        Key(session: ObjectIdentifier(store.session), store: store.id)
    }
}

extension AgentStore {
    /// How often its gate was opened, as far as was reported.
    var openings: Int { session.signals.read { $0.openings[id] ?? 0 } }
}
