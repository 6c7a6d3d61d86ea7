import Foundation
import SeededTesting
import StrobeProtocol
import StrobeTransport
import StrobeTree
import Synchronization

/// The client's end of a connection that makes a server faulty: its answers and notifications are changed, dropped,
/// duplicated, reordered, or replaced.
final class FaultyConnection: Connection {
    private struct State {
        var faults: ValueFaults
        /// The methods of requests, by id.
        var methods: [RequestID: String] = [:]
        /// Lines for the client.
        var waiting: [[UInt8]] = []
        /// A line to deliver after the next one.
        var late: [UInt8]?
        var answers = 0
        var isOpen = false
    }

    private let connection: any Connection
    /// The share of lines that are changed, in percent.
    private let rate: Int
    private let state: Mutex<State>

    init(_ connection: any Connection, seed: UInt64, rate: Int) {
        self.connection = connection
        self.rate = rate
        state = Mutex(State(faults: ValueFaults(random: SeededGenerator(seed: seed))))
    }

    /// The number of lines passed to the client.
    var answers: Int { state.withLock { $0.answers } }

    var peer: Peer { connection.peer }
    func setLineLimit(_ limit: Int) { connection.setLineLimit(limit) }
    func close() async { await connection.close() }

    func write(_ bytes: [UInt8]) async throws(TransportError) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard case .request(let id, let method, _)? = try? Envelope.decode(Array(line)) else { continue }
            state.withLock { $0.methods[id] = method }
        }
        try await connection.write(bytes)
    }

    func nextLine() async throws(TransportError) -> [UInt8]? {
        while true {
            let waiting: [UInt8]? = state.withLock { state in
                guard !state.waiting.isEmpty else { return nil }
                state.answers += 1
                return state.waiting.removeFirst()
            }
            if let waiting { return waiting }
            guard let line = try await connection.nextLine() else { return nil }
            state.withLock { Self.take(line, &$0, rate) }
        }
    }

    private static func take(_ line: [UInt8], _ state: inout State, _ rate: Int) {
        // Without a session there is nothing to test: lines before it are mostly left unchanged.
        let isBeginning = !state.isOpen
        state.isOpen = true
        var lines = state.faults.chance(isBeginning ? rate / 10 : rate) ? wrong(line, &state) : [line]
        if let late = state.late {
            lines.append(late)
            state.late = nil
        } else if !isBeginning, state.faults.chance(rate / 20) {
            state.late = lines.popLast()
        }
        if !isBeginning, state.faults.chance(rate / 8), let other = notification(&state) { lines.append(other) }
        state.waiting += lines
    }

    private static func wrong(_ line: [UInt8], _ state: inout State) -> [[UInt8]] {
        guard let value = try? JSON.parse(line), case .object(var message) = value else { return [line] }
        switch state.faults.below(60) {
        case 0: return []
        case 1: return [line, line]
        case 2: return [Array(line.prefix(state.faults.below(line.count)))]
        case 3: return [Array(JSON.text(state.faults.wrong(value)).utf8)]
        case 4:
            let code = state.faults.wrong(.int(-33_001))
            message["result"] = nil
            message["error"] = state.faults.wrong(["code": code, "message": "no", "data": ["seq": 7, "path": "/a"]])
            return [Array(JSON.text(.object(message)).utf8)]
        default: break
        }
        let part = message["params"] != nil ? "params" : message["result"] != nil ? "result" : "error"
        var content = message[part] ?? nil
        // Results that the store here never gives are taken from the specification.
        if part == "result", state.faults.chance(30), let id = message["id"].flatMap(RequestID.init),
            let method = state.methods[id], let example = state.faults.pick(Examples.results[method] ?? [])
        {
            content = example
        }
        if state.faults.chance(10), let text = state.faults.doubled(content) {
            message[part] = nil
            var whole = JSON.text(.object(message))
            whole.removeLast()
            return [Array((whole + ",\"\(part)\":\(text)}").utf8)]
        }
        message[part] = state.faults.wrong(content)
        return [Array(JSON.text(.object(message)).utf8)]
    }

    /// An unsolicited message.
    private static func notification(_ state: inout State) -> [UInt8]? {
        guard let (method, params) = state.faults.pick(Examples.notifications) else { return nil }
        var content = state.faults.wrong(params)
        if case .object(var members) = content {
            if members["subscription"] != nil { members["subscription"] = .string("\(1 + state.faults.below(6))") }
            if members["store"] != nil { members["store"] = "shop" }
            content = .object(members)
        }
        return Array(JSON.text(["jsonrpc": "2.0", "method": .string(method), "params": content]).utf8)
    }
}

/// The examples of the specification.
enum Examples {
    /// Results, by method.
    static let results = Dictionary(grouping: read("result")) { $0.method }.mapValues { $0.map(\.value) }
    /// Parameters of notifications, with their methods.
    static let notifications = read("params").filter { example in
        MethodRegistry.notifications.contains { $0.method == example.method }
    }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func read(_ kind: String) -> [(method: String, value: Value)] {
        let folder = root.appendingPathComponent("protocols/v1/examples")
        let names = (FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []).compactMap { $0 as? String }
        return names.sorted().compactMap { name in
            let parts = name.split(separator: "/")
            guard parts.count == 2, parts[1].hasPrefix(kind),
                let data = try? Data(contentsOf: folder.appendingPathComponent(name)),
                let value = try? JSON.parse([UInt8](data))
            else { return nil }
            return (parts[0].replacing("-", with: "/", maxReplacements: 1).description, value)
        }
    }
}
