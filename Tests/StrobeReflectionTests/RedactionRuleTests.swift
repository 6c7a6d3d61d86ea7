import DeclarationTesting
import Testing

@testable import StrobeReflection
@testable import StrobeTree

@Suite("Rules of redaction")
struct RedactionRuleTests {
    @Test(
        "a rule reads back as it is written",
        arguments: [
            "/users/*/email", "/**/ssn", "*token*", "text:*token*", "type:Credentials", "!tokenCount", "!/a/b",
            "!type:*ID", "key:/x",
        ])
    func readsBack(_ text: String) throws {
        let rule = try RedactionRule(parsing: text)
        #expect(rule.description == text)
        #expect(try RedactionRule(parsing: rule.description) == rule)
        #expect(try TreeDecoder().decode(RedactionRule.self, from: TreeEncoder().encode(rule)) == rule)
    }

    @Test(
        "what is no rule is refused with a reason",
        arguments: ["", " ", "!", "type:", "key:", "text:", "/a//b", "/a~2", String(repeating: "x", count: 1_025)])
    func refuses(_ text: String) {
        #expect { try RedactionRule(parsing: text) } throws: { ($0 as? TreeError)?.code == .malformedRule }
    }

    @Test(
        "the standard rules hide what secrets are called, whatever the spelling",
        arguments: [
            "password", "newPassword", "PASSWORD", "pass_word", "accessToken", "access-token", "api_key", "X-Api-Key",
            "Authorization", "clientSecret", "sessionCookie", "privateKey", "pin", "PIN", "cvv", "passwordChanged",
        ])
    func standard(_ key: String) {
        #expect(Redaction.standard.hides(key: key))
    }

    @Test(
        "the standard rules leave other names alone",
        arguments: [
            "id", "name", "pinned", "spin", "authorizationDate", "state", "items", "count", "passenger", "", "pässword",
        ])
    func leaves(_ key: String) {
        #expect(!Redaction.standard.hides(key: key))
    }

    @Test("an exception leaves alone what other rules hide, whatever the order")
    func exceptions() throws {
        for texts in [["*token*", "!tokenCount"], ["!tokenCount", "*token*"]] {
            let redaction = try Redaction(parsing: texts)
            #expect(redaction.hides(key: "token"))
            #expect(!redaction.hides(key: "tokenCount"))
        }
    }

    @Test("names of other alphabets differ from those that look like them, and capitals of all do not matter")
    func alphabets() throws {
        let redaction = try Redaction(parsing: ["gehεim*", "schlüssel"])
        #expect(redaction.hides(key: "GEHΕIMNIS"))
        #expect(redaction.hides(key: "SCHLÜSSEL"))
        #expect(!redaction.hides(key: "schlussel"))
    }

    @Test("redactions are added up without repeats")
    func sums() throws {
        let sum = try Redaction(parsing: ["pin", "/a"]).adding(.standard)
        #expect(sum.rules.count == Redaction.standard.rules.count + 1)
        #expect(Redaction.none.adding(.none).isEmpty)
        #expect(Redaction.none.adding(.standard) == .standard)
    }

    @Test(
        "in actions a path hides what has its last name in its own",
        arguments: [
            ("/users/*/email", "email"), ("/users/*/email", "newEmail"), ("/users/*/email", "setEmail"),
            ("/users/*/email", "email_address"), ("/users/*/emails", "addEmail"), ("/users/*", "user"),
            ("/users/0", "users"), ("/users/[id=7]", "addUser"), ("/homeURL", "setHomeURL"), ("/homeURL", "home_url"),
            ("/x/*mail*", "newMailbox"), ("/**/user/iban", "ibanTyped"), ("/*/*", "anything"), ("/a/b!", "b"),
        ])
    func actions(_ rule: String, _ name: String) throws {
        #expect(try !Redaction(parsing: [rule]).hides(key: name) || rule == "/**")
        let redaction = try Redaction(parsing: [rule]).ofActions()
        #expect(RedactionCursor(redaction).below(name).isHidden || RedactionCursor(redaction).isHidden)
    }

    @Test(
        "in actions a path leaves alone what has its last name as a part of another word",
        arguments: [
            ("/a/date", "update"), ("/a/id", "idle"), ("/a/id", "width"), ("/a/homeURL", "url"), ("/a/homeURL", "home"),
            ("/users/*/email", "users"), ("/a/pass", "passenger"), ("!/a/b", "b"),
        ])
    func otherActions(_ rule: String, _ name: String) throws {
        let redaction = try Redaction(parsing: [rule]).ofActions()
        #expect(!RedactionCursor(redaction).below(name).isHidden && !RedactionCursor(redaction).isHidden)
    }

    private struct Iban: Codable { var digits = "" }
    private enum Plan: String, Codable { case free, paid }

    private struct Customer: Codable {
        var iban: Iban?
        var plans: [String: [Plan]] = [:]
        var email = ""
    }

    @Test(
        "in actions a path hides the type of the value there in a state, if that is a named type",
        .readsDeclarations)
    func typesOfActions() throws {
        struct State: Codable { var customers: [Customer] = [] }
        let states = SchemaProbe.schema(of: State.self)
        let redaction = try Redaction(parsing: ["/customers/*/iban", "/customers/*/plans", "/customers/*/email"])
            .ofActions(states: states)
        #expect(redaction.table?.verdict(type: Iban.self) == .hidden)
        #expect(redaction.table?.verdict(type: Plan.self) == .hidden)
        #expect(redaction.table?.verdict(type: String.self) == .shown)
        #expect(redaction.table?.verdict(type: Customer.self) == .shown)
        #expect(try Redaction(parsing: ["/customers/*/email"]).ofActions(states: states).table?.hidesTypes == false)
    }

    private enum Payment: Codable { case load, pay(Iban), tag(Int) }

    @Test("where the type at a path is not known, all that actions have is hidden", .enabled(if: !Declarations.areRead))
    func unknownTypesOfActions() throws {
        struct State: Codable { var customers: [Customer] = [] }
        let redaction = try Redaction(parsing: ["/customers/*/iban"])
        func encoded<Action: Encodable>(_ action: Action) throws -> Value {
            let states = SchemaProbe.shownShape(of: State.self)
            return try TreeEncoder(redaction: redaction.ofActions(Action.self, states: states)).encode(action)
        }
        let placeholder = Value.string(RedactionRule.placeholder)
        #expect(try encoded(Payment.load) == "load")
        #expect(try encoded(Payment.pay(Iban(digits: "hush"))) == ["pay": placeholder])
        #expect(try encoded(Payment.tag(7)) == ["tag": 0])
        #expect(try encoded(Iban(digits: "hush")) == placeholder)
    }

    private struct Renamed: Codable {
        var text = "hush"
        enum CodingKeys: String, CodingKey { case text = "password" }
    }

    private struct RenamedAndWritten: Encodable {
        var text = "hush"
        enum CodingKeys: String, CodingKey { case text = "password" }
    }

    @Test("what may be encoded under the name of something hidden may be hidden")
    func renamed() {
        for type in [Renamed.self, RenamedAndWritten.self, [Renamed].self] as [any Any.Type] {
            #expect(RedactionCursor(.standard).mayHide(in: type), "\(type)")
        }
        #expect(!RedactionCursor(.standard).mayHide(in: [Int].self))
    }

    @Test("an exception for a name leaves alone what a path hides in actions")
    func exceptedActions() throws {
        let redaction = try Redaction(parsing: ["/users/*/email", "!emailCount"]).ofActions()
        #expect(redaction.hides(key: "email"))
        #expect(!redaction.hides(key: "emailCount"))
    }
}
