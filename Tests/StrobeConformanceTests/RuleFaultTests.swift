import Foundation
import SeededTesting
import StrobeConformance
import StrobeProtocol
import StrobeServer
import StrobeReflection
import StrobeTree
import Synchronization
import Testing

/// A faulty server for each rule that the other suites of faulty servers do not cover.
@Suite(
    "A faulty server for each rule", .enabled(if: LongTests.areRun, "STROBE_LONG=1 runs them"), .serialized,
    .timeLimit(.minutes(5)))
struct RuleFaultTests {
    /// A rule, and a fault that breaks it.
    struct Case: Sendable, CustomTestStringConvertible {
        var rule: String
        var fault: Fault
        var limits: SessionLimits
        /// Whether there are further stores.
        var isLarge: Bool

        init(
            _ rule: String, _ fault: Fault, limits: SessionLimits = SessionLimits(queueBytes: 1 << 16, sessions: 8),
            isLarge: Bool = false
        ) {
            (self.rule, self.fault, self.limits, self.isLarge) = (rule, fault, limits, isLarge)
        }

        var testDescription: String { rule }
    }

    @Test("a server that breaks a rule is found to, and one without the fault is not", arguments: Case.all)
    func faulty(_ one: Case) async throws {
        // A missing answer takes the whole timeout, so it is short; a sound server gets more time.
        func outcome(_ fault: Fault, patience: Duration) async throws -> ConformanceResult.Outcome? {
            let subject = MemorySubject(CounterServer(limits: one.limits, isLarge: one.isLarge), fault: fault)
            return try await outcomes(of: subject, only: [one.rule], timeout: patience)[one.rule]
        }
        let sound = try await outcome(Fault(), patience: .seconds(30))
        #expect(sound == .pass)
        let found = try await outcome(one.fault, patience: .seconds(4))
        #expect(found == .fail)
    }

    @Test("each rule is one that some faulty server is about")
    func whole() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        var named: Set<String> = []
        for name in ["FaultTests", "FaultTests+Sessions", "PlaceFaultTests", "RuleFaultTests", "SchemaTests"] {
            let source = try String(contentsOf: folder.appending(path: "\(name).swift"), encoding: .utf8)
            named.formUnion(source.matches(of: /"([a-z]+\.[a-z0-9-]+)"/).map { String($0.output.1) })
        }
        #expect(ConformanceKit.rules.map(\.id).filter { !named.contains($0) } == [])
    }
}

extension RuleFaultTests.Case {
    static let all: [Self] = lines + messages + sessions + places + methods

    private static let lines: [Self] = [
        Self("framing.crlf", refusing(-32700) { _, line in line.last == 13 }),
        Self("framing.empty", refusing(-32700) { _, line in line.isEmpty || line == [13] }),
        Self("framing.bom", recoding(-32700, to: -32600)),
        Self("framing.split", Fault(takesPiecesForLines: true)),
        Self("json.malformed", recoding(-32700, to: -32600)),
        Self("json.utf8", recoding(-32700, to: -32600)),
        Self("json.surrogates", recoding(-32700, to: -32600)),
        Self("json.doubles", recoding(-32700, to: -32600)),
        Self(
            "json.integers",
            saying { $0["id"] == 9_007_199_254_740_993 ? $0.changing("id") { _ in 9_007_199_254_740_992 } : $0 }),
        Self(
            "json.duplicates",
            hearing { message, _, _ in
                message["id"] == "last" ? ([["jsonrpc": "2.0", "id": "first", "method": "nothing"]], []) : nil
            }),
        Self("json.depth", recoding(-33010, to: -32600)),
        Self("json.null", refusing(-32602) { message, _ in message?["params"]?["limit"] == .some(.null) }),
    ]

