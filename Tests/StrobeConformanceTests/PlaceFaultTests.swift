import SeededTesting
import StrobeConformance
import StrobeTree
import Synchronization
import Testing

/// The outcomes of some rules.
func outcomes(
    of subject: any Subject, only rules: [String], timeout: Duration = .seconds(30)
) async throws -> [String: ConformanceResult.Outcome] {
    let kit = try ConformanceKit(subject, options: .init(timeout: timeout, only: rules))
    return Dictionary(uniqueKeysWithValues: try await kit.run().map { ($0.rule.id, $0.outcome) })
}

/// Servers that break a rule about access, sizes, or the end of sessions.
@Suite(
    "Servers with misplaced parts", .enabled(if: LongTests.areRun, "STROBE_LONG=1 runs them"), .serialized,
    .timeLimit(.minutes(10)))
struct PlaceFaultTests {
    private func outcome(
        _ rule: String, _ fault: Fault, of server: CounterServer = CounterServer(isLarge: true)
    ) async throws -> ConformanceResult.Outcome? {
        try await outcomes(of: MemorySubject(server, fault: fault), only: [rule])[rule]
    }

    private func says(_ change: @escaping @Sendable (Value) -> Value) -> Fault {
        Fault(says: { message, _ in [change(message)] })
    }

    /// A server that treats the requests of a method as other ones.
    private func hears(_ method: Value, _ change: @escaping @Sendable (Value) -> Value) -> Fault {
        Fault(hears: { message, line, _ in
            guard let message, message["method"] == method else { return ([line], []) }
            return ([Array(JSON.text(change(message)).utf8)], [])
        })
    }

