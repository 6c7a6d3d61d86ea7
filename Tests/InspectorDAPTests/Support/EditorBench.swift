import Foundation
import StrobeClient
import StrobeServer
import StrobeSystem
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorDAP

/// Something that an editor waits for did not come.
struct NothingCame: Error, CustomStringConvertible {
    var what: String
    var received: [String]
    var description: String { "waited in vain for \(what); received:\n\(received.suffix(12).joined(separator: "\n"))" }
}

/// An editor with an adapter in this process.
final class EditorBench: Sendable {
    private struct Contents: Sendable {
        var received: [Value] = []
        var reader = FrameReader()
        var seq: Int64 = 0
        var status: Int32?
    }

    let session: AdapterSession
    private let input: AsyncStream<[UInt8]>.Continuation
    private let contents: AsyncCondition<Contents>

    /// Starts an adapter.
    ///
    /// - Parameter host: What the program around the adapter does.
    init(host: AdapterHost = DapCommand.host) {
        let contents = AsyncCondition(Contents())
        let (stream, input) = AsyncStream.makeStream(of: [UInt8].self)
        let port = AdapterPort(
            input: stream,
            write: { bytes in
                contents.update { contents in
                    contents.reader.feed(bytes)
                    while let body = try? contents.reader.next(), let value = try? JSON.parse(body) {
                        contents.received.append(value)
                    }
                }
                return true
            }, report: { line in Issue.record("\(line)") })
        let tap = ProcessInfo.processInfo.environment["STROBE_DAP_TAP"].flatMap { AdapterTap(folder: $0) }
        session = AdapterSession(host: host, port: port, tap: tap)
        (self.input, self.contents) = (input, contents)
        Task { [session] in
            let status = await session.run()
            contents.update { $0.status = status }
        }
    }

    deinit { input.finish() }

    var received: [Value] { contents.read { $0.received } }

    /// Sends bytes as they are.
    func send(_ bytes: [UInt8]) { input.yield(bytes) }

    /// Ends the editor.
    func end() { input.finish() }

    /// Sends a message of the editor.
    func post(_ message: Value) {
        let body = Array(JSON.text(message).utf8)
        send(Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
    }

    /// Sends a request; returns its number.
    @discardableResult
    func request(_ command: String, _ arguments: Value? = nil) -> Int64 {
        let seq = contents.update { contents in
            contents.seq += 1
            return contents.seq
        }
        post(.body(["seq": .int(seq), "type": "request", "command": .string(command), "arguments": arguments]))
        return seq
    }

    /// The response to a request.
    func response(to seq: Int64, within limit: Duration = .seconds(30)) async throws -> Value {
        try await received("the response to \(seq)", within: limit) {
            $0["type"] == "response" && $0["request_seq"] == .int(seq)
        }
    }

    /// Asks, and returns the body of the answer.
    @discardableResult
    func ask(_ command: String, _ arguments: Value? = nil) async throws -> Value {
        let response = try await response(to: request(command, arguments))
        try #require(response["success"] == true, "\(command): \(JSON.text(response))")
        return response["body"] ?? [:]
    }

    /// Asks for what is refused, and returns the reason.
    func refusal(_ command: String, _ arguments: Value? = nil) async throws -> String {
        let response = try await response(to: request(command, arguments))
        try #require(response["success"] == false, "\(command): \(JSON.text(response))")
        return response["message"]?.text ?? ""
    }

    /// The first event of a name behind some number of received messages that fits.
    @discardableResult
    func event(
        _ name: String, after start: Int = 0, within limit: Duration = .seconds(30),
        where fits: @escaping @Sendable (Value) -> Bool = { _ in true }
    ) async throws -> Value {
        let message = try await received("the event \(name)", after: start, within: limit) {
            $0["event"] == .string(name) && fits($0["body"] ?? .null)
        }
        return message["body"] ?? .null
    }

    /// The number of messages received so far.
    var count: Int { contents.read { $0.received.count } }

    /// Asks for what stops a thread, and returns the stop.
    @discardableResult
    func stop(_ command: String, _ thread: Int64 = 1) async throws -> Value {
        let start = count
        try await ask(command, ["threadId": .int(thread)])
        return try await event("stopped", after: start) { $0["threadId"] == .int(thread) }
    }

    /// The status with which the adapter ended.
    func status() async throws -> Int32 {
        guard let status = await contents.wait(within: .seconds(30), { $0.status }) else {
            throw NothingCame(what: "the end", received: received.map { JSON.text($0) })
        }
        return status
    }

    @discardableResult
    func received(
        _ what: String, after start: Int = 0, within limit: Duration = .seconds(30),
        where fits: @escaping @Sendable (Value) -> Bool
    ) async throws -> Value {
        let found = await contents.wait(within: limit) { $0.received.dropFirst(start).first(where: fits) }
        guard let found else {
            throw NothingCame(what: what, received: received.map { String(JSON.text($0).prefix(300)) })
        }
        return found
    }

    /// Waits until what was received is as it should be.
    func all(_ what: String, where fits: @escaping @Sendable ([Value]) -> Bool) async throws {
        guard await contents.wait(within: .seconds(60), { fits($0.received) ? true : nil }) == nil else { return }
        throw NothingCame(what: what, received: received.map { JSON.text($0) })
    }

    // MARK: Usual requests

    /// Attaches to a server, and configures nothing.
    func attach(_ arguments: Value = [:], client: Value = [:], before: () async throws -> Void = {}) async throws {
        try await ask("initialize", client)
        let attach = request("attach", arguments)
        try await event("initialized")
        try await before()
        try await ask("configurationDone")
        #expect(try await response(to: attach)["success"] == true)
    }

    /// The names of the frames of a thread.
    func stack(_ thread: Int64 = 1) async throws -> [String] {
        try await frames(thread).compactMap { $0["name"]?.text }
    }

    func frames(_ thread: Int64 = 1) async throws -> [Value] {
        try await ask("stackTrace", ["threadId": .int(thread)])["stackFrames"]?.elements ?? []
    }

    /// The number behind a scope of a frame.
    func scope(_ name: String, frame: Int = 0, thread: Int64 = 1) async throws -> Value {
        let frames = try await frames(thread)
        let id = try #require(frames[frame]["id"])
        let scopes = try await ask("scopes", ["frameId": id])["scopes"]?.elements ?? []
        return try #require(scopes.first { $0["name"] == .string(name) }?["variablesReference"])
    }

    /// The lines of a scope: names with values.
    func lines(_ scope: String, frame: Int = 0, thread: Int64 = 1) async throws -> [String] {
        try await lines(behind: self.scope(scope, frame: frame, thread: thread))
    }

    func lines(behind reference: Value, _ page: Value.Object = [:]) async throws -> [String] {
        var arguments = page
        arguments["variablesReference"] = reference
        return try await ask("variables", .object(arguments))["variables"]?.elements.map {
            "\($0["name"]?.text ?? "?") = \($0["value"]?.text ?? "?")"
        } ?? []
    }
}

extension Value {
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var elements: [Value] { if case .array(let values) = self { values } else { [] } }
    var number: Int? { if case .int(let number) = self { Int(number) } else { nil } }
}