    private static let messages: [Self] = [
        Self("message.object", recoding(-32600, to: -32700)),
        Self("message.version", recoding(-32600, to: -32700)),
        Self("message.error-id", saying { $0["error"] == nil ? $0 : $0.changing("id") { _ in .null } }),
        Self("message.params", recoding(-32602, to: -32603)),
        Self("message.misspelt", saying { $0.changing("error", "data", "suggestion") { _ in nil } }),
        Self("message.unknown-members", refusing(-32602) { message, _ in message?["x-more"] != nil }),
        Self(
            "message.answer",
            refusing(-32600) { message, _ in message?["result"] != nil || message?["error"] != nil }),
        Self("compatibility.unknown", refusing(-32602) { message, _ in message?["params"]?["x-since"] != nil }),
    ]

    private static let sessions: [Self] = [
        Self("session.initialize", saying { $0.changing("result", "process", "startedAt") { _ in nil } }),
        Self(
            "session.first-line",
            hearing { message, line, memory in
                if message["method"] == "initialize" { memory.count = 1 }
                return memory.count == 0 ? ([], [error(-32600, message["id"] ?? .null)]) : nil
            }),
        Self(
            "session.first-length",
            saying { $0.changing("result", "limits", "handshakeLineBytes") { $0 == nil ? nil : 4_096 } },
            limits: SessionLimits(handshakeLineBytes: 1 << 20, queueBytes: 1 << 16, sessions: 8)),
        Self(
            "session.second",
            hearing { message, _, memory in
                guard message["method"] == "initialize" else { return nil }
                memory.count += 1
                return memory.count > 1 ? ([], [result([:], message)]) : nil
            }),
        Self(
            "session.pipelining",
            Fault(
                says: { message, memory in
                    memory.count = 1
                    return [message]
                },
                hears: { message, line, memory in
                    memory.count == 0 && message?["method"] != "initialize" ? ([], []) : ([line], [])
                })),
        Self(
            "session.shutdown",
            hearing { message, _, _ in message["method"] == "shutdown" ? ([], [result([:], message)]) : nil }),
        Self("session.end", dispatching { message, _ in message["method"] == "subscribe" }),
        Self(
            "access.default",
            hearing { message, _, _ in
                guard message["method"] == "initialize", message["params"]?["access"] == nil else { return nil }
                return ([message.changing("params", "access") { _ in "control" }], [])
            }),
        Self(
            "access.least",
            hearing { message, _, _ in
                guard message["params"]?["access"] == "read" else { return nil }
                return ([message.changing("params", "access") { _ in "control" }], [])
            }),
        Self(
            "access.dry-run",
            hearing { message, _, memory in
                if message["params"]?["access"] == "read" { memory.count = 1 }
                guard memory.count == 1, message["params"]?["dryRun"] == true else { return nil }
                return ([], [result([:], message)])
            }),
        Self("order.ping", hearing { message, _, _ in message["method"] == "ping" ? ([], []) : nil }),
        Self("cancel.waiting", cancelling),
        Self("order.fair", neverEnding("history/find")),
        Self("cancel.reading", cancelling),
        Self("limits.outstanding", losing("store/list")),
        Self("lag.answers", losing("store/describe")),
    ]

