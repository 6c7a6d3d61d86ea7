import DeclarationTesting
import Foundation
import Testing

@testable import StrobeReflection
@testable import StrobeTree

@Suite("Redaction of trees")
struct RedactionTests {
    struct Address: Codable, Equatable, Sendable {
        var street: String
        var zip: Int
    }
    struct Card: Codable, Sendable {
        var cardNumber: String
        var until: Date
    }
    enum Sign: Codable, Sendable {
        case out
        case waiting(password: String, again: String)
        case with(token: String)
        case setPassword(String)
        case changed(oldSecret: String, count: Int)
    }
    struct User: Codable, Identifiable, Sendable {
        var id: Int
        var name: String
        var email: String
        var pin: Int?
    }
    struct App: Codable, Sendable {
        var password = "hidden-1"
        var attempts = 3
        var tokenCount = 7
        var hasToken = true
        var accessTokens = ["hidden-2", "hidden-3"]
        var secrets: [String: String] = ["hidden-key": "hidden-4"]
        var address: Address? = Address(street: "hidden-5", zip: 4_711)
        var sign = Sign.waiting(password: "hidden-6", again: "shown")
        var users = [
            User(id: 1, name: "Ann", email: "hidden-7", pin: 1_234), User(id: 2, name: "Bob", email: "hidden-8"),
        ]
        var card = Card(cardNumber: "hidden-9", until: Date(timeIntervalSince1970: 5))
        var note: String? = "shown"
    }

    static let redaction =
        ((try? Redaction(parsing: ["/users/*/email", "type:Address"])) ?? .none).adding(.standard)
    private let redaction = Self.redaction
    private let hidden = Value.string(RedactionRule.placeholder)

    private func form(_ value: some Codable, _ redaction: Redaction = Self.redaction) throws -> Value {
        try TreeEncoder(redaction: redaction).encode(value)
    }

    @Test("a form has placeholders of the same types, and reads back", .readsDeclarations)
    func form() throws {
        let form = try form(App())
        #expect(!JSON.text(form).contains("hidden-"))
        #expect(!JSON.text(form).contains("4711"))
        #expect(!JSON.text(form).contains("1234"))
        #expect(form.value(at: Path(["password"])) == hidden)
        #expect(form.value(at: Path(["attempts"])) == .int(3))
        #expect(form.value(at: Path(["accessTokens"])) == .array([]))
        #expect(form.value(at: Path(["secrets"])) == .object([:]))
        #expect(form.value(at: Path(["address"])) == .object(["street": hidden, "zip": .int(0)]))
        #expect(form.value(at: Path(["sign", "waiting", "again"])) == .string("shown"))
        #expect(form.value(at: Path(["users", "1", "email"])) == hidden)
        #expect(form.value(at: Path(["users", "1", "pin"])) == .null)
        #expect(form.value(at: Path(["users", "0", "pin"])) == .int(0))
        #expect(form.value(at: Path(["users", "0", "name"])) == .string("Ann"))
        let app = try TreeDecoder().decode(App.self, from: form)
        #expect(app.address == Address(street: RedactionRule.placeholder, zip: 0))
    }

    @Test("rules for texts leave numbers and booleans alone")
    func numbers() throws {
        let form = try form(App())
        #expect(form.value(at: Path(["tokenCount"])) == .int(7))
        #expect(form.value(at: Path(["hasToken"])) == .bool(true))
        let strict = try TreeEncoder(redaction: Redaction(parsing: ["*token*"])).encode(App())
        #expect(strict.value(at: Path(["tokenCount"])) == .int(0))
        #expect(strict.value(at: Path(["hasToken"])) == .bool(false))
    }

    @Test("the payload of a case is hidden by the name of the case")
    func cases() throws {
        #expect(try form(Sign.setPassword("x")) == .object(["setPassword": hidden]))
        #expect(try form(Sign.out) == .string("out"))
        let changed = try form(Sign.changed(oldSecret: "x", count: 2))
        #expect(changed == .object(["changed": .object(["oldSecret": hidden, "count": .int(2)])]))
        let named = try form(Sign.with(token: "x"), Redaction(parsing: ["with"]))
        #expect(named == .object(["with": .object(["token": hidden])]))
    }

