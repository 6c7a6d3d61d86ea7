@testable import StrobeReflection
@testable import StrobeTree
import Testing

private func at(_ pointer: String) -> Path { Path(pointer.split(separator: "/").map(String.init)) }

@Suite("Forms with hidden parts")
struct RedactedFormTests {
    private struct Owner: Codable, Equatable, Identifiable {
        var id: Int
        var email: String
        var note: String
    }

    private struct Card: Codable, Equatable {
        var digits: String
    }

    private struct Account: Codable, Equatable {
        var user = "ann"
        var password = "hush"
        var pin = 7_391
        var tokens = ["hush-key": "hush-token"]
        var card = Card(digits: "hush-card")
        var owners = [Owner(id: 1, email: "hush-1", note: "a"), Owner(id: 2, email: "hush-2", note: "b")]
    }

    private enum Login: Codable, Equatable {
        case enter(Credential)
        case both(user: String, password: String)
        case setPassword(String)
    }

    private enum Credential: Codable, Equatable {
        case username(String)
        case password(String)
    }

    private func form(_ value: some Encodable) throws -> RedactedForm {
        let redaction = try Redaction.standard.adding(Redaction(parsing: ["/owners/*/email", "type:Card"]))
        return try RedactedForm(of: value, hiding: redaction)
    }

