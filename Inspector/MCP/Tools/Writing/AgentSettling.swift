import StrobeClient
import StrobeProtocol
import StrobeSystem

/// What the effects of an action sent soon after it.
struct AgentSettling: Sendable {
    let store: AgentStore
    let seq: Int

    /// The entries, and whether effects still run.
    struct Followed: Sendable {
        var entries: [LogEntry] = []
        var last: Int
        var isRunning = false
    }

    /// The entries that came of the action until none of its effects runs, or the time is over.
    ///
    /// - Returns: What followed; a failure says nothing of the action itself.
    func read(within limit: Duration) async -> Result<Followed, AgentError> {
        let deadline = ContinuousClock.now + limit
        do {
            var subscription: String?
            if limit > .zero {
                subscription = try await store.ask(Subscribe(store: store.id, events: [.log])).result.subscription
            }
            defer {
                if let subscription {
                    let store = store
                    Task { _ = try? await store.ask(Unsubscribe(subscription: subscription)) }
                }
            }
            while true {
                let revision = store.session.signals.read { $0.revision(of: store.id) }
                let followed = try await look()
                let left = deadline - .now
                // An effect may not have begun yet: only the time tells.
                let isSettled = !followed.isRunning && !followed.entries.isEmpty
                guard left > .zero, !isSettled else { return .success(followed) }
                _ = await store.session.signals.wait(within: left) { signals -> Bool? in
                    signals.isLost || signals.revision(of: store.id) != revision ? true : nil
                }
                if Task.isCancelled { throw AgentError.cancelled }
            }
        } catch {
            return .failure(error as? AgentError ?? .cancelled)
        }
    }

    private func look() async throws -> Followed {
        let page = try await store.ask(LogList(store: store.id, from: seq + 1, limit: 200)).result
        var caused: Set = [seq]
        var followed = Followed(last: max(page.seq, seq))
        for entry in page.entries where entry.cause.map(caused.contains) == true {
            caused.insert(entry.seq)
            followed.entries.append(entry)
        }
        let effects = try await store.ask(EffectList(store: store.id)).result.effects
        followed.isRunning = effects.contains { $0.cause.map(caused.contains) == true }
        return followed
    }
}
