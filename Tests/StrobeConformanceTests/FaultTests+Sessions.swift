import Foundation
import StrobeConformance
import StrobeProtocol
import StrobeServer
import StrobeTransport
import StrobeTree
import Testing

/// Faults of sessions, requests, pages and subscriptions.
extension FaultTests {
    @Test("a token that is not asked for")
    func token() async throws {
        let token = String(repeating: "a", count: 64)
        let found = try await broken(Fault(), token: token)
        #expect(found == ["access.token"])
    }

    @Test("a refusal that does not say what is needed")
    func needed() async throws {
        let fault = says { $0["error"]?["code"] == -33008 ? $0.changing("error", "data", "needed") { _ in nil } : $0 }
        let found = try await broken(fault)
        #expect(found == ["access.read-only"])
    }

    @Test("something that is no protocol between the lines")
    func noise() async throws {
        let found = try await broken(Fault(noise: "starting up..."))
        #expect(found == ["framing.lf"])
    }

    @Test("something that is no protocol on standard output")
    func stdout() async throws {
        let subject = FreshSubject(fault: Fault(noise: "starting up..."))
        let found = try await broken(subject, only: ["framing.stdout", "framing.crlf"])
        #expect(found == ["framing.stdout"])
    }

    @Test("a request that is answered twice")
    func twice() async throws {
        let doubled = Fault(says: { message, _ in
            message["result"]?["notifications"] == nil ? [message] : [message, message]
        })
        let found = try await broken(doubled)
        #expect(found == ["message.once"])
    }

    @Test("pages that leave out an entry")
    func pages() async throws {
        let fault = says { message in
            guard case .int(let next)? = message["result"]?["next"], message["result"]?["entries"] != nil else {
                return message
            }
            return message.changing("result", "next") { _ in .int(next + 1) }
        }
        let found = try await broken(fault)
        #expect(found == ["log.filter", "paging.log"])
    }

    @Test("an ifSeq that is not looked at")
    func ifSeq() async throws {
        let fault = Fault(hears: { message, line, _ in
            guard let message, case .int? = message["params"]?["ifSeq"] else { return ([line], []) }
            return ([Array(JSON.text(message.changing("params", "ifSeq") { _ in nil }).utf8)], [])
        })
        let found = try await broken(fault)
        #expect(found == ["order.if-seq"])
    }

    @Test("a method that is answered and not declared")
    func methods() async throws {
        let fault = says { message in
            message.changing("result", "capabilities", "methods") { methods in
                guard case .array(let names)? = methods else { return methods }
                return .array(names.filter { $0 != "log/why" })
            }
        }
        let found = try await broken(fault)
        #expect(found == ["session.methods", "session.describe"])
    }

    @Test("changes that have a wrong old value, or lead elsewhere")
    func changes() async throws {
        func changing(_ key: String) -> Fault {
            says { message in
                guard message["result"]?["from"] != nil, case .array(let changes)? = message["result"]?["changes"]
                else {
                    return message
                }
                return message.changing("result", "changes") { _ in
                    .array(changes.map { $0.changing(key) { _ in 999 } })
                }
            }
        }
        let found = try await broken(changing("old"))
        #expect(found == ["change.old"])
        let again = try await broken(changing("value"))
        #expect(again == ["change.apply"])
    }

    @Test("a subscription that goes on after its end")
    func unsubscribed() async throws {
        let fault = Fault(
            says: { message, memory in
                guard let id = message["id"], memory.ids.contains(id) else { return [message] }
                return [["jsonrpc": "2.0", "id": id, "result": [:]]]
            },
            hears: { message, line, memory in
                guard let message, message["method"] == "unsubscribe", let id = message["id"],
                    message["params"]?["subscription"] != "none"
                else { return ([line], []) }
                memory.ids.insert(id)
                return ([Array(JSON.text(["jsonrpc": "2.0", "id": id, "method": "store/list"]).utf8)], [])
            })
        let found = try await broken(fault)
        #expect(found.contains("order.unsubscribe") && found.contains("subscription.unknown"), "\(found)")
    }

    @Test("limits that are not declared")
    func limits() async throws {
        let fault = says { $0.changing("result", "limits", "nodes") { _ in nil } }
        let found = try await broken(fault)
        #expect(found == ["limits.declared"])
    }

    @Test("a version that is refused without saying which are spoken")
    func version() async throws {
        let fault = says { $0.changing("error", "data", "supported") { _ in nil } }
        let found = try await broken(fault)
        #expect(found == ["session.version"])
    }
}
