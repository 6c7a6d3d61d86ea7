import DeclarationTesting
import StrobeReflection
import StrobeTree
import Testing

/// The names in a condition are checked against the schemas of states and actions.
@Suite("Conditions and shapes")
struct ConditionCheckTests {
    private struct User: Codable {
        var id: Int
        var name: String
        var nick: String?
    }

    private enum Session: Codable {
        case idle
        case loading(since: Int?)
        case loaded(User)
        case failed(reason: String, code: Int)
    }

    private enum Level: Int, Codable, CaseIterable {
        case low = 1
        case high = 10
    }

    private struct Shop: Codable {
        var session = Session.idle
        var next: Session?
        var level = Level.low
        var users: [User] = []
        var tags: Set<String> = []
        var byName: [String: User] = [:]
        var count = 0
        var name = ""
        var isOpen = false
        var ratio = 0.0
        var anything: Value = .null
        var tree = Tree()
    }

    private struct Tree: Codable {
        var label = ""
        var children: [Tree] = []
    }

    private enum Action: Codable {
        case load
        case loaded(User)
        case failed(reason: String)
    }

    private func check(_ text: String, isThere: @escaping (Path) -> Bool = { _ in false }) throws -> [Path] {
        try Condition(parsing: text).checked(
            state: SchemaProbe.schema(of: Shop.self), action: SchemaProbe.schema(of: Action.self), isThere: isThere
        ).open
    }

    private func refusal(_ text: String) -> TreeError? {
        do {
            _ = try check(text)
            return nil
        } catch {
            return error as? TreeError
        }
    }

    @Test(
        "what can be is let pass: cases that are not active, optionals, keys, indices beyond the end, open places",
        arguments: [
            ".session == .loaded", ".session != .idle", ".next == .failed", ".next == nil", ".next.failed.code > 1",
            ".session.loaded.name == \"x\"", ".session.loaded.nick == nil", ".session.case == \"failed\"",
            "changed(.session.case)", ".users[900].name == \"x\"", ".users[id=7].nick == \"x\"", "count(.users) > 3",
            ".byName.somebody.name == \"x\"", ".byName contains \"x\"", ".[\"byName\"].x.id == 1", "/users/0/id == 1",
            ".anything.at.all[3] == 1", ".anything == .whatever", ".anything == [1, 2]", ".level == .high",
            ".level == 10", ".level == \"high\"", ".level > 3", ".tree.children[0].children[1].label == \"x\"",
            "before(.session) == .loading", ".isOpen && !.isOpen", ".isOpen == true", ".ratio == .infinity",
            ".ratio == \"NaN\"", ".ratio == 1", ".count == 3.0", ".count < 2.5", ".tags contains \"x\"",
            ".tags == [\"a\", \"b\"]", ".users == []", ".byName == [:]",
            ".session == .loaded(User(id: 1, name: \"x\"))",
            ".session == .loaded(.init(id: 1, name: \"x\", nick: nil))", ".session == .failed(reason: \"x\", code: 3)",
            ".session == .loading(since: nil)", ".session == {\"failed\": {\"reason\": \"x\", \"code\": 1}}",
            ".users contains User(id: 1, name: \"x\")", ".users == [User(id: 1, name: \"x\")]", "action == .load",
            "action == .loaded(User(id: 1, name: \"x\"))", "action != .failed", "action == \".load\"",
            "action like \".lo*\"", "action like \"set *\"", "action == /name", "action contains \"zzz\"",
            "origin == effect && origin != .app && origin == \"restore\"", "origin == .name", "seq > 3",
            ".count == .ratio", ".name == .session", ".name startsWith \"x\" || .session.case like \"l*\"",
        ])
    func possible(_ text: String) throws {
        _ = try check(text)
    }

