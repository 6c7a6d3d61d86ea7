import StrobeClient
import StrobeProtocol
import StrobeSystem
import StrobeTransport
import StrobeTree

/// A client of the Model Context Protocol, on any connection.
final class AgentTestClient: Sendable {
    private struct State: Sendable {
        var last: Int64 = 0
        var answers: [Int64: Value.Object] = [:]
        var notifications: [Value.Object] = []
        var lines: [[UInt8]] = []
        var isEnded = false
    }

    /// How a call ended.
    struct Call: Sendable {
        var text = ""
        var isError = false
        var structured: Value?
        var result: Value.Object

        var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
        /// The calls that the last lines propose.
        var proposals: [String] { lines.filter { $0.hasPrefix("→ ") }.map { String($0.dropFirst(2)) } }
    }

    /// What a test cannot go on without.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    let connection: any Connection
    private let state = AsyncCondition(State())

    init(_ connection: any Connection) {
        self.connection = connection
        connection.setLineLimit(64 << 20)
        Task { [connection, state] in
            while let line = try? await connection.nextLine() {
                guard case .object(let message)? = try? JSON.parse(line) else { continue }
                state.update { state in
                    state.lines.append(line)
                    if case .int(let id)? = message["id"] {
                        state.answers[id] = message
                    } else {
                        state.notifications.append(message)
                    }
                }
            }
            state.update { $0.isEnded = true }
        }
    }

    var notifications: [Value.Object] { state.read { $0.notifications } }
    var lines: [[UInt8]] { state.read { $0.lines } }

    /// Waits until the server has closed the connection.
    func waitForEnd(within limit: Duration = .seconds(60)) async -> Bool {
        await state.wait(within: limit) { $0.isEnded ? true : nil } == true
    }

    /// Waits for a number of messages without an id.
    func waitForNotifications(_ count: Int) async throws -> [Value.Object] {
        let found = await state.wait(within: .seconds(60)) { $0.notifications.count >= count ? $0.notifications : nil }
        guard let found else { throw Failure(description: "there were not \(count) messages") }
        return found
    }

    /// Waits for a message without an id.
    func waitForNotification(_ fits: @Sendable (Value.Object) -> Bool) async throws -> Value.Object {
        let found = await state.wait(within: .seconds(60)) { $0.notifications.first(where: fits) }
        guard let found else { throw Failure(description: "there was no such message") }
        return found
    }

    /// Sends a request.
    ///
    /// - Returns: Its id.
    func begin(
        _ method: String, _ params: Value.Object = [:], isModern: Bool = true, capabilities: Value = [:]
    ) async throws -> Int64 {
        let id = state.update { state in
            state.last += 1
            return state.last
        }
        var params = params
        if isModern {
            var meta: Value.Object = [
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": capabilities,
            ]
            if case .object(let given)? = params["_meta"] { for (key, value) in given { meta[key] = value } }
            params["_meta"] = .object(meta)
        }
        try await send(["jsonrpc": "2.0", "id": .int(id), "method": .string(method), "params": .object(params)])
        return id
    }

    /// Waits for the answer of a request, the whole message.
    func answer(_ id: Int64, within limit: Duration = .seconds(60)) async throws -> Value.Object {
        let found = await state.wait(within: limit) { state -> Value.Object?? in
            if let answer = state.answers[id] { return .some(answer) }
            return state.isEnded ? .some(nil) : nil
        }
        guard let answer = found ?? nil else { throw Failure(description: "request \(id) has no answer") }
        return answer
    }

    /// Whether a request is answered already.
    func isAnswered(_ id: Int64) -> Bool { state.read { $0.answers[id] != nil } }

    /// Sends a request and waits for its answer.
    func ask(
        _ method: String, _ params: Value.Object = [:], isModern: Bool = true, capabilities: Value = [:]
    ) async throws -> Value.Object {
        try await answer(try await begin(method, params, isModern: isModern, capabilities: capabilities))
    }

    /// Calls a tool.
    @discardableResult
    func call(
        _ tool: String, _ arguments: Value.Object = [:], capabilities: Value = [:], more: Value.Object = [:]
    ) async throws -> Call {
        var params: Value.Object = ["name": .string(tool), "arguments": .object(arguments)]
        for (key, value) in more { params[key] = value }
        let message = try await ask("tools/call", params, capabilities: capabilities)
        guard case .object(let result)? = message["result"] else {
            throw Failure(description: "\(tool) is answered with \(JSON.text(.object(message)))")
        }
        var call = Call(result: result)
        if case .string(let text)? = Value.object(result).value(at: Path(["content", "0", "text"])) {
            call.text = text
        }
        call.isError = result["isError"] == true
        call.structured = result["structuredContent"]
        return call
    }

    /// Makes a call as a server proposed it: `read_state {"store":"cart"}`, also behind other words.
    func make(_ proposal: String) async throws -> Call {
        guard let brace = proposal.firstIndex(of: "{"),
            let tool = proposal[..<brace].split(separator: " ").last.map(String.init),
            case .object(let arguments) = try JSON.parse(String(proposal[brace...]))
        else { throw Failure(description: "that is no call: \(proposal)") }
        return try await call(tool, arguments)
    }

    /// Sends a message.
    func send(_ message: Value.Object) async throws {
        try await connection.write(Array(JSON.text(.object(message)).utf8) + [10])
    }

    /// Sends any bytes as a line.
    func send(line: [UInt8]) async throws { try await connection.write(line + [10]) }
}
