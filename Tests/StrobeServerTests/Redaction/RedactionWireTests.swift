import Foundation
import DeclarationTesting
import StreamTesting
import Strobe
import StrobeHistory
import StrobeProtocol
import StrobeRecording
import StrobeTransport
import StrobeReflection
import StrobeTree
import Synchronization
import Testing

@testable import StrobeServer

// Redacted values in these stores begin with `hush`, whether written by the program or a client.

private struct Account: Codable, Sendable, Equatable, Identifiable {
    var id: Int
    var email: String
    var note: String
}

private struct Iban: Codable, Sendable, Equatable {
    var digits: String
}

private enum Phase: Codable, Sendable, Equatable {
    case closed
    case open(secretPhrase: String, by: String)
}

private struct Vault: Codable, Sendable, Equatable {
    var user = "ann"
    var password = "hush-Password-Ä\"1"
    var phase = Phase.closed
    var accounts = [
        Account(id: 1, email: "hush-Email-1@x", note: "first"), Account(id: 2, email: "hush-Email-2@x", note: "second"),
    ]
    var tokens = ["hush-Key-1": "hush-Token-1"]
    var iban: Iban? = Iban(digits: "hush-Iban-1")
    var pin = 7_310_573_105
    var count = 0
}

private enum VaultAction: Codable, Sendable, Equatable {
    case setPassword(String)
    case enter(user: String, token: String)
    case open(secretPhrase: String)
    case move(Account)
    case pay(Iban)
    case count
}

private enum VaultEffect: Codable, Sendable, Equatable {
    case fetch(token: String, page: Int)
}

/// An error that reveals too much.
private struct QuotingError: Error, CustomStringConvertible {
    var description: String
}

/// A foreign store that is not encodable, and reveals what it knows.
private final class QuotingTarget: Sendable {
    struct State: Sendable {
        var password = "hush-Gossip-1"
        var count = 0
    }

    struct Action: Codable, Sendable, CustomStringConvertible {
        var password: String
        var fails = false
        var description: String { "Action with \(password)" }
    }

    let target = DebugTarget<State, Action>(id: "gossip", state: State())
    private let contents = Mutex(State())

    init() {
        target.onDispatch { [weak self] action in try self?.dispatch(action) }
    }

    func dispatch(_ action: Action) throws {
        try contents.withLock { state in
            if action.fails { throw QuotingError(description: "\(action.password) is not \(state.password)") }
            state.password = action.password
            state.count += 1
            target.report(action, state: state)
        }
    }
}

/// A machine that rejects every event.
private enum Lock: Kinded, Codable {
    enum Kind: String, CaseIterable, Sendable { case locked }
    case locked(password: String)
    var kind: Kind { .locked }
}

private enum LockEvent: Kinded, Codable {
    enum Kind: String, CaseIterable, Sendable { case type }
    case type(password: String)
    var kind: Kind { .type }
}

/// All stores of these tests, and a server that logs.
private final class House: Sendable {
    static let secrets = [
        "hush-Password-Ä\"1", "hush-Password-2", "hush-Password-3", "hush-Password-4", "hush-Email-1@x",
        "hush-Email-2@x",
        "hush-Email-3@x", "hush-Key-1", "hush-Token-1", "hush-Token-2", "hush-Token-3", "hush-Iban-1", "hush-Iban-2",
        "hush-Phrase-1", "hush-Phrase-2", "hush-Gossip-1", "hush-Gossip-2", "hush-Gossip-3", "hush-Lock-1",
        "hush-Lock-2",
        "hush-Dice-1", "hush-Dice-2", "7310573105", "7310573106", "hush-Typed-1", "hush-Typed-2",
    ].map { SecretText(text: $0) }

    let store = Store<Vault, VaultAction, VaultEffect>(initial: Vault()) { state, action in
        switch action {
        case .setPassword(let password): state.password = password
        case .enter(let user, let token):
            state.user = user
            state.tokens["hush-Key-1"] = token
            return [.fetch(token: token, page: 1)]
        case .open(let phrase): state.phase = .open(secretPhrase: phrase, by: state.user)
        case .move(let account):
            state.accounts.removeAll { $0.id == account.id }
            state.accounts.append(account)
        case .pay(let iban): state.iban = iban
        case .count: state.count += 1
        }
        return []
    }
    let lock = Store(
        machine: StateMachine<Lock, LockEvent, String>(initial: .locked(password: "hush-Lock-1"), transitions: []))
    let dice: Store<[String: String], Int, Never>
    let gossip = QuotingTarget()
    let server: DebugServer
    let redaction: Redaction
    let lines = LoggedLines()