    @Test(
        "what can never be is an error that says where, and what may be meant", .readsDeclarations,
        arguments: [
            (".sesion == .failed", 0, ".session"), ("!(.sesion == .failed)", 2, ".session"),
            (".session == .lodad", 12, ".loaded"), (".session != .nosuch", 12, nil),
            (".next == .faild", 9, ".failed"), (".session.loaded.nme == \"x\"", 0, ".session.loaded.name"),
            (".session.name == \"x\"", 0, ".session.loaded.name"),
            (".session.lodad.nme == \"x\"", 0, ".session.loaded"),
            (".session.idle.x == 1", 0, nil), (".session.case == \"lodad\"", 0, "\"loaded\""),
            (".session == \"loaded\"", 0, ".loaded"), (".session == \"lodad\"", 0, "\"loaded\""),
            (".level == .hihg", 10, ".high"), (".level == 3", 0, nil), (".users.name == \"x\"", 0, nil),
            (".users[0].nme == \"x\"", 0, ".users[0].name"), (".byName.x.nme == \"y\"", 0, ".byName.x.name"),
            (".tree.children[0].lable == \"x\"", 0, ".tree.children[0].label"), (".name.x == 1", 0, nil),
            (".count == \"x\"", 0, nil), (".name == 3", 0, "count(.name)"), (".users > 3", 0, "count(.users)"),
            (".count == 3.5", 0, nil), (".isOpen < 3", 0, nil), (".name", 0, nil), (".users && .isOpen", 0, nil),
            (".count like \"x\"", 0, nil), (".count contains \"x\"", 0, nil), (".tags contains 3", 0, nil),
            ("count(.usres) > 3", 6, ".users"), ("exists(.usres)", 7, ".users"), ("changed(.sesion)", 8, ".session"),
            ("before(.sesion) == .idle", 7, ".session"), (".name.case == \"x\"", 0, nil),
            (".session == .failed(reson: \"x\", code: 1)", 20, "reason:"),
            (".session == .failed(reason: \"x\")", 12, nil),
            (".session == .faild(reason: \"x\")", 13, ".failed"), (".session == .failed(reason: 3, code: 1)", 28, nil),
            (".users == [User(id: 1)]", 10, nil), (".users contains User(id: 1)", 16, nil),
            (".tags == [3]", 10, nil), (".count == [1, 2]", 10, nil), ("action == .laod", 10, ".load"),
            ("action != .nothing", 10, nil), ("action == .name", 10, "/name"), ("action == \".laod\"", nil, ".load"),
            ("action like \".laod*\"", nil, ".load"), ("action == .loaded(User(id: \"x\"))", 27, nil),
            ("origin == .efect", 10, ".effect"), (".count == .isOpne", 10, ".isOpen"), (".isOpen == .treu", 11, "true"),
        ] as [(String, Int?, String?)])
    func impossible(_ text: String, _ offset: Int?, _ suggestion: String?) throws {
        let error = try #require(refusal(text), "\(text) is let pass")
        #expect(error.code == .malformedCondition)
        #expect(error.offset == offset, "\(text): \(error.message)")
        #expect(error.suggestion == suggestion, "\(text): \(error.message)")
        if let suggestion { #expect(error.message.contains(suggestion), "\(error.message)") }
    }

    @Test("the messages name the type, and what there is where nothing is near", .readsDeclarations)
    func messages() {
        #expect(refusal(".session == .lodad")?.message == ".lodad is not a case of Session; did you mean .loaded?")
        #expect(
            refusal(".session != .nosuch")?.message
                == ".nosuch is not a case of Session. Expected .idle, .loading, .loaded, .failed.")
        #expect(
            refusal(".sesion == .failed")?.message
                == "There is no path .sesion: Shop has no `sesion`; did you mean .session?")
        #expect(
            refusal(".session.nosuch.x == 1")?.message
                == "There is no path .session.nosuch.x: .session (Session) has no case `nosuch`; "
                + "it has loading, loaded, failed.")
        #expect(refusal(".count == \"x\"")?.message.contains(".count is of type Int, so it never equals \"x\"") == true)
    }

    @Test(
        "a part that a shape does not describe is accepted and named, and existing values are believed",
        .readsDeclarations)
    func open() throws {
        #expect(try check(".anything.x == 1 && .count == 1 && .anything == .y") == [Path(["anything", "x"])])
        let path = Path(["coded", "by", "hand"])
        #expect(try check(".coded.by.hand == 1") { $0 == path } == [])
        #expect(throws: TreeError.self) { _ = try check(".coded.by.hand == 1") { $0 != path } }
        let none = try Condition(parsing: ".a.b == .c && action == .d").checked(state: nil, action: nil)
        #expect(none.open.isEmpty)
        let registered = Schema.choice(type: "any Event", cases: [.init(name: "Load")])
        _ = try Condition(parsing: "action == .Other").checked(state: nil, action: registered)
    }

    @Test("values are read by the types of what they are compared with")
    func typed() throws {
        struct Timer: Codable {
            var limit = Duration.seconds(3)
            var levels: [Level] = [.high]
            var next: Level?? = .some(nil)
        }
        let schema = SchemaProbe.schema(of: Timer.self)
        for (text, holds) in [
            (".levels == [.high]", true), (".levels == [10]", true), (".levels == [.low]", false),
            (".levels == [.high, .low]", false),
        ] {
            let condition = try Condition(parsing: text).checked(state: schema, action: nil).condition
            #expect(condition.evaluate(after: Node(Timer())) == holds, "\(text)")
            #expect(condition.description == text)
        }
    }

    @Test("a glob gets the dot that labels begin with, and one that no action fits is refused", .readsDeclarations)
    func globs() throws {
        let shape = SchemaProbe.schema(of: Action.self)
        for (typed, glob) in [
            ("load", ".load"), ("lo*", ".lo*"), (".load", ".load"), ("*", "*"), ("?load", "?load"), ("*ed", "*ed"),
            ("loaded(*)", ".loaded(*)"), ("set /count*", "set /count*"),
        ] { #expect(try shape.actionGlob(typed) == glob) }
        for (typed, near) in [(".pus", nil), (".laod", ".load"), ("laoded(*", ".loaded"), (".x*", nil)]
            as [(String, String?)]
        {
            let error = #expect(throws: TreeError.self) { try shape.actionGlob(typed) }
            #expect(error?.suggestion == near, "\(typed)")
        }
        #expect(try Schema.unknown(type: "Action").actionGlob(".pus") == ".pus")
        #expect(shape.remark(onActions: ".pus") == nil)
        let registered = Schema.choice(type: "any Event", cases: [.init(name: "Load"), .init(name: "Save")])
        #expect(try registered.actionGlob("Load") == ".Load" && registered.actionGlob(".Laod") == ".Laod")
        #expect(registered.remark(onActions: ".Laod") == "No action matches .Laod; did you mean .Load?")
        #expect(registered.remark(onActions: ".Lo*") == nil)
    }

    @Test("a condition with values is written so that it reads back as the same")
    func descriptions() throws {
        for text in [
            ".session == .failed(reason: \"x\", code: -3)", ".users == [User(id: 1, name: \"x\")]", ".tags == []",
            ".byName == [:]", ".tags == [\"a\"]", ".levels == [0]", "action == .loaded(User(id: 1))", "action != .load",
            ".users contains User(id: 1)", "!(.session == .failed(reason: \"x\"))",
        ] {
            let condition = try Condition(parsing: text)
            #expect(condition.description == text)
            #expect(try Condition(parsing: condition.description) == condition)
        }
    }

    @Test("values of every kind are found again by their literals")
    func values() throws {
        var shop = Shop()
        shop.session = .failed(reason: "off \"line\"", code: -3)
        shop.next = .loaded(User(id: 1, name: "Ada"))
        shop.users = [User(id: 1, name: "Ada", nick: "a"), User(id: 2, name: "Bob")]
        shop.tags = ["x", "y", "z"]
        shop.byName = ["a": User(id: 1, name: "Ada")]
        shop.ratio = .infinity
        let (schema, node) = (SchemaProbe.schema(of: Shop.self), Node(shop))
        for member in [
            "session", "next", "level", "users", "tags", "byName", "count", "name", "isOpen", "ratio", "tree",
        ] {
            let path = Path([member])
            let literal = Literal.text(try node.descendant(at: path).value(), schema: schema.part(at: path))
            let condition = try Condition(parsing: ".\(member) == \(literal)")
            let checked = try condition.checked(state: schema, action: nil).condition
            #expect(checked.evaluate(after: node), "\(condition)")
            #expect(!checked.evaluate(after: Node(Other())), "\(condition)")
            withUnsafePointer(to: shop) { #expect(PreparedCondition<Shop>(checked).evaluate(after: $0)) }
        }
        #expect(try Condition(parsing: ".tags == [\"z\", \"x\", \"y\"]").evaluate(after: node))
        #expect(try !Condition(parsing: ".tags == [\"z\", \"x\", \"x\"]").evaluate(after: node))
    }

    private struct Other: Encodable {
        var nothing = 0
    }

    @Test("what is hidden is compared as its placeholder")
    func hidden() throws {
        let redaction = try Redaction(parsing: ["/session/loaded/name"])
        let node = Node(Shop(session: .loaded(User(id: 1, name: "Ada"))), redaction: redaction)
        #expect(try !Condition(parsing: ".session == .loaded(User(id: 1, name: \"Ada\"))").evaluate(after: node))
        #expect(try Condition(parsing: ".session == .loaded").evaluate(after: node))
    }

    @Test("an action is compared by the value of its label, and a label that leaves something out is undecided")
    func actions() throws {
        func answer(_ text: String, _ label: String) throws -> Bool {
            try Condition(parsing: text).answer(after: Node(Shop()), facts: EntryFacts(action: { label }))
        }
        #expect(try answer("action == .loaded", ".loaded(User(id: 1))"))
        #expect(try !answer("action == .load", ".loaded(User(id: 1))"))
        #expect(try answer("action == .loaded(User( id: 1 ))", ".loaded(User(id: 1))"))
        #expect(try !answer("action == .loaded(User(id: 1))", ".failed(User(id: 1, …"))
        let error = #expect(throws: TreeError.self) { try answer("action == .loaded([1, 2])", ".loaded([1, …") }
        #expect(error?.code == .undecided)
    }
}
