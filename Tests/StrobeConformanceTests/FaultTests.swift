import Foundation
import SeededTesting
import StrobeConformance
import StrobeProtocol
import StrobeServer
import StrobeTransport
import StrobeReflection
import StrobeTree
import Testing

/// Servers that break one rule each, which the kit must report.
// One after the other: each has much to do, and a server drops clients whose handshake takes too long.
@Suite(
    "Faulty servers", .enabled(if: LongTests.areRun, "STROBE_LONG=1 runs them"), .serialized,
    .timeLimit(.minutes(10)))
struct FaultTests {
    /// The slow rules; tested only if a fault is about them.
    private static let slow: Set<String> = [
        "session.timeout", "session.full", "lag.marker", "lag.dispatch", "lag.bounded", "limits.nodes",
    ]

    /// The handshake timeout of servers that are tested with all rules, one of which waits for it.
    private static let hello = Duration.seconds(15)

    /// The rules that a server with a fault is found to break.
    func broken(_ fault: Fault, with more: Set<String> = [], token: String? = nil) async throws -> [String] {
        let rules = ConformanceKit.rules.map(\.id).filter { !Self.slow.contains($0) || more.contains($0) }
        let kit = try ConformanceKit(
            MemorySubject(CounterServer(), fault: fault, token: token),
            options: .init(timeout: .seconds(30), only: rules))
        return try await kit.run().filter { $0.outcome == .fail }.map(\.rule.id)
    }

    /// The same for some rules only, for faults that break others as well or are slow to find.
    func broken(_ fault: Fault, only first: String, _ more: String...) async throws -> [String] {
        try await broken(MemorySubject(CounterServer(), fault: fault), only: [first] + more)
    }

    func broken(_ subject: any Subject, only rules: [String]) async throws -> [String] {
        let kit = try ConformanceKit(subject, options: .init(timeout: .seconds(30), only: rules))
        return try await kit.run().filter { $0.outcome == .fail }.map(\.rule.id)
    }

    func says(_ change: @escaping @Sendable (Value) -> Value) -> Fault {
        Fault(says: { message, _ in [change(message)] })
    }