    init(_ redaction: Redaction) throws {
        self.redaction = redaction
        let rolls = Atomic<Int>(0)
        dice = Store(initial: ["password": "hush-Dice-1", "other": "x"]) {
            (state: inout [String: String], _: Int) -> Void in
            let roll = rolls.add(1, ordering: .relaxed).newValue
            state["password"] = roll.isMultiple(of: 2) ? "hush-Dice-1" : "hush-Dice-2"
            state["other"] = "\(roll)"
        }
        server = DebugServer(
            configuration: .init(access: .control, handshakeTimeout: .seconds(60), redaction: redaction),
            logger: lines.logger)
        store.setEffectHandler(
            schedule: { effect in
                guard case .fetch(let token, _) = effect else { return .named("fetch") }
                return .named("fetch with \(token)")
            },
            async: { _, _ in try? await Task.sleep(for: .seconds(3_600)) })
        server.add(store, id: "vault")
        server.add(lock, id: "lock")
        server.add(dice, id: "dice")
        server.add(gossip.target)
    }

    static func standard() throws -> House {
        try House(.standard + Redaction(parsing: ["/accounts/*/email", "type:Iban"]))
    }

    /// The program's own actions in the vault.
    func happen() {
        store.dispatch(.setPassword("hush-Password-2"))
        store.dispatch(.enter(user: "bob", token: "hush-Token-2"))
        store.dispatch(.open(secretPhrase: "hush-Phrase-1"))
        store.dispatch(.move(Account(id: 1, email: "hush-Email-3@x", note: "moved")))
        store.dispatch(.pay(Iban(digits: "hush-Iban-2")))
        // A note may quote any part of the state.
        var noted = store.state
        noted.pin = 7_310_573_106
        store.restore(noted, note: "was hush-Password-2 and 7310573105, with HUSH-TOKEN-2")
    }
}

@Suite("Redaction over the wire", .timeLimit(.minutes(5)))
struct RedactionWireTests {
    /// A client that remembers which methods were answered.
    private final class Visitor {
        let wire: WireClient
        let tap: WireTap
        private(set) var answered: Set<String> = []

        init(_ server: DebugServer) async throws {
            let (here, there) = MemoryConnection.pair()
            Task { await server.serve(there) }
            tap = WireTap(here)
            wire = WireClient(tap)
        }

        @discardableResult
        func ask(_ method: String, _ params: Value.Object = [:]) async throws -> Value {
            let result = try await wire.request(method, params)
            answered.insert(method)
            return result
        }

        /// The error of a request; any error that quotes no secret is accepted.
        func refused(_ method: String, _ params: Value.Object = [:]) async throws {
            _ = try await wire.failure(method, params)
        }
    }

