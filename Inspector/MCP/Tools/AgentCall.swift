import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeTree

/// A call of a tool.
struct AgentCall: Sendable {
    /// Whether the user can be asked, or has been.
    enum Consent: Sendable, Hashable {
        /// The client has no way to ask.
        case unavailable
        /// The client can ask.
        case open
        /// The user agreed.
        case given(AgentPromise)
    }

    let arguments: AgentArguments
    let stores: AgentStores
    let options: AgentOptions
    var consent = Consent.unavailable
    var progress = AgentProgress()
    /// Where each change is noted for the user.
    var note: @Sendable (String) -> Void = { _ in }

    /// The store that the call is about.
    ///
    /// - Throws: ``AgentError``.
    func store() async throws -> AgentStore { try await stores.store(named: arguments.text("store")) }

    /// The action that the call is about.
    ///
    /// - Throws: ``AgentError`` if it cannot be read.
    func action(_ store: AgentStore, _ arguments: AgentArguments? = nil) async throws -> Value {
        let shapes = try await store.notation()
        let action = try (arguments ?? self.arguments).literal(
            "action", shapes.action, explainedBy: store.call("list_actions"))
        guard let action else { throw AgentError(.tool, "`action` is missing.", next: store.call("list_actions")) }
        return action
    }

    /// The same call with other arguments, as the client would make it.
    func again(_ tool: String, _ changed: Value.Object) -> String {
        var members = arguments.members
        for (key, value) in changed { members[key] = value }
        return AgentText.call(tool, members)
    }

    /// The same call with more room for the answer, or `nil` if there is no more.
    func larger(_ tool: String) -> String? {
        let most = AgentAnswer.mostBytes
        guard arguments.integer("max_bytes") ?? options.maxBytes < most else { return nil }
        return again(tool, ["max_bytes": .int(Int64(most))])
    }
}

/// Reports the progress of a call to the waiting client.
struct AgentProgress: Sendable {
    /// Sends a number that grows, the number that it ends with if that is known, and a text of ours.
    var send: (@Sendable (_ done: Double, _ total: Double?, _ text: String) async -> Void)?

    /// Reports each second how long the work has taken.
    ///
    /// - Parameters:
    ///   - total: How many seconds it takes at most, if that is known.
    ///   - text: What is done, in words of ours.
    func telling<Result: Sendable>(
        _ total: Int?, _ text: String, _ work: () async throws -> Result
    ) async rethrows -> Result {
        guard let send else { return try await work() }
        let telling = Task {
            var seconds = 0
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                seconds += 1
                await send(Double(seconds), total.map(Double.init), text)
            }
        }
        // Nothing may be reported once the call is answered.
        do {
            let result = try await work()
            telling.cancel()
            await telling.value
            return result
        } catch {
            telling.cancel()
            await telling.value
            throw error
        }
    }
}