    @Test("a server without a fault breaks no rule, and few are skipped")
    func none() async throws {
        let limits = SessionLimits(answerBytes: 1 << 18, queueBytes: 1 << 16, sessions: 8)
        let results = try await ConformanceKit(
            MemorySubject(CounterServer(limits: limits, isLarge: true, handshakeTimeout: Self.hello)),
            options: .init(timeout: .seconds(30))
        ).run()
        #expect(results.filter { $0.outcome == .fail }.map { "\($0.rule.id): \($0.message) \($0.got ?? "")" } == [])
        #expect(
            results.filter { $0.outcome == .skip }.map(\.rule.id) == [
                "framing.stdout", "message.schema", "access.token", "access.peer", "access.loopback",
                "access.redaction", "access.in-place",
                "session.closing", "session.failures",
            ])
    }

    @Test("one whose limits are very small is within its rights")
    func small() async throws {
        let limits = SessionLimits(
            handshakeLineBytes: 1_000, lineBytes: 2_000, depth: 20, nodes: 60, answerBytes: 6_000, page: 5,
            outstandingRequests: 2, queueBytes: 3_000, sessions: 8)
        let results = try await ConformanceKit(
            MemorySubject(CounterServer(limits: limits, isLarge: true, handshakeTimeout: Self.hello)),
            options: .init(timeout: .seconds(30))
        ).run()
        #expect(results.filter { $0.outcome == .fail }.map { "\($0.rule.id): \($0.message) \($0.got ?? "")" } == [])
        #expect(results.count { $0.outcome == .pass } > 80)
    }

    @Test("one that reads only is held to what it declares")
    func readOnly() async throws {
        let results = try await ConformanceKit(
            MemorySubject(CounterServer(access: .read, handshakeTimeout: Self.hello)),
            options: .init(timeout: .seconds(30))
        ).run()
        #expect(results.filter { $0.outcome == .fail }.map { "\($0.rule.id): \($0.message)" } == [])
        #expect(results.contains { $0.rule.id == "access.read-only" && $0.outcome == .pass })
        #expect(results.contains { $0.rule.id == "action.dispatch" && $0.outcome == .skip })
    }

    @Test("ids that come back as others")
    func ids() async throws {
        let found = try await broken(says { $0["id"] == "1" ? $0.changing("id") { _ in 1 } : $0 })
        #expect(found == ["message.id", "message.once"])
    }

    @Test("errors without a kind")
    func kinds() async throws {
        let fault = says { $0["error"]?["code"] == -33004 ? $0.changing("error", "data", "kind") { _ in nil } : $0 }
        let found = try await broken(fault)
        #expect(found == ["error.form"])
    }

    @Test("errors with another code")
    func codes() async throws {
        let fault = says { message in
            guard message["error"]?["code"] == -33003 else { return message }
            return message.changing("error", "code") { _ in -32600 }
                .changing("error", "data", "kind") { _ in "invalidRequest" }
        }
        let found = try await broken(fault)
        #expect(found == ["framing.too-long"])
    }

    @Test("answers out of order")
    func order() async throws {
        // Every answer to an unknown method is held until the next one.
        let fault = Fault(
            says: { message, memory in
                if message["error"]?["data"]?["method"] == "no/method", memory.ids.contains("mixed"),
                    memory.held.isEmpty
                {
                    memory.held = [message]
                    return []
                }
                defer { memory.held = [] }
                return [message] + memory.held
            },
            hears: { message, line, memory in
                if message?["method"] == "store/describe", message?["id"] != nil { memory.ids.insert("mixed") }
                return ([line], [])
            })
        let found = try await broken(fault)
        #expect(found == ["order.answers"])
    }

    @Test("a wrong line that changes a store")
    func harm() async throws {
        let fault = Fault(
            says: { message, _ in message["id"] == "ghost" ? [] : [message] },
            hears: { message, line, _ in
                guard message == nil, line.first == UInt8(ascii: "]") else { return ([line], []) }
                let dispatch =
                    #"{"jsonrpc":"2.0","id":"ghost","method":"action/dispatch","params":{"action":{"increment":{"by":1}}}}"#
                return ([Array(dispatch.utf8), line], [])
            })
        let found = try await broken(fault)
        #expect(found == ["error.harmless"])
    }

    @Test("a notification that is answered")
    func notification() async throws {
        let fault = Fault(hears: { message, line, _ in
            guard message?["method"] == "store/list", message?["id"] == nil else { return ([line], []) }
            return ([line], [["jsonrpc": "2.0", "id": "none", "result": ["stores": []]]])
        })
        let found = try await broken(fault)
        #expect(found == ["message.notification", "message.once"])
    }

    @Test("an entry that is sent after the answer of its dispatch")
    func cause() async throws {
        let fault = Fault(says: { message, memory in
            if message["method"] == "log/appended" {
                memory.held.append(message)
                return []
            }
            guard message["id"] != nil else { return [message] }
            defer { memory.held = [] }
            return [message] + memory.held
        })
        #expect(try await broken(fault).contains("order.cause"))
    }

    @Test("an entry that is never sent")
    func gaps() async throws {
        let fault = Fault(says: { message, memory in
            guard message["method"] == "log/appended", message["params"]?["subscription"] == "2" else {
                return [message]
            }
            memory.count += 1
            return memory.count == 7 ? [] : [message]
        })
        let found = try await broken(fault, with: ["lag.marker"])
        #expect(found == ["order.log", "lag.marker"])
    }

    @Test("a gap that is reported wrongly")
    func lag() async throws {
        let fault = Fault(says: { message, _ in
            guard message["method"] == "stream/lagged", case .int(let seq)? = message["params"]?["fromSeq"] else {
                return [message]
            }
            return [message.changing("params", "fromSeq") { _ in .int(seq + 1) }]
        })
        let found = try await broken(fault, with: ["lag.marker"])
        #expect(found == ["lag.marker"])
    }

    @Test("a gap that is reported as larger than it is")
    func wideLag() async throws {
        let fault = says { message in
            guard message["method"] == "stream/lagged" else { return message }
            return message.changing("params", "fromSeq") { _ in 1 }
        }
        let found = try await broken(fault, only: "lag.marker")
        #expect(found == ["lag.marker"])
    }

    @Test("an entry that is said to be missing although nothing waits")
    func earlyLag() async throws {
        let fault = Fault(says: { message, memory in
            guard message["method"] == "log/appended" else { return [message] }
            memory.count += 1
            let seq = message["params"]?["entry"]?["seq"]
            guard memory.count == 90, let params = message["params"], let seq else { return [message] }
            return [
                [
                    "jsonrpc": "2.0", "method": "stream/lagged",
                    "params": [
                        "subscription": params["subscription"] ?? .null, "store": params["store"] ?? .null,
                        "fromSeq": seq,
                        "toSeq": seq,
                    ],
                ]
            ]
        })
        let found = try await broken(fault, only: "lag.marker")
        #expect(found == ["lag.marker"])
    }

    @Test("a stream that ends with its first gap")
    func lastLag() async throws {
        let fault = Fault(says: { message, memory in
            guard let id = message["params"]?["subscription"] else { return [message] }
            if message["method"] == "stream/lagged" { memory.ids.insert(id) }
            return message["method"] == "log/appended" && memory.ids.contains(id) ? [] : [message]
        })
        let found = try await broken(fault, only: "lag.marker")
        #expect(found == ["lag.marker"])
    }

    @Test("what a client does not read and must not be dropped is kept for ever")
    func hoarding() async throws {
        // It may buffer far more than it declares.
        let server = CounterServer(limits: SessionLimits(queueBytes: 1 << 30, sessions: 8))
        let fault = says { message in
            message.changing("result", "limits", "queueBytes") { $0 == nil ? nil : 65_536 }
        }
        #expect(
            try await broken(MemorySubject(server, fault: fault), only: ["lag.bounded", "lag.marker", "order"])
                == ["lag.bounded"])
    }

    @Test("a last line without an end that is not read")
    func lastLine() async throws {
        let found = try await broken(Fault(forgetsLastLine: true), only: "framing", "order")
        #expect(found == ["framing.last"])
    }

    @Test("a client whose output ends is taken for gone")
    func halfClosed() async throws {
        let found = try await broken(Fault(endsWithInput: true), only: "framing", "order")
        #expect(found == ["framing.last", "framing.half-closed"])
    }

    @Test("a first line that is read to its end, whatever it begins with")
    func firstByte() async throws {
        let found = try await broken(
            Fault(waitsForLineEnds: true), only: "framing", "session.first-byte", "access.http")
        #expect(found == ["session.first-byte"])
    }

    @Test("connections that say nothing take the place of sessions")
    func crowded() async throws {
        #expect(
            try await broken(CrowdedSubject(limit: 8), only: ["session.waiting", "session.version"]) == [
                "session.waiting"
            ])
    }

    @Test("a Unix socket that others can reach, and a TCP port that other machines can")
    func reach() async throws {
        let folder = "/tmp/strobe-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/server.sock"
        let counter = CounterServer(discovery: false)
        try await counter.server.start(on: [.unix(path: path)])
        let subject = SocketSubject(endpoint: .unix(path: path))
        func isReached() async throws -> Bool { try await broken(subject, only: ["access.peer"]) == ["access.peer"] }
        #expect(try await !isReached())
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
        #expect(try await !isReached(), "the directory hides it")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
        #expect(try await isReached())
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        #expect(try await !isReached(), "its own mode keeps others out")
        await counter.server.stop()

        // A plain `initialize` line suffices here, without the discovery file that TCP with a token needs.
        let listener = try await Transport.listen(on: .tcp(host: "127.0.0.1", port: 0))
        let serving = Task {
            let counter = CounterServer()
            for await connection in listener.connections {
                Task { await counter.server.serve(TokenlessConnection(connection)) }
            }
        }
        var tcp = SocketSubject(endpoint: listener.endpoint)
        let found = try await broken(tcp, only: ["access.loopback"])
        #expect(found == [])
        // As if other machines reached this one under that address.
        tcp.otherAddresses = ["127.0.0.1"]
        let again = try await broken(tcp, only: ["access.loopback"])
        #expect(again == ["access.loopback"])
        await listener.close()
        serving.cancel()
    }

    @Test("a hidden value that is shown if requested by itself")
    func unhidden() async throws {
        let server = CounterServer(redaction: try Redaction(parsing: ["/label"]))
        let honest = try await ConformanceKit(
            MemorySubject(server), options: .init(timeout: .seconds(30), only: ["access.redaction"])
        ).run()
        #expect(honest.map(\.outcome) == [.pass])
        let fault = says { message in
            guard case .string(let text)? = message["result"]?["value"], text.hasPrefix("‹redacted") else {
                return message
            }
            return message.changing("result", "value") { _ in "demo" }
        }
        #expect(
            try await broken(MemorySubject(server, fault: fault), only: ["access", "path"]) == ["access.redaction"])
    }

    @Test("something hidden that is taken out of its place")
    func moved() async throws {
        let rule = "access.in-place"
        let server = CounterServer(redaction: try Redaction(parsing: ["rename"]))
        func outcome(_ fault: Fault) async throws -> [ConformanceResult.Outcome] {
            try await ConformanceKit(
                MemorySubject(server, fault: fault),
                options: .init(timeout: .seconds(30), action: ["rename": "hush"], only: [rule])
            ).run().map(\.outcome)
        }
        #expect(try await outcome(Fault()) == [.pass])
        let fault = says { message in
            guard message["error"]?["code"] == -32602 else { return message }
            return message.changing("error", "code") { _ in -33007 }
        }
        #expect(try await outcome(fault) == [.fail])
    }

    @Test("a session that removes what another one made")
    func others() async throws {
        let fault = says { message in
            guard message["error"]?["code"] == -33008, let id = message["id"] else { return message }
            return ["jsonrpc": "2.0", "id": id, "result": [:]]
        }
        #expect(try await broken(fault, only: "access.own") == ["access.own"])
    }

    @Test("a branch that changes the store it is made of")
    func branch() async throws {
        let fault = Fault(
            says: { message, _ in message["id"] == "ghost" ? [] : [message] },
            hears: { message, line, _ in
                guard message?["method"] == "branch/create" else { return ([line], []) }
                let dispatch =
                    #"{"jsonrpc":"2.0","id":"ghost","method":"action/dispatch","params":{"action":{"increment":{"by":1}}}}"#
                return ([Array(dispatch.utf8), line], [])
            })
        let found = try await broken(fault, only: "branch", "order")
        #expect(found == ["branch.aside"])
    }

    @Test("a notification whose params are no object that is answered")
    func wrongNotification() async throws {
        let fault = Fault(hears: { message, line, _ in
            guard let message, message["method"] != nil, message["id"] == nil, case .array? = message["params"] else {
                return ([line], [])
            }
            let error: Value = ["code": -32602, "message": "no", "data": ["kind": "invalidParams"]]
            return ([], [["jsonrpc": "2.0", "id": .null, "error": error]])
        })
        let found = try await broken(fault)
        #expect(found == ["message.notification", "cancel.unknown"])
    }

    @Test("a method without a name that is no method at all")
    func emptyMethod() async throws {
        let fault = Fault(hears: { message, line, _ in
            guard let message, message["method"] == "", let id = message["id"] else { return ([line], []) }
            let error: Value = ["code": -32600, "message": "no", "data": ["kind": "invalidRequest"]]
            return ([], [["jsonrpc": "2.0", "id": id, "error": error]])
        })
        let found = try await broken(fault)
        #expect(found == ["message.unknown-method"])
    }
}