    @Test(
        "a hidden value is neither moved nor copied, out of its place, with its container, or by way of another place",
        arguments: [
            [Change(.move, at("/user"), from: at("/password"))], [Change(.copy, at("/user"), from: at("/password"))],
            [Change(.copy, at(""), from: at("/password"))], [Change(.copy, at("/user"), from: at("/pin"))],
            [Change(.copy, at("/user"), from: at("/tokens"))], [Change(.move, at("/user"), from: at("/card"))],
            [Change(.copy, at("/user"), from: at("/owners"))], [Change(.copy, at("/user"), from: at("/owners/0"))],
            [Change(.copy, at("/user"), from: at("/owners/[id=2]/email"))],
            [Change(.copy, at("/pin"), from: at("/password"))],
            [Change(.copy, at("/x"), from: at("/password")), Change(.move, at("/user"), from: at("/x"))],
            [Change(.copy, at("/owners/0/note"), from: at("/owners/0/email"))], [Change(.copy, at("/x"), from: at(""))],
            [
                Change(.move, at("/x"), from: at("/owners")), Change(.add, at("/owners"), value: []),
                Change(.move, at("/owners/-"), from: at("/x/0/email")),
            ],
        ])
    func refused(_ changes: [Change]) throws {
        let error = #expect(throws: TreeError.self) {
            var form = try form(Account())
            try form.apply(changes)
            _ = try form.filled()
        }
        #expect(error?.code == .inapplicableChange)
        #expect(error?.message.contains("hush") == false)
    }

    @Test(
        "no path leads into a hidden value, whatever it is",
        arguments: ["/tokens/hush-key", "/tokens/new", "/card/digits", "/card/new", "/password/0"])
    func inside(_ path: String) throws {
        for op in [Change.Operation.add, .replace, .test, .remove] {
            let error = #expect(throws: TreeError.self) {
                var form = try form(Account())
                try form.apply([Change(op, at(path), value: "hush-token")])
            }
            #expect(error?.code == .inapplicableChange)
        }
    }

    @Test("a hidden value moves with its list element, is restored in its place, replaced and removed")
    func kept() throws {
        var form = try form(Account())
        try form.apply([
            Change(.remove, at("/owners/0")), Change(.copy, at("/owners/-"), from: at("/owners/0")),
            Change(.replace, at("/owners/1/note"), value: "copied"), Change(.replace, at("/user"), value: "bob"),
            Change(.replace, at("/pin"), value: .int(0)),
            Change(.replace, at("/password"), value: "new", old: "‹redacted›"),
        ])
        let (whole, hidden) = try form.filled()
        let account = try TreeDecoder().decode(Account.self, from: whole)
        #expect(
            account.owners == [Owner(id: 2, email: "hush-2", note: "b"), Owner(id: 2, email: "hush-2", note: "copied")])
        #expect((account.user, account.password, account.pin) == ("bob", "new", 7_391))
        #expect(account.tokens == Account().tokens && account.card == Account().card)
        #expect(Set(hidden.map(\.pointer)) == ["/pin", "/tokens", "/card", "/owners/0/email", "/owners/1/email"])
    }

    @Test("in actions, too")
    func actions() throws {
        for action in [Login.enter(.password("hush")), .setPassword("hush"), .both(user: "ann", password: "hush")] {
            #expect(try TreeDecoder().decode(Login.self, from: form(action).filled().form) == action)
        }
        for change in [
            Change(.move, at("/enter"), from: at("/enter/password")),
            Change(.move, at(""), from: at("/enter/password")),
            Change(.move, at("/enter/username"), from: at("/enter/password")),
        ] {
            var form = try form(Login.enter(.password("hush")))
            try form.apply([change])
            #expect(throws: TreeError.self) { try form.filled() }
        }
    }

    @Test("how much is hidden does not count for the limits")
    func limits() throws {
        let redaction = Redaction.standard
        let large = ["password": String(repeating: "x", count: 10_000), "a": "b"]
        let form = try RedactedForm(of: large, hiding: redaction, limits: TreeLimits(maxBytes: 100))
        #expect(try form.filled().form == TreeEncoder().encode(large))
        let whole = try TreeEncoder(limits: TreeLimits(maxBytes: 100), redaction: redaction).whole(large)
        #expect(try whole == TreeEncoder().encode(large))
        #expect(throws: TreeError.self) {
            try TreeEncoder(limits: TreeLimits(maxBytes: 100), redaction: redaction).whole(["a": large["password"]])
        }
    }

    @Test("whether something is hidden depends on names, places and types alone")
    func parts() throws {
        let redaction = try Redaction.standard.adding(Redaction(parsing: ["/owners/*/email", "type:Card"]))
        func contains(_ value: Any, nodes: Int = 1_000) -> Bool {
            var parts = HiddenParts(nodes: nodes)
            return parts.contains(value, hiddenBy: redaction)
        }
        for pin in [0, 7_391] { #expect(contains(["pin": pin])) }
        for secret in [true, false] { #expect(contains((secretFlag: "\(secret)", 1))) }
        for login in [Login.setPassword(""), .setPassword("‹redacted›"), .both(user: "", password: "‹redacted›")] {
            #expect(contains(login))
        }
        #expect(contains(Account()) && contains([Card(digits: "")]) && contains([Optional(Card(digits: ""))]))
        #expect(!contains(Login.enter(.username("x"))) && !contains(["user": 1]) && !contains(Card?.none as Any))
        #expect(contains(Array(0..<100), nodes: 50) && !contains(Array(0..<100), nodes: 500))
        #expect(redaction.mayHide(in: .object(type: "A", fields: [.init(name: "password", schema: .scalar(.int))])))
        #expect(!Redaction.standard.mayHide(in: .object(type: "A", fields: [.init(name: "a", schema: .scalar(.int))])))
    }
}

@Suite("Order and changes of collections with something hidden")
struct HiddenOrderTests {
    private struct Guest: Codable, Hashable {
        var email: String
        var note: String
    }

    private struct Member: Codable, Hashable, Identifiable {
        var id: String { token }
        var token: String
        var note: String
    }

    private struct Party: Codable {
        var guests: [Guest]
        var people: Set<Guest>
        var members: [Member]
        var tags: Set<String>
    }

    private let redaction = (try? Redaction.standard.adding(Redaction(parsing: ["/**/email", "/tags/*"]))) ?? .none

    private func party(_ texts: [String]) -> Party {
        let guests = zip(texts, ["a", "b", "a", "b"]).map { Guest(email: $0, note: $1) }
        return Party(
            guests: guests, people: Set(guests), members: texts.map { Member(token: $0, note: "m") }, tags: Set(texts))
    }

    private func shown(_ old: Party, _ new: Party) throws -> String {
        let changes = Differ(redaction: redaction).changes(from: old, to: new)
        let form = try TreeEncoder(redaction: redaction).encode(new)
        var patched = try TreeEncoder(redaction: redaction).encode(old)
        try Patch.apply(changes, to: &patched, checksOld: true)
        #expect(patched == form)
        return try JSON.text(form) + JSON.text(TreeEncoder().encode(changes))
    }

    @Test("neither the order nor the changes of lists and sets show which hidden values are alike, or come first")
    func order() throws {
        func story(_ texts: [String]) throws -> String {
            let old = party(texts)
            var all = ""
            for step in 0..<6 {
                var new = old
                switch step {
                case 0: new.guests.reverse()
                case 1: new.guests.remove(at: 0)
                case 2: new.guests.insert(Guest(email: texts[2], note: "a"), at: 1)
                case 3: new.members.swapAt(0, 2)
                case 4:
                    new.people.remove(Guest(email: texts[0], note: "a"))
                    new.people.insert(Guest(email: texts[0] + "!", note: "c"))
                default:
                    new.members.remove(at: 1)
                    new.tags.insert("\(texts[0])~")
                }
                all += try shown(old, new)
            }
            return all
        }
        let first = try story(["1", "2", "3", "4"])
        for texts in [["4", "3", "2", "1"], ["zz", "b", "‹redacted›", ""], ["x", "xx", "xxx", "xxxx"]] {
            #expect(try story(texts) == first)
        }
    }

    @Test("an id that is made of what is hidden leads nowhere")
    func ids() throws {
        let node = Node(party(["1", "2", "3", "4"]), redaction: redaction)
        for id in ["1", "2", "5", "‹redacted›"] {
            #expect(throws: TreeError.self) { try node.descendant(at: Path(["members", "[id=\(id)]"])) }
            let reader = PlaceReader<Party>(at: Path(["members", "[id=\(id)]", "note"]), redaction: redaction)
            let (old, new) = (party(["1", "2", "3", "4"]), party(["5", "6", "7", "8"]))
            let isSame = withUnsafePointer(to: old) { old in
                withUnsafePointer(to: new) { reader.isSame(old, $0) }
            }
            #expect(isSame)
        }
    }
}
