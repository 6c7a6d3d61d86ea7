import Strobe
import StrobeHistory
import StrobeProtocol
import StrobeReflection
import StrobeTree
import Testing

@testable import StrobeServer

private struct Owner: Codable, Sendable, Equatable, Identifiable {
    var id: Int
    var email: String
    var note: String
}

private enum Phase: Codable, Sendable, Equatable {
    case closed
    case open(phrase: String, by: String)
}

private enum Level: String, Codable, Sendable { case low, high }

private struct Safe: Codable, Sendable, Equatable {
    var user = "ann"
    var password: String
    var owners: [Owner]
    var keys: [String: String]
    var code: Int
    var level: Level
    var means: Card?
    var phase = Phase.closed
    var count = 0
}

private enum SafeAction: Codable, Sendable, Equatable {
    case setPassword(String)
    case move(Owner)
    case setEmail(of: Int, String)
    case open(phrase: String, by: String)
    case codeTyped(Int)
    case pay(Card)
    case turn(level: Level)
    case count
}

private struct Card: Codable, Sendable, Equatable {
    var digits: String
}

private enum SafeEffect: Codable, Sendable, Equatable {
    case fetch(token: String, email: String)
}

/// The redacted values of a safe; everything else of two safes is the same.
private struct Secrets: Sendable {
    var passwords: [String]
    var emails: [String]
    var key: String
    var phrase: String
    var codes: [Int]
    var levels: [Level]

    var all: [String] { passwords + emails + [key, phrase] + codes.map(String.init) + levels.map(\.rawValue) }

    func store() -> Store<Safe, SafeAction, SafeEffect> {
        let safe = Safe(
            password: passwords[0],
            owners: [Owner(id: 1, email: emails[0], note: "first"), Owner(id: 2, email: emails[1], note: "second")],
            keys: [key: "x"], code: codes[0], level: levels[0])
        return Store<Safe, SafeAction, SafeEffect>(initial: safe) { state, action in
            switch action {
            case .setPassword(let password): state.password = password
            case .move(let owner):
                state.owners.removeAll { $0.id == owner.id }
                state.owners.append(owner)
                return [.fetch(token: state.password, email: owner.email)]
            case .setEmail(let id, let email):
                for index in state.owners.indices where state.owners[index].id == id {
                    state.owners[index].email = email
                }
            case .open(let phrase, let user): state.phase = .open(phrase: phrase, by: user)
            case .codeTyped(let code): state.code = code
            case .pay(let card): state.means = card
            case .turn(let level): state.level = level
            case .count: state.count += 1
            }
            return []
        }
    }

    /// The program's own actions.
    var actions: [SafeAction] {
        [
            .setPassword(passwords[1]), .move(Owner(id: 1, email: emails[2], note: "moved")), .count,
            .setEmail(of: 2, emails[3]), .open(phrase: phrase, by: "bob"), .codeTyped(codes[1]), .count,
            .turn(level: levels[1]), .count, .pay(Card(digits: key)),
        ]
    }
}

@Suite("Nothing that can be asked depends on what is hidden", .timeLimit(.minutes(5)))
struct RedactionOracleTests {
    private static let one = Secrets(
        passwords: ["hush-A1", "hush-A2"], emails: ["ada@x", "bea@x", "cleo@example.org", "dora@x"], key: "key-A",
        phrase: "open sesame", codes: [1_111, 2_222], levels: [.low, .high])
    private static let other = Secrets(
        passwords: ["quite another", "one"], emails: ["zoe@y", "yan@y", "xi@y", "will@example.com"], key: "another",
        phrase: "let me in", codes: [9_876_543, 7], levels: [.high, .low])
    private static let rules = ["/owners/*/email", "/phase/open/phrase", "/code", "/keys", "/level", "/means"]
    private static let paths = [
        "", "/password", "/owners", "/owners/0/email", "/owners/[id=2]/email", "/keys", "/keys/key-A", "/keys/another",
        "/code", "/level", "/phase", "/phase/open/phrase", "/user", "/count",
    ]

    /// A condition without redacted values that holds.
    private static let shown = "/count > 1 && action like \"*by: \\\"bob\\\"*\" || .owners[1].note == \"moved\""

    private static var guesses: [String] { one.all + other.all + ["@", "hush", "", RedactionRule.placeholder] }

