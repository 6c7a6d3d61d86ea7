import Foundation
import Testing

@testable import StrobeTree

@Suite("Redaction of trees")
struct RedactionTests {
    struct Address: Codable, Equatable { var street: String; var zip: Int }
    struct Card: Codable { var cardNumber: String; var until: Date }
    enum Sign: Codable { case out, waiting(password: String, again: String), with(token: String), plainSecret(String) }
    struct User: Codable, Identifiable { var id: Int; var name: String; var email: String; var pin: Int? }
    struct App: Codable {
        var password = "hunter2-hidden"
        var attempts = 3
        var accessTokens = ["hidden-1", "hidden-2"]
        var secrets: [String: String] = ["hidden-key": "hidden-3"]
        var credentials: Address? = Address(street: "hidden-4", zip: 4711)
        var isPasswordShown = true
        var sign = Sign.waiting(password: "hidden-5", again: "shown")
        var users = [
            User(id: 1, name: "Ann", email: "hidden-7", pin: 1234),
            User(id: 2, name: "Bob", email: "hidden-8", pin: nil),
        ]
        var home = Address(street: "hidden-9", zip: 12)
        var card = Card(cardNumber: "hidden-10", until: Date(timeIntervalSince1970: 5))
    }

    let redaction = ((try? Redaction(parsing: ["/users/*/email", "type:Address"])) ?? .none) + .standard

    @Test("a form has placeholders of the same types, and reads back")
    func form() throws {
        let form = try TreeEncoder(redaction: redaction).encode(App())
        #expect(!JSON.text(form).contains("hidden-"))
        #expect(!JSON.text(form).contains("4711"))
        #expect(!JSON.text(form).contains("1234"))
        let hidden = Value.string(Redaction.placeholder)
        #expect(form.value(at: Path(["password"])) == hidden)
        #expect(form.value(at: Path(["attempts"])) == .int(3))
        #expect(form.value(at: Path(["accessTokens"])) == .array([]))
        #expect(form.value(at: Path(["secrets"])) == .object([:]))
        #expect(form.value(at: Path(["credentials"])) == .object(["street": hidden, "zip": .int(0)]))
        #expect(form.value(at: Path(["sign", "waiting", "again"])) == .string("shown"))
        #expect(form.value(at: Path(["users", "1", "email"])) == hidden)
        #expect(form.value(at: Path(["users", "1", "pin"])) == .null)
        #expect(form.value(at: Path(["users", "0", "pin"])) == .int(0))
        #expect(form.value(at: Path(["users", "0", "name"])) == .string("Ann"))
        let app = try TreeDecoder().decode(App.self, from: form)
        #expect(app.home == Address(street: Redaction.placeholder, zip: 0))
    }
}