    @Test("nothing that is hidden is in any byte of a session that uses every method there is, nor in the server's log")
    func everyMethod() async throws {
        let house = try House.standard()
        let client = try await Visitor(house.server)
        try await client.ask(
            "initialize",
            ["protocolVersion": 1, "client": ["name": "test", "version": "1"], "access": "control"])
        try await client.ask("ping")
        try await client.ask("protocol/describe")
        try await client.ask("store/list")
        for store in ["vault", "lock", "dice", "gossip"] {
            try await client.ask("subscribe", ["store": .string(store), "events": ["log", "state", "gate"]])
            try await client.ask("store/describe", ["store": .string(store)])
            try await client.ask("action/schema", ["store": .string(store)])
        }
        let last = try await client.ask("subscribe", ["events": ["stores"]])
        guard case .object(let subscribed) = last, let id = subscribed["subscription"] else { throw WireClient.Ended() }
        try await client.ask("unsubscribe", ["subscription": id])

        // The program itself, then the client.
        house.happen()
        try await dispatch(client, house)
        try await look(client)
        try await ask(client)
        try await edit(client)
        try await branch(client)
        try await hold(client, house)
        try await replay(client)
        try await others(client)

        for (method, forms) in try MethodExamples.others(than: client.answered.union(["shutdown"])) {
            for var params in forms {
                params["store"] = "vault"
                _ = try? await client.ask(method, params)
            }
        }
        let missing = Set(MethodRegistry.requests.map { $0.method }).subtracting(client.answered)
        #expect(missing == ["shutdown"], "ask these methods above, so that they are answered")
        try await client.ask("shutdown")
        while try await client.wire.next() != nil {}
        for secret in House.secrets {
            #expect(secret.line(in: client.tap.bytes) == nil, "\(secret.text)")
            let log = house.lines.all.joined(separator: "\n")
            #expect(secret.line(in: Array(log.utf8)) == nil, "\(secret.text) in the log")
        }
        // Visible values are there.
        for shown in ["bob", "moved", "second", RedactionRule.placeholder] {
            #expect(SecretText(text: shown).line(in: client.tap.bytes) != nil, "\(shown)")
        }
    }