    @Test("nodes show the same as forms, and say what is hidden", .readsDeclarations)
    func nodes() throws {
        let root = Node(App(), redaction: redaction)
        #expect(try root.value() == form(App()))
        func check(_ node: Node) throws {
            let value = try node.value()
            #expect(try form(App()).value(at: node.path) == value)
            #expect(node.page(depth: 9).redacted == (node.isRedacted ? true : nil))
            for child in node.children(in: 0..<100) { try check(child) }
        }
        try check(root)
        #expect(try root.descendant(at: Path(["password"])).isRedacted)
        #expect(try root.descendant(at: Path(["address", "street"])).isRedacted)
        #expect(try !root.descendant(at: Path(["note"])).isRedacted)
        #expect(throws: TreeError.self) { try root.descendant(at: Path(["secrets", "hidden-key"])) }
        #expect(throws: TreeError.self) { try root.descendant(at: Path(["accessTokens", "0"])) }
        #expect(try root.descendant(at: Path(["users", "[id=2]", "name"])).scalar == .string("Bob"))
    }

    @Test("a hidden id cannot be found by trying")
    func ids() throws {
        struct Login: Codable, Identifiable { var id: String; var name: String }
        let state = ["logins": [Login(id: "s3cret", name: "Ann")]]
        let path = Path(["logins", "[id=s3cret]", "name"])
        #expect(try Node(state).descendant(at: path).scalar == .string("Ann"))
        for rule in ["id", "/logins/*/id", "/logins/0/id"] {
            let redaction = try Redaction(parsing: [rule])
            #expect(throws: TreeError.self) { try Node(state, redaction: redaction).descendant(at: path) }
            let condition = try Condition(parsing: "exists(/logins/[id=s3cret]/name)")
            let prepared = PreparedCondition<[String: [Login]]>(condition, redaction: redaction)
            #expect(!withUnsafePointer(to: state) { prepared.evaluate(after: $0) })
        }
    }

    @Test("what changed in a hidden place alone is no change, and the rest applies to what was shown")
    func differences() throws {
        let old = App()
        var new = old
        new.password = "hidden-x"
        new.accessTokens.append("hidden-y")
        new.secrets["hidden-z"] = "hidden-z"
        new.users[0].email = "hidden-x"
        new.address?.street = "hidden-x"
        new.sign = .waiting(password: "hidden-x", again: "shown")
        let differ = Differ(redaction: redaction)
        #expect(differ.changes(from: old, to: new).isEmpty)
        new.users.remove(at: 0)
        new.users.append(User(id: 3, name: "Cleo", email: "hidden-x", pin: 9_999))
        new.sign = .with(token: "hidden-x")
        new.address = nil
        new.note = nil
        let changes = differ.changes(from: old, to: new)
        #expect(!changes.map { JSON.text($0.value ?? .null) + JSON.text($0.old ?? .null) }.joined().contains("hidden-"))
        var form = try form(old)
        try Patch.apply(changes, to: &form, checksOld: true)
        #expect(try form == self.form(new))
    }

    @Test("conditions see placeholders, by nodes and by memory", .readsDeclarations)
    func conditions() throws {
        let old = App()
        var new = old
        new.password = "hidden-x"
        new.users[1].email = "hidden-x"
        new.address = Address(street: "hidden-x", zip: 9)
        let questions: [(String, Bool)] = [
            ("/password == \"hidden-x\"", false), ("/password startsWith \"h\"", false),
            ("/password == \"‹redacted›\"", true), ("changed(/password)", false), ("changed(/users)", false),
            ("count(/secrets) > 0", false), ("exists(/secrets/hidden-key)", false),
            ("/accessTokens contains \"hidden-2\"", false), ("/users/1/email == \"hidden-x\"", false),
            ("/address/zip == 9", false), ("/address/zip == 0", true), ("changed(/address)", false),
            ("/users/1/name == \"Bob\"", true), ("/users/0/pin == 1234", false), ("/tokenCount == 7", true),
            ("before(/password) == \"hidden-1\"", false),
            ("/sign/waiting/password == \"hidden-6\"", false), ("/sign/waiting/again == \"shown\"", true),
        ]
        for (text, expected) in questions {
            let condition = try Condition(parsing: text)
            let (after, before) = (Node(new, redaction: redaction), Node(old, redaction: redaction))
            #expect(condition.evaluate(after: after, before: before) == expected, "\(text)")
            let prepared = PreparedCondition<App>(condition, redaction: redaction)
            let answer = withUnsafePointer(to: new) { new in
                withUnsafePointer(to: old) { prepared.evaluate(after: new, before: $0) }
            }
            #expect(answer == expected, "\(text), by memory")
            for path in condition.paths {
                let value = try ConditionValue(parsing: path.pointer).value(after: after, before: before)
                #expect(!JSON.text(value ?? .null).contains("hidden-"), "\(text)")
            }
        }
    }