    /// Conditions that would reveal redacted values if they were evaluated on them.
    private static var conditions: [String] {
        let texts = guesses.map { JSON.text(.string($0)) }
        var all: [String] = []
        for text in texts {
            all += [
                "action contains \(text)", "action endsWith \(text)", "/password == \(text)", "/password <= \(text)",
                "/owners/0/email contains \(text)", ".owners[id=2].email startsWith \(text)", "/keys contains \(text)",
                "before(/password) == \(text)", "/phase/open/phrase >= \(text)", "/level == \(text)",
                ".level.case == \(text)",
            ]
        }
        for code in one.codes + other.codes { all += ["/code == \(code)", "/code > \(code)", "/code - \(code) < 0"] }
        for path in paths where !path.isEmpty { all += ["changed(\(path))", "exists(\(path))", "count(\(path)) > 5"] }
        all += [
            "action like \".setPassword*1*\"", "action matches /[A-Z]\\d/", "action matches /\\d{4}/",
            "/password != before(/password)", ".owners[0].email == .password", ".level == .high",
            "changed(.level.case)", "count(/password) == 7", "/count > 0 && action contains \"high\"",
            shown,
        ]
        return all
    }

    private static var dispatched: [Value] {
        guesses.flatMap { guess -> [Value] in
            let text = Value.string(guess)
            return [
                ["setPassword": text], ["pay": ["digits": text]], ["setEmail": ["of": 1, "_1": text]],
                ["open": ["phrase": text, "by": "x"]],
                ["move": ["id": 1, "email": text, "note": "n"]],
            ]
        } + (one.codes + other.codes).map { ["codeTyped": .int(Int64($0))] }
            + ["low", "high"].map { ["turn": ["level": .string($0)]] }
    }

    private typealias Question = (method: String, params: Value.Object)

    /// All requests that change nothing.
    private static var questions: [Question] {
        var all: [Question] = [
            ("store/list", [:]), ("store/describe", [:]), ("action/schema", [:]), ("bookmark/list", [:]),
            ("log/list", ["changes": true]), ("log/list", ["changes": true, "merge": 3]), ("effect/list", [:]),
            ("history/verify", [:]), ("branch/list", [:]), ("gate/status", [:]), ("graph/get", [:]),
            ("state/diff", ["from": 0, "to": 9]), ("state/tree", ["depth": 9]),
        ]
        for seq in 1...9 {
            all.append(("log/get", ["seq": .int(Int64(seq))]))
            all.append(("log/why", ["seq": .int(Int64(seq))]))
            all.append(("log/list", ["filter": ["changed": .bool(seq.isMultiple(of: 2))], "limit": .int(Int64(seq))]))
            for path in ["/owners", "/code"] {
                all.append(
                    ("state/diff", ["from": .int(Int64(seq - 1)), "to": .int(Int64(seq)), "path": .string(path)]))
            }
        }
        for path in paths {
            let path = Value.string(path)
            for seq in [nil, 0, 5] as [Value?] {
                for method in ["state/get", "state/tree", "state/blame"] {
                    var params: Value.Object = ["path": path]
                    if let seq { params["at"] = seq }
                    all.append((method, params))
                }
            }
            all.append(("log/list", ["filter": ["path": path]]))
            all.append(("graph/get", ["path": path]))
        }
        for guess in guesses {
            let text = Value.string(guess)
            all.append(("state/search", ["query": text]))
            all.append(("log/search", ["query": text]))
            all.append(("log/search", ["query": text, "regex": true]))
            all.append(("log/list", ["filter": ["action": .string("*\(guess)*")]]))
            all.append(("state/get", ["path": .string("/keys/\(guess)")]))
        }
        for condition in conditions {
            let condition = Value.string(condition)
            all.append(("history/find", ["condition": condition]))
            all.append(("history/find", ["condition": condition, "last": true, "to": 8]))
            all.append(("history/find", ["condition": condition, "monotone": true]))
            all.append(("history/minimize", ["condition": condition]))
        }
        for action in dispatched { all.append(("action/dispatch", ["action": action, "dryRun": true])) }
        return all
    }