    private static let places: [Self] = [
        Self(
            "store.only",
            refusing(-33004) { $0?["method"] == "store/describe" && $0?["params"]?["store"] == nil || $1.isEmpty }),
        Self("store.unknown", saying { $0.changing("error", "data", "stores") { _ in nil } }),
        Self(
            "path.pointer",
            hearing { message, _, _ in
                guard message["method"] == "state/get", message["params"]?["path"] == "/label" else { return nil }
                return ([message.changing("params", "path") { _ in "/count" }], [])
            }),
        Self(
            "path.changed",
            hearing { message, _, _ in
                guard message["params"]?["filter"]?["path"] != nil else { return nil }
                return ([message.changing("params", "filter") { _ in nil }], [])
            }),
        Self(
            "log.incomplete",
            saying { message in
                message.changing("result", "entries") { entries in
                    guard case .array(let list)? = entries else { return entries }
                    return .array(list.map { $0.changing("changed") { _ in false } })
                }
            }),
        Self(
            "state.live",
            Fault(
                says: { message, memory in
                    guard let id = message["id"], memory.ids.contains(id) else { return [message] }
                    return [message.changing("result", "value") { _ in 99 }]
                },
                hears: { message, line, memory in
                    if let message, let id = message["id"], message["method"] == "state/get",
                        message["params"]?["at"] == nil
                    {
                        memory.ids.insert(id)
                    }
                    return ([line], [])
                })),
        Self("action.applied", saying { $0.changing("result", "seq") { $0.map { _ in 1 } } }),
        Self("condition.refused", saying { $0.changing("error", "data", "offset") { _ in nil } }),
        Self("path.missing", saying { $0.changing("error", "data", "path") { $0 == nil ? nil : "/elsewhere" } }),
        Self(
            "position.live",
            Fault(
                says: { message, memory in
                    guard let id = message["id"], memory.ids.contains(id) else { return [message] }
                    return [message.changing("result", "value") { _ in 99 }]
                },
                hears: { message, line, memory in
                    if let id = message?["id"], message?["params"]?["at"] == "live" { memory.ids.insert(id) }
                    return ([line], [])
                })),
        Self("position.branch", presenting { if case .string = $0 { true } else { false } }),
        Self("position.ahead", presenting { if case .int(let seq) = $0 { seq >= 1_000_000_000 } else { false } }),
        Self(
            "paging.tree",
            saying { message in
                message.changing("result", "node", "children") { children in
                    if case .array(let list)? = children, list.count == 1 { [] } else { children }
                }
            }),
        Self(
            "paging.lowered",
            refusing(-32602) { message, _ in
                if case .int(let limit)? = message?["params"]?["limit"] { limit > 1_000 } else { false }
            }),
        Self(
            "subscription.all",
            hearing { message, _, _ in
                guard message["method"] == "subscribe", message["params"]?["store"] == nil else { return nil }
                return ([message.changing("params", "store") { _ in "door" }], [])
            }, isLarge: true),
        Self(
            "subscription.from-seq",
            hearing { message, _, _ in
                guard case .int(let seq)? = message["params"]?["fromSeq"] else { return nil }
                return ([message.changing("params", "fromSeq") { _ in .int(seq + 1) }], [])
            }),
        Self("subscription.limits", saying { $0.changing("error", "data", "limit") { _ in nil } }),
    ]

    private static let methods: [Self] = [
        Self("order.state", saying { $0.changing("params", "fromSeq") { $0 == nil ? nil : 0 } }),
        Self(
            "log.numbers",
            saying { message in
                message.changing("result", "entries") { entries in
                    guard case .array(let list)? = entries, list.count > 2 else { return entries }
                    return .array(Array(list[..<1]) + list[2...])
                }
            }),
        Self(
            "log.restore",
            saying { $0.changing("result", "entry", "origin") { $0 == "restore" ? "inspector" : $0 } }),
        Self("action.undecodable", recoding(-33007, to: -32602)),
        Self("action.dry-run", dispatching { message, _ in message["params"]?["dryRun"] == true }),
        Self("action.schema", misleading()),
        Self("gate.hold", saying { $0.changing("result", "held") { _ in nil } }),
        Self("gate.leave", Fault(neverLeaves: true)),
        Self("gate.drop", saying { $0.changing("result", "notes") { _ in nil } }),
        Self(
            "gate.edit",
            saying { message in
                message.changing("result", "entries") { entries in
                    guard case .array(let list)? = entries else { return entries }
                    return .array(list.map { $0.changing("editedFrom") { _ in nil } })
                }
            }),
    ]

    // MARK: Faults