    @Test("nothing that is hidden is in any byte of the files of a flight recorder", arguments: [false, true])
    func recorded(synchronous: Bool) async throws {
        let house = try House.standard()
        let folder = RecordingFolder()
        let recorder = try folder.recorder(.init(redaction: house.redaction, synchronous: synchronous))
        await house.server.record(to: recorder)
        house.happen()
        house.store.dispatch(.setPassword("hush-Password-3"))
        house.lock.dispatch(.type(password: "hush-Lock-2"))
        for _ in 0..<3 { house.dice.dispatch(1) }
        try house.gossip.dispatch(.init(password: "hush-Gossip-2"))
        await recorder.stop()

        var bytes: [UInt8] = []
        for name in folder.files {
            bytes += Array(name.utf8) + (FileManager.default.contents(atPath: "\(folder.path)/\(name)") ?? Data())
        }
        for secret in House.secrets { #expect(secret.line(in: bytes) == nil, "\(secret.text)") }
        for shown in ["bob", "moved", "second", RedactionRule.placeholder] {
            #expect(SecretText(text: shown).line(in: bytes) != nil, "\(shown)")
        }
        // Everything was recorded: redacted values do not count as missing.
        let reader = try folder.open()
        for (store, seq) in [("vault", 7), ("lock", 1), ("dice", 3), ("gossip", 1)] {
            #expect(try reader.store(store).lastSeq == seq, "\(store)")
        }
    }

    private func dispatch(_ client: Visitor, _ house: House) async throws {
        try await client.ask("action/dispatch", ["store": "vault", "action": ["setPassword": "hush-Password-3"]])
        try await client.ask(
            "action/dispatch", ["store": "vault", "action": ["setPassword": "hush-Typed-1"], "dryRun": true])
        try await client.ask(
            "action/dispatch",
            ["store": "vault", "action": ["enter": ["user": "cleo", "token": "hush-Token-3"]], "dryRun": true])
        try await client.refused(
            "action/dispatch", ["store": "vault", "action": ["enter": ["user": 1, "token": "hush-Token-3"]]])
        try await client.refused(
            "action/dispatch", ["store": "vault", "action": ["open": ["secretPhrase": ["hush-Phrase-2"]]]])
        try await client.ask("action/dispatch", ["store": "lock", "action": ["type": ["password": "hush-Lock-2"]]])
        try await client.ask(
            "action/dispatch", ["store": "lock", "action": ["type": ["password": "hush-Lock-2"]], "dryRun": true])
        try await client.ask(
            "action/dispatch", ["store": "gossip", "action": ["password": "hush-Gossip-2", "fails": false]])
        try await client.refused(
            "action/dispatch", ["store": "gossip", "action": ["password": "hush-Gossip-3", "fails": true]])
        for _ in 0..<3 { house.dice.dispatch(1) }
        // From here on its states are retained; earlier ones were dropped, whoever noticed the divergence first.
        try await client.ask("history/verify", ["store": "dice"])
        for _ in 0..<2 { house.dice.dispatch(1) }
    }

    private func look(_ client: Visitor) async throws {
        for (store, seq) in [("vault", 1), ("lock", 1), ("gossip", 1), ("dice", 5)] as [(String, Int64)] {
            let (store, seq, before) = (Value.string(store), Value.int(seq), Value.int(seq - 1))
            try await client.ask("state/get", ["store": store])
            try await client.ask("state/tree", ["store": store, "depth": 9])
            try await client.ask("state/diff", ["store": store, "from": before, "to": seq])
            try await client.ask("log/list", ["store": store, "changes": true])
            try await client.ask("log/get", ["store": store, "seq": seq])
            try await client.ask("log/why", ["store": store, "seq": seq])
        }
        for path in [
            "/password", "/tokens", "/accounts/0/email", "/iban", "/iban/digits", "/phase/open/secretPhrase", "/pin",
        ] {
            // A placeholder has parts if its type is known to have some.
            let isThere = Declarations.areRead || path != "/iban/digits"
            let path = Value.string(path)
            for method in ["state/get", "state/tree"] {
                if isThere {
                    try await client.ask(method, ["store": "vault", "path": path])
                } else {
                    try await client.refused(method, ["store": "vault", "path": path])
                }
            }
            if isThere { try await client.ask("state/diff", ["store": "vault", "path": path, "from": 0, "to": 6]) }
            try await client.ask("state/blame", ["store": "vault", "path": path])
        }
        for path in ["/tokens/hush", "/tokens/", "/accounts/[id=7]"] {
            try await client.refused("state/get", ["store": "vault", "path": .string(path)])
        }
        for query in ["hush", "Token", "73105", "a", "redacted"] {
            try await client.ask("state/search", ["store": "vault", "query": .string(query)])
            try await client.ask("log/search", ["store": "vault", "query": .string(query)])
            try await client.ask("log/search", ["store": "lock", "query": .string(query)])
        }
        let found = try await client.ask("state/search", ["store": "vault", "query": "hush"])
        guard case .object(let matches) = found else { throw WireClient.Ended() }
        #expect(matches["matches"] == [])
    }

    private func ask(_ client: Visitor) async throws {
        for condition in [
            "/password startsWith \"hush\"", "/pin == 7310573105", "/tokens contains \"hush-Key-1\"",
            "/iban/digits endsWith \"1\"", "/accounts/0/email contains \"hush\"",
            "action contains \"hush\"",
        ] {
            let condition = Value.string(condition)
            let found = try await client.ask("history/find", ["store": "vault", "condition": condition])
            guard case .object(let members) = found else { throw WireClient.Ended() }
            #expect(members["seq"] == nil || members["seq"] == .null, "\(condition)")
            try await client.refused("history/minimize", ["store": "vault", "condition": condition])
        }
        // Nor is it reported whether a redacted value changed, neither that it did nor that it did not.
        try await client.refused("history/find", ["store": "vault", "condition": "changed(/password)"])
        try await client.refused("history/minimize", ["store": "vault", "condition": "changed(/password)"])
        try await client.ask("history/minimize", ["store": "vault", "condition": "/user == \"bob\""])
        try await client.ask("graph/get", ["store": "vault", "path": "/phase"])
        try await client.refused("graph/get", ["store": "vault", "path": "/password"])
        try await client.ask("history/verify", ["store": "vault"])
        try await client.ask("store/describe", ["store": "dice"])
        try await client.ask("history/replay", ["store": "dice", "on": true])
        try await client.ask("effect/list", ["store": "vault"])
        try await client.ask("effect/cancel", ["store": "vault", "id": 1])
        try await client.ask("bookmark/set", ["store": "vault", "name": "here"])
        try await client.ask("bookmark/list", ["store": "vault"])
        try await client.ask("bookmark/remove", ["store": "vault", "name": "here"])
    }

    private func edit(_ client: Visitor) async throws {
        try await client.ask("state/set", ["store": "vault", "path": "/password", "value": "hush-Password-4"])
        try await client.ask("state/set", ["store": "vault", "path": "/pin", "value": 7_310_573_106])
        try await client.ask("state/set", ["store": "vault", "path": "/accounts/0/email", "value": "hush-Email-3@x"])
        try await client.ask("state/set", ["store": "vault", "path": "/iban", "value": ["digits": "hush-Iban-2"]])
        try await client.ask(
            "state/set", ["store": "vault", "path": "/tokens", "value": ["hush-Key-1": "hush-Token-3"]])
        try await client.refused("state/set", ["store": "vault", "path": "/pin", "value": "hush-Typed-1"])
        try await client.refused("state/set", ["store": "vault", "path": "/password", "value": ["hush-Typed-1"]])
        try await client.refused("state/set", ["store": "vault", "path": "/tokens/hush", "value": "hush-Typed-1"])
        try await client.ask("action/redo", ["store": "vault", "seq": 2])
        try await client.ask(
            "action/redo",
            [
                "store": "vault", "seq": 2,
                "changes": [["op": "replace", "path": "/enter/token", "value": "hush-Typed-2", "old": "‹redacted›"]],
            ])
        try await client.ask("history/jump", ["store": "vault", "seq": 3])
        try await client.ask("history/reset", ["store": "vault"])
        try await client.ask("log/list", ["store": "vault", "changes": true])
    }

    private func branch(_ client: Visitor) async throws {
        try await client.ask(
            "branch/create",
            [
                "store": "vault", "name": "other",
                "edits": [
                    ["replace": 1, "action": ["setPassword": "hush-Typed-1"]],
                    ["insert": 3, "action": ["setPassword": "hush-Typed-2"]],
                ],
            ])
        try await client.ask("branch/list", ["store": "vault"])
        try await client.ask("log/list", ["store": "vault", "branch": "other"])
        try await client.ask("state/get", ["store": "vault", "at": "branch:other"])
        try await client.ask("state/diff", ["store": "vault", "from": 0, "to": "branch:other"])
        try await client.ask("state/blame", ["store": "vault", "path": "/password", "at": "branch:other"])
        try await client.ask("branch/adopt", ["store": "vault", "id": "other"])
        try await client.ask("branch/delete", ["store": "vault", "id": "other"])
    }

    private func hold(_ client: Visitor, _ house: House) async throws {
        let store: Value.Object = ["store": "vault"]
        try await client.ask("gate/pause", store)
        house.store.dispatch(.setPassword("hush-Password-3"))
        house.store.dispatch(.enter(user: "dora", token: "hush-Token-3"))
        house.store.dispatch(.count)
        try await client.ask("gate/status", store)
        try await client.ask("store/list")
        try await client.ask("gate/edit", ["store": "vault", "action": ["setPassword": "hush-Password-4"]])
        try await client.ask("gate/step", store)
        try await client.ask("gate/drop", store)
        try await client.ask("gate/resume", store)
        try await client.ask(
            "breakpoint/set",
            ["store": "vault", "action": "*", "log": "{/password} {/tokens} {/iban} {action} {/count} {/accounts}"])
        try await client.ask("breakpoint/set", ["store": "vault", "condition": "/password contains \"ush-Pass\""])
        try await client.refused("breakpoint/set", ["store": "vault", "path": "/password"])
        try await client.ask("breakpoint/list", store)
        house.store.dispatch(.setPassword("hush-Password-2"))
        house.store.dispatch(.count)
        let status = try await client.ask("gate/status", store)
        guard case .object(let members) = status else { throw WireClient.Ended() }
        #expect(members["paused"] == false, "a breakpoint found out what is hidden")
        try await client.ask("breakpoint/set", ["store": "vault", "action": ".setPassword*"])
        house.store.dispatch(.setPassword("hush-Password-3"))
        try await client.ask("gate/status", store)
        try await client.ask("breakpoint/remove", ["store": "vault", "all": true])
        try await client.ask("gate/resume", store)
    }

    private func replay(_ client: Visitor) async throws {
        try await client.ask("replay/begin", ["store": "vault", "effects": "suppress"])
        try await client.ask(
            "action/dispatch", ["store": "vault", "action": ["enter": ["user": "eve", "token": "hush-Token-3"]]])
        try await client.ask("replay/end", ["store": "vault"])
    }

    private func others(_ client: Visitor) async throws {
        try await client.ask("history/commit", ["store": "vault"])
        try await client.ask("store/list")
        // By now everything has been sent.
        try await client.ask("state/get", ["store": "vault"])
    }
}