    /// Requests that change the store: breakpoints that stop or print, edits, branches.
    private static var changes: [Question] {
        var all: [Question] = []
        for condition in conditions {
            all.append(("breakpoint/set", ["condition": .string(condition), "log": "hit"]))
            if all.count.isMultiple(of: 20) {
                all += [
                    ("action/dispatch", ["action": "count"]), ("action/redo", ["seq": 1]), ("action/redo", ["seq": 2]),
                    ("action/redo", ["seq": 5]), ("action/redo", ["seq": 6]), ("breakpoint/list", [:]),
                    ("breakpoint/remove", ["all": true]),
                ]
            }
        }
        all += [
            ("breakpoint/remove", ["all": true]),
            (
                "breakpoint/set",
                [
                    "action": "*",
                    "log":
                        "{action} {/password} {/owners} {/keys} {/code} {/level} {/phase} {before(/code)} {count(/keys)}",
                ]
            ),
            ("action/dispatch", ["action": "count"]), ("action/redo", ["seq": 2]), ("breakpoint/remove", ["all": true]),
        ]
        for guess in guesses {
            let text = Value.string(guess)
            all += [
                ("breakpoint/set", ["action": .string("*\(guess)?*")]), ("action/redo", ["seq": 4]),
                ("gate/status", [:]), ("gate/resume", [:]), ("breakpoint/remove", ["all": true]),
                (
                    "action/redo",
                    ["seq": 1, "changes": [["op": "replace", "path": "/setPassword", "value": "x", "old": text]]]
                ),
                ("branch/create", ["name": "b", "edits": [["replace": 1, "action": ["setPassword": text]]]]),
                ("state/diff", ["from": 9, "to": "branch:b"]), ("log/list", ["branch": "b", "changes": true]),
                ("branch/delete", ["id": "b"]),
            ]
        }
        return all + [
            ("history/jump", ["seq": 3]), ("log/list", ["changes": true]), ("history/reset", [:]), ("store/list", [:]),
        ]
    }

    @Test("two stores that differ only in what is hidden give equal answers and equal notifications")
    func sameAnswers() async throws {
        let first = try await Self.answers(Self.one)
        let second = try await Self.answers(Self.other)
        #expect(first.count == second.count)
        for (one, other) in zip(first, second) where one.answer != other.answer {
            Issue.record("\(one.question)\n\(one.answer)\n\(other.answer)")
        }
        // The requests are understood, and visible values are found.
        #expect(first.filter { $0.answer.hasPrefix("refused") }.count < first.count / 3)
        #expect(first.contains { $0.question.contains("/count > 1") && $0.answer.contains("\"seq\":") })
    }

    private static func answers(_ secrets: Secrets) async throws -> [(question: String, answer: String)] {
        let store = secrets.store()
        store.setInlineEffectHandler { _, _ in }
        let server = DebugServer(
            configuration: .init(
                access: .control, handshakeTimeout: .seconds(60), redaction: try .standard + Redaction(parsing: rules)),
            logger: .silent)
        server.add(store, id: "safe")
        let client = try await server.attach()
        try await client.request("subscribe", ["events": ["log", "state", "gate"]])
        for action in secrets.actions { store.dispatch(action) }
        try await client.request("state/get")
        var answers: [(question: String, answer: String)] = []
        for question in questions + changes {
            let id = try await client.post(question.method, question.params)
            let text: String
            switch try await client.answer(to: id) {
            case .success(let value): text = JSON.text(plain(value))
            case .failure(let error): text = "refused: \(error.message) \(JSON.text(plain(.object(error.data))))"
            }
            answers.append(("\(question.method) \(JSON.text(.object(question.params)))", text))
        }
        // The order of two streams depends on threads.
        let told = client.takeNotifications()
        for method in ["log/appended", "gate/logged"] {
            for one in told where one.method == method {
                answers.append((method, JSON.text(plain(.object(one.params)))))
            }
        }
        withExtendedLifetime(server) {}
        return answers
    }

    /// An answer without times, which always differ.
    private static func plain(_ value: Value) -> Value {
        let names: Set = ["time", "since", "startedAt", "durationNanos", "afterMicros", "createdAt", "pid"]
        switch value {
        case .array(let elements): return .array(elements.map(plain))
        case .object(let members):
            var kept = Value.Object()
            for (name, value) in members where !names.contains(name) { kept[name] = plain(value) }
            return .object(kept)
        default: return value
        }
    }
}