    /// Sends the real shape of actions once, so that the kit finds actions to dispatch, and then another one.
    private static func misleading() -> Fault {
        let count = Mutex(0)
        return Fault(says: { message, _ in
            guard message["result"]?["schema"] != nil,
                count.withLock({
                    $0 += 1; return $0 > 1
                })
            else {
                return [message]
            }
            return [
                message.changing("result", "schema", "cases") { cases in
                    guard case .array(let list)? = cases else { return cases }
                    return .array(list.map { $0.changing("name") { _ in "x-no-such-case" } })
                }
            ]
        })
    }

    private static func saying(_ change: @escaping @Sendable (Value) -> Value) -> Fault {
        Fault(says: { message, _ in [change(message)] })
    }

    /// The messages that replace one to the server, and immediate answers; `nil` for no change.
    private static func hearing(
        _ change: @escaping @Sendable (Value, [UInt8], inout Fault.Memory) -> (messages: [Value], answers: [Value])?
    ) -> Fault {
        Fault(hears: { message, line, memory in
            guard let message, let changed = change(message, line, &memory) else { return ([line], []) }
            return (changed.messages.map { Array(JSON.text($0).utf8) }, changed.answers)
        })
    }

    /// Refuses some lines.
    private static func refusing(
        _ code: Int64, _ isRefused: @escaping @Sendable (Value?, [UInt8]) -> Bool
    ) -> Fault {
        Fault(hears: { message, line, _ in
            isRefused(message, line) ? ([], [error(code, message?["id"] ?? .null)]) : ([line], [])
        })
    }

    /// Replaces one error by another.
    private static func recoding(_ code: Int64, to other: Int64) -> Fault {
        saying { message in
            guard message["error"]?["code"] == .int(code) else { return message }
            return message.changing("error", "code") { _ in .int(other) }
        }
    }

    /// Reads the live state instead of the requested one.
    private static func presenting(_ isPresented: @escaping @Sendable (Value) -> Bool) -> Fault {
        hearing { message, _, _ in
            guard let at = message["params"]?["at"], isPresented(at) else { return nil }
            return ([message.changing("params", "at") { _ in nil }], [])
        }
    }

    /// Dispatches an extra action before some requests of sessions, all of which get control.
    private static func dispatching(_ isHaunted: @escaping @Sendable (Value, [UInt8]) -> Bool) -> Fault {
        Fault(
            says: { message, _ in message["id"] == "ghost" ? [] : [message] },
            hears: { message, line, _ in
                guard let message else { return ([line], []) }
                if message["params"]?["access"] == "read" {
                    return ([Array(JSON.text(message.changing("params", "access") { _ in "control" }).utf8)], [])
                }
                guard isHaunted(message, line) else { return ([line], []) }
                let dispatch =
                    #"{"jsonrpc":"2.0","id":"ghost","method":"action/dispatch","params":{"action":{"increment":{"by":1}}}}"#
                return ([Array(dispatch.utf8), line], [])
            })
    }

    /// Answers a cancelled request with an error that is not allowed for it.
    private static let cancelling = hearing { message, _, _ in
        guard message["method"] == "$/cancelRequest", let id = message["params"]?["id"] else { return nil }
        return ([], [error(-32603, id)])
    }

    /// Never completes a request of a method, and ignores further messages about it.
    private static func neverEnding(_ method: Value) -> Fault {
        hearing { message, _, memory in
            if message["method"] == method { memory.count += 1 }
            return message["method"] == method || memory.count > 0 && message["method"] == "$/cancelRequest"
                ? ([], []) : nil
        }
    }

    /// Never answers the twentieth request of a method.
    private static func losing(_ method: Value) -> Fault {
        hearing { message, _, memory in
            guard message["method"] == method else { return nil }
            memory.count += 1
            return memory.count == 20 ? ([], []) : nil
        }
    }

    private static func error(_ code: Int64, _ id: Value) -> Value {
        ["jsonrpc": "2.0", "id": id, "error": ["code": .int(code), "message": "no", "data": [:]]]
    }

    private static func result(_ result: Value, _ request: Value) -> Value {
        ["jsonrpc": "2.0", "id": request["id"] ?? .null, "result": result]
    }
}
