import InspectorCore
package import StrobeClient
import StrobeProtocol
import StrobeSystem
import StrobeTree

/// A server of the Model Context Protocol on a connection.
package final class AgentServer: Sendable {
    private struct State: Sendable {
        /// The requests that are not answered yet.
        var running: [RequestID: Task<Void, Never>] = [:]
        /// How many refusals wait to be sent.
        var refusals = 0
    }

    private let connection: any Connection
    private let stores: AgentStores
    private let requests: AgentRequests
    private let state = AsyncCondition(State())

    /// How many requests may be carried out or wait; each process is asked a few questions at once.
    private static let requests = 128
    /// How many refusals may wait for a client that does not read.
    private static let refusals = 1_000
    /// How long what was asked may still take after the end of the input, and the sessions to end.
    private static let patience = Duration.milliseconds(400)

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - options: What the command line says.
    ///   - connection: The lines of the client.
    ///   - note: Where each change of a program is noted for the user.
    package init(
        _ options: AgentOptions, on connection: any Connection, note: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.connection = connection
        stores = AgentStores(options)
        requests = AgentRequests(options, stores, note: note)
    }

    /// Answers until the client sends no more, then ends all sessions, which opens the gates that they hold.
    package func run() async {
        connection.setLineLimit(AgentMessage.lineBytes)
        reading: while true {
            do {
                guard let line = try await connection.nextLine() else { break reading }
                take(line)
            } catch {
                guard error.code == .lineTooLong else { break reading }
                let failure = AgentError(
                    .invalidRequest, "The line is longer than \(AgentMessage.lineBytes) bytes; it was skipped.")
                refuse(AgentReply.failure(failure, to: nil))
            }
            // It reads nothing, and asks on.
            if state.read({ $0.refusals > Self.refusals }) { break reading }
        }
        _ = await state.wait(within: Self.patience) { $0.running.isEmpty && $0.refusals == 0 ? true : nil }
        for task in state.read({ Array($0.running.values) }) { task.cancel() }
        let stores = stores
        try? await Deadline.wait(until: .now + Self.patience) { await stores.end() }
        await connection.close()
    }

    private func take(_ line: [UInt8]) {
        switch AgentMessage.read(line) {
        case .refused(let answer): refuse(answer)
        case .message(.answer): break
        case .message(.notification(let method, let params)):
            guard method == "notifications/cancelled", let id = params["requestId"].flatMap({ RequestID($0) }) else {
                break
            }
            // Nobody waits any more: no answer is sent.
            state.update { $0.running.removeValue(forKey: id) }?.cancel()
        case .message(.request(let id, let method, let params)): begin(id, method, params)
        }
    }

    private func begin(_ id: RequestID, _ method: String, _ params: Value.Object) {
        let refusal = state.read { state -> AgentError? in
            if state.running[id] != nil {
                return AgentError(.invalidRequest, "A request with this id is not answered yet.")
            }
            guard state.running.count < Self.requests else {
                return AgentError(.failed, "\(Self.requests) requests are waiting: try again when some are answered.")
            }
            return nil
        }
        if let refusal { return refuse(AgentReply.failure(refusal, to: id)) }
        // Noted before it begins: it cannot end before.
        state.update { state in
            state.running[id] = Task { await self.carryOut(id, method, params) }
        }
    }

    private func carryOut(_ id: RequestID, _ method: String, _ params: Value.Object) async {
        let answer: [UInt8]
        do {
            let result = try await requests.answer(method, params) { [weak self] method, params in
                await self?.send(AgentReply.notification(method, params))
            }
            answer = AgentReply.result(result, to: id)
        } catch let error as AgentError {
            answer = AgentReply.failure(error, to: id)
        } catch {
            answer = AgentReply.failure(
                AgentError(.failed, "The request failed: \(InspectorError(any: error).message)"), to: id)
        }
        let isAwaited = state.read { !Task.isCancelled && $0.running[id] != nil }
        if isAwaited { await send(answer) }
        state.update { state in
            // The client may have cancelled it and used the id again.
            if isAwaited { state.running[id] = nil }
        }
    }

    /// Sends an answer while others are read: a client that does not read would hide the end of its input.
    private func refuse(_ line: [UInt8]) {
        state.update { $0.refusals += 1 }
        Task {
            await send(line)
            state.update { $0.refusals -= 1 }
        }
    }

    private func send(_ line: [UInt8]) async {
        // A client that is gone ends its input as well.
        try? await connection.write(line)
    }
}
