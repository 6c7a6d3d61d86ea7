import Foundation
import StrobeServer
import Testing

private struct Temperature: Codable {
    var celsius = 21.5
}

/// Written as text, such as "21.5 °C".
extension Temperature: SchemaDescribing {
    static var schema: Schema { .scalar(.string) }
}

private struct Message {
    private final class Contents { var text = "" }
    private var contents = Contents()
    var text: String {
        get { contents.text }
        set {
            if !isKnownUniquelyReferenced(&contents) { contents = Contents() }
            contents.text = newValue
        }
    }
}

extension Message: ValueSemantic {}

/// The code in the documentation of what types of states may say of themselves.
@Suite("Examples of states")
struct StateExamples {
    @Test("a type describes its shape, and declares that its copies are independent")
    func types() {
        #expect(Temperature.schema == .scalar(.string))
        var message = Message()
        let copy = message
        message.text = "hello"
        let copied: any ValueSemantic = copy
        #expect((copied as? Message)?.text == "" && message.text == "hello")
    }

    @Test("an object that may be shown")
    func object() throws {
        final class Cart: Encodable, InspectableObject {
            private let lock = NSLock()
            private var total = 0
            private enum CodingKeys: CodingKey { case total }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(lock.withLock { total }, forKey: .total)
            }
        }
        #expect(String(decoding: try JSONEncoder().encode(Cart()), as: UTF8.self) == #"{"total":0}"#)
    }

    @Test("a state that can be copied with its objects")
    func copying() {
        final class Cart {
            var total = 0
            func copy() -> Cart {
                let copy = Cart()
                copy.total = total
                return copy
            }
        }
        struct Shop: StateCopying {
            var visits = 0
            var cart = Cart()
            func copyForReplay() -> Shop? { Shop(visits: visits, cart: cart.copy()) }
        }
        let shop = Shop()
        shop.cart.total = 3
        let copy = shop.copyForReplay()
        #expect(copy?.cart !== shop.cart && copy?.cart.total == 3)
    }

    @Test("what is never shown")
    func redaction() throws {
        let rules = ["/users/*/email", "*iban*", "type:Credentials", "!tokenCount"]
        let redaction = try Redaction(parsing: rules) + .standard
        #expect(redaction.rules.count == Redaction.standard.rules.count + 4)
    }
}
