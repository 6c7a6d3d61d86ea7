import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeTree

extension AgentCall {
    /// What comes of asking the user.
    enum Asked: Sendable {
        /// It may be done, as far as what the user agreed to still holds.
        case go(AgentPromise?)
        /// The user has to be asked first.
        case ask(AgentQuestion)
    }

    /// Finds out whether something may be done: the user agreed, or need not be asked.
    ///
    /// Everything that changes a store comes through here.
    ///
    /// - Parameter question: The question; `nil` if there is none for what is about to be done.
    func asking(
        _ store: AgentStore, _ question: () async throws -> AgentQuestion?
    ) async throws -> Asked {
        switch consent {
        case .given(let promise): return .go(promise)
        // The client asks by the annotations of the tools, or not at all.
        case .unavailable: return .go(nil)
        case .open:
            guard options.confirmation != .never else { return .go(nil) }
            return try await question().map { .ask($0) } ?? .go(nil)
        }
    }

    /// What an action would do; `nil` if the store has no way to try one.
    ///
    /// - Throws: ``AgentError``.
    func tried(_ store: AgentStore, _ action: Value, ifSeq: Int? = nil) async throws -> ActionDispatch.Result? {
        do {
            return try await store.ask(ActionDispatch(store: store.id, action: action, ifSeq: ifSeq, dryRun: true))
                .result
        } catch let error as AgentError where error.isUnsupported {
            return nil
        }
    }

    /// The store, which must be in a process.
    ///
    /// - Throws: ``AgentError``.
    func liveStore() async throws -> AgentStore {
        let store = try await store()
        guard store.isRecorded else { return store }
        throw AgentError(
            .tool, "\(store.name) is in a recording, which does not change.",
            next: AgentText.call("list_stores", [:]))
    }

    /// The seq of the store now, which must be the one that the call asks for.
    ///
    /// - Throws: ``AgentError`` if the store went on.
    func checkedSeq(_ store: AgentStore) async throws -> Int {
        let now = try await store.describe().seq
        if let ifSeq = arguments.integer("if_seq"), ifSeq != now { throw AgentError.stale(store, ifSeq, now) }
        return now
    }

    /// Changes something; notes for the user if no answer came, since it may have been done.
    func writing<Result: Sendable>(
        _ tool: String, _ store: AgentStore, _ write: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await write()
        } catch let error as AgentError where error.isUnanswered {
            note("\(TimeText().full(TimeText.now())) \(tool) \(store.name) unanswered")
            throw error
        }
    }

    /// Notes for the user that something was changed.
    func noteWrite(_ tool: String, _ store: AgentStore, _ seq: Int) {
        note("\(TimeText().full(TimeText.now())) \(tool) \(store.name) @\(seq)")
    }
}

extension AgentError {
    /// The error of a store that went on.
    static func stale(_ store: AgentStore, _ ifSeq: Int, _ now: Int) -> AgentError {
        AgentError(
            .tool, "\(store.name) is at seq \(now), not at \(ifSeq); nothing was done. Look again, then decide.",
            next: store.call("diff_states", ["from": .string(String(ifSeq)), "to": "live"]))
    }
}