    @Test("equal texts get equal placeholders where that is asked for")
    func distinguished() throws {
        let redaction = try Redaction(parsing: ["secret*"], distinguishesTexts: true)
        let form = try form(["secret1": "a", "secret2": "b", "secret3": "a"], redaction)
        let (a, b, c) = (
            form.value(at: Path(["secret1"])), form.value(at: Path(["secret2"])), form.value(at: Path(["secret3"]))
        )
        #expect(a == c)
        #expect(a != b)
        let other = try Redaction(parsing: ["secret*"], distinguishesTexts: true)
        #expect(try self.form(["secret1": "a"], other).value(at: Path(["secret1"])) != a)
        #expect(try self.form(["secret1": "a"], redaction.ofActions()).value(at: Path(["secret1"])) == a)
    }

    @Test("paths with wildcards reach what they mean, and nothing else")
    func paths() throws {
        let state = ["a": ["x": ["s": "1"], "y": ["s": "2"]], "b": ["x": ["s": "3", "t": "4"]]]
        func hidden(_ rules: String...) throws -> String {
            let form = try TreeEncoder(redaction: Redaction(parsing: rules)).encode(state)
            return ["a/x/s", "a/y/s", "b/x/s", "b/x/t"].map { path in
                form.value(at: Path(path.split(separator: "/").map(String.init))) == self.hidden ? "#" : "."
            }.joined()
        }
        #expect(try hidden("/a/*/s") == "##..")
        #expect(try hidden("/*/x/s") == "#.#.")
        #expect(try hidden("/**/s") == "###.")
        #expect(try hidden("/**/x/*") == "#.##")
        #expect(try hidden("/b/**/t") == "...#")
        #expect(try hidden("/b/**/*", "!/b/x/s", "!/b/x") == "...#")
        #expect(try hidden("/A/x/s") == "....")
        #expect(try Redaction(parsing: ["/**"]).hides(.root))
        #expect(try JSON.text(form(state, Redaction(parsing: ["/**"]))) == "{}")
        #expect(try Redaction(parsing: ["/a/*"]).hides(Path(["a", "x", "s"])))
        #expect(try !Redaction(parsing: ["/a/*"]).hides(Path(["a"])))
    }

    @Test("a form that is sent back keeps what was hidden in it")
    func restored() throws {
        var app = App()
        let (shown, real) = (try form(app), try form(app, .none))
        #expect(Redaction.restored(shown, shown: shown, hidden: real) == real)
        var sent = shown
        let changes = [
            Change(.replace, Path(["attempts"]), value: .int(4)),
            Change(.replace, Path(["users", "1", "name"]), value: .string("Bobby")),
            Change(.remove, Path(["users", "0"])), Change(.replace, Path(["password"]), value: .string("new")),
        ]
        try Patch.apply(changes, to: &sent)
        app.attempts = 4
        app.users[1].name = "Bobby"
        app.users.remove(at: 0)
        app.password = "new"
        #expect(try Redaction.restored(sent, shown: shown, hidden: real) == form(app, .none))
        let checked = [
            Change(
                .replace, Path(["users", "0"]),
                value: .object(["id": .int(1), "name": .string("A"), "email": hidden, "pin": .int(0)]),
                old: shown.value(at: Path(["users", "0"]))),
            Change(.remove, Path(["password"]), old: hidden),
        ]
        var veiled = try RedactedForm(of: App(), hiding: redaction)
        #expect(veiled.shown == shown)
        #expect(try veiled.filled().form == real)
        try veiled.apply(checked)
        let form = try veiled.filled().form
        #expect(form.value(at: Path(["users", "0", "email"])) == .string("hidden-7"))
        #expect(form.value(at: Path(["users", "0", "pin"])) == .int(1_234))
        #expect(form.value(at: Path(["users", "0", "name"])) == .string("A"))
        #expect(form.value(at: Path(["password"])) == nil)
    }
}