    @Test("an action that is rejected, and is in the log as if it was not")
    func silentRejection() async throws {
        #expect(
            try await outcome("action.rejected", says { $0.changing("result", "entry", "error") { _ in nil } }) == .fail
        )
    }

    @Test("an action that is rejected, and is said to change something")
    func changingRejection() async throws {
        let fault = says { message in
            guard message["result"]?["error"] != nil else { return message }
            return message.changing("result", "changed") { _ in true }
        }
        #expect(try await outcome("action.rejected", fault) == .fail)
    }

    @Test("a rejection that is answered as an error")
    func refusedRejection() async throws {
        let fault = Fault(
            says: { message, memory in
                guard let id = message["id"], memory.ids.contains(id), message["result"]?["error"] != nil else {
                    return [message]
                }
                let error: Value = ["code": -32603, "message": "no", "data": ["kind": "internalError"]]
                return [["jsonrpc": "2.0", "id": id, "error": error]]
            },
            hears: { message, line, memory in
                if let id = message?["id"], message?["params"]?["dryRun"] == nil { memory.ids.insert(id) }
                return ([line], [])
            })
        #expect(try await outcome("action.rejected", fault) == .fail)
    }

    @Test("an action that is done, and said to be cancelled")
    func doneAndCancelled() async throws {
        let fault = Fault(
            says: { message, memory in
                guard let id = message["id"], memory.ids.contains(id), message["result"]?["changed"] != nil else {
                    return [message]
                }
                let error: Value = ["code": -32800, "message": "cancelled", "data": ["kind": "cancelled"]]
                return [["jsonrpc": "2.0", "id": id, "error": error]]
            },
            hears: { message, line, memory in
                guard message?["method"] == "$/cancelRequest", let id = message?["params"]?["id"] else {
                    return ([line], [])
                }
                memory.ids.insert(id)
                return ([], [])
            })
        #expect(try await outcome("cancel.changing", fault) == .fail)
    }

    @Test("an id that leads to another element")
    func wrongElement() async throws {
        let fault = Fault(hears: { message, line, _ in
            let path = "[id=2]"
            guard let message, case .string(let text)? = message["params"]?["path"], text.contains(path) else {
                return ([line], [])
            }
            let changed = message.changing("params", "path") { _ in .string(text.replacing(path, with: "0")) }
            return ([Array(JSON.text(changed).utf8)], [])
        })
        #expect(try await outcome("path.id", fault) == .fail)
    }

    @Test("an answer whose path has the id in it")
    func echoedID() async throws {
        let fault = says { message in
            guard message["result"]?["node"]?["path"] == "/1" else { return message }
            return message.changing("result", "node", "path") { _ in "/[id=2]" }
        }
        #expect(try await outcome("path.id", fault) == .fail)
    }

    @Test("a state that is no longer kept, without the first one that is")
    func evicted() async throws {
        let fault = says { message in
            guard message["error"]?["code"] == -33006 else { return message }
            return message.changing("error", "data", "firstSeq") { _ in nil }
        }
        #expect(try await outcome("position.evicted", fault) == .fail)
    }

    @Test("a number where a text is declared")
    func form() async throws {
        let state = says { message in message.changing("result", "value", "label") { $0 == nil ? nil : 7 } }
        #expect(try await outcome("value.form", state) == .fail)
        let actions = says { message in
            message.changing("result", "entries") { entries in
                guard case .array(let entries)? = entries else { return entries }
                return .array(entries.map { $0.changing("action", "increment") { $0?["by"] ?? nil } })
            }
        }
        #expect(try await outcome("value.form", actions) == .fail)
    }

    @Test("a past state in place of which the present one is given")
    func presentForPast() async throws {
        for method: Value in ["state/get", "state/tree"] {
            #expect(
                try await outcome("position.seq", hears(method) { $0.changing("params", "at") { _ in "live" } })
                    == .fail)
        }
        let honest = hears("state/get") { $0 }
        #expect(try await outcome("position.seq", honest) == .pass)
    }

    @Test("a filter that is not looked at, in part or at all, and one that leaves out what fits")
    func filter() async throws {
        for key in ["action", "origin", "changed", "path"] {
            let fault = hears("log/list") { $0.changing("params", "filter", key) { _ in nil } }
            #expect(try await outcome("log.filter", fault) == .fail, "\(key)")
        }
        let short = says { message in
            guard case .array(let entries)? = message["result"]?["entries"], entries.count > 1 else { return message }
            guard entries.contains(where: { $0["changes"] == nil }) else { return message }
            return message.changing("result", "entries") { _ in .array(Array(entries.dropLast())) }
        }
        #expect(try await outcome("log.filter", short) == .fail)
        #expect(try await outcome("log.filter", Fault()) == .pass)
    }

    @Test("a notification of a subscription before its answer")
    func earlyEntry() async throws {
        let fault = Fault(says: { message, memory in
            if message["result"]?["subscription"] != nil {
                memory.held = [message]
                return []
            }
            defer { memory.held = [] }
            return [message] + memory.held
        })
        #expect(try await outcome("order.subscribe", fault) == .fail)
    }

    @Test("paths of a subscription that are not looked at, and one of the whole that gets nothing")
    func ignoredPaths() async throws {
        let all = hears("subscribe") { $0.changing("params", "paths") { _ in nil } }
        #expect(try await outcome("subscription.paths", all) == .fail)
        let none = hears("subscribe") { $0.changing("params", "paths") { $0 == nil ? nil : ["/elsewhere"] } }
        #expect(try await outcome("subscription.paths", none) == .fail)
    }

    @Test("a gate that lets through more, or fewer, than requested")
    func miscounting() async throws {
        for count: Value in [1, 3] {
            let fault = hears("gate/step") { $0.changing("params", "count") { _ in count } }
            let subject = MemorySubject(CounterServer(isLarge: true), fault: fault)
            #expect(try await outcomes(of: subject, only: ["gate.step"], timeout: .seconds(4))["gate.step"] == .fail)
        }
    }

    @Test("effects that are performed while they should not be")
    func loudReplay() async throws {
        let fault = Fault(
            says: { message, memory in
                guard message["result"]?["replaying"]?["effects"] != nil else { return [message] }
                return [message.changing("result", "replaying", "effects") { _ in memory.held.last }]
            },
            hears: { message, line, memory in
                guard let message, message["method"] == "replay/begin", let effects = message["params"]?["effects"]
                else { return ([line], []) }
                memory.held = [effects]
                let changed = message.changing("params", "effects") { _ in "live" }
                return ([Array(JSON.text(changed).utf8)], [])
            })
        #expect(try await outcome("replay.effects", fault) == .fail)
    }

    @Test("a replay that does not end")
    func endlessReplay() async throws {
        let fault = Fault(hears: { message, line, _ in
            guard message?["method"] == "replay/end", let id = message?["id"] else { return ([line], []) }
            return ([], [["jsonrpc": "2.0", "id": id, "result": ["seq": 0, "ended": true]]])
        })
        #expect(try await outcome("replay.effects", fault) == .fail)
    }

    @Test("answers that are longer, and states that are larger, than is declared")
    func tooLarge() async throws {
        let long = says { $0.changing("result", "limits", "answerBytes") { $0 == nil ? nil : 65_536 } }
        #expect(try await outcome("limits.nodes", long) == .fail)
        let large = says { $0.changing("result", "limits", "nodes") { $0 == nil ? nil : 2 } }
        #expect(try await outcome("limits.nodes", large) == .fail)
    }

    @Test("an answer to initialize that is longer than a client reads")
    func longWelcome() async throws {
        let padding = Value.string(String(repeating: "x", count: 17 << 20))
        let fault = says { message in
            message["result"]?["limits"] == nil ? message : message.changing("result", "x-padding") { _ in padding }
        }
        #expect(try await outcome("limits.initialize", fault) == .fail)
    }

    @Test("a process that is another one each time, and one that does not report what was missed")
    func returning() async throws {
        let count = Mutex<Int64>(0)
        let other = Fault(says: { message, _ in
            [
                message.changing("result", "process", "startedAt") { start in
                    guard case .int(let time)? = start else { return start }
                    return .int(
                        time
                            + count.withLock { count in
                                count += 1
                                return count * 10_000_000
                            })
                }
            ]
        })
        #expect(try await outcome("subscription.return", other) == .fail)
        let forgetful = Fault(hears: { message, line, _ in
            guard let message, message["params"]?["fromSeq"] != nil else { return ([line], []) }
            return ([Array(JSON.text(message.changing("params", "fromSeq") { _ in nil }).utf8)], [])
        })
        #expect(try await outcome("subscription.return", forgetful) == .fail)
    }

    @Test("a server that closes says so at last, and why")
    func closing() async throws {
        func outcome(_ fault: Fault) async throws -> ConformanceResult.Outcome? {
            try await outcomes(of: FreshSubject(fault: fault), only: ["session.closing"])["session.closing"]
        }
        #expect(try await outcome(Fault()) == .pass)
        let talkative = Fault(says: { message, _ in
            message["method"] == "server/closing" ? [message, ["jsonrpc": "2.0", "method": "x-late"]] : [message]
        })
        #expect(try await outcome(talkative) == .fail)
        #expect(try await outcome(says { $0.changing("params", "reason") { _ in nil } }) == .fail)
        let silent = Fault(says: { message, _ in message["method"] == "server/closing" ? [] : [message] })
        #expect(try await outcome(silent) == .skip)
    }

    @Test("failed handshakes close a TCP port for a second and not for ever, and no Unix socket")
    func guarding() async throws {
        func outcome(_ transport: SubjectTransport, refusals: Int?) async throws -> ConformanceResult.Outcome? {
            try await outcomes(
                of: GuardedSubject(transport, refusals: refusals), only: ["session.failures"], timeout: .seconds(4))[
                    "session.failures"]
        }
        // The kit connects once, lets 160 handshakes fail, and connects again: 62 of these are refused, then two more.
        let forAMoment = try await outcome(.tcp, refusals: 64)
        #expect(forAMoment == .pass)
        let forEver = try await outcome(.tcp, refusals: nil)
        #expect(forEver == .fail)
        let known = try await outcome(.unix, refusals: nil)
        #expect(known == .fail)
        let open = try await outcome(.unix, refusals: 0)
        #expect(open == .pass)
    }
}
