import Foundation
import Strobe
import StrobeServer
import Testing

/// A program that uses the products of the package and imports nothing else.
@Suite("A program with the products alone")
struct ProgramTests {
    @Test("limits, histories and what is hidden can be named")
    func configuration() throws {
        var history = HistoryOptions()
        history.replays = false
        var limits = SessionLimits()
        limits.depth = 64
        let hidden: Redaction = try .standard + Redaction(parsing: ["/users/*/email"])
        let none = Redaction(rules: [RedactionRule]())
        let access: Access = .control
        let configuration = DebugServer.Configuration(
            access: access, limits: limits, history: history, redaction: hidden + none)
        #expect(configuration.history.replays == false)
        #expect(configuration.limits.depth == 64)
        #expect(configuration.redaction == hidden)

        struct State { var count = 0 }
        let store = Store(initial: State()) { (state: inout State, action: Int) in state.count += action }
        let server = DebugServer(configuration: configuration)
        server.add(store, id: "s", history: history)
    }

    /// Encoded as text, such as "21.5 °C".
    struct Temperature: Codable, Sendable, SchemaDescribing {
        var celsius: Double

        static var schema: Schema { .scalar(.string) }

        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            guard let celsius = Double(text.prefix { $0 != " " }) else {
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no number"))
            }
            self.celsius = celsius
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode("\(celsius) °C")
        }
    }

    @Test("a type can describe its shape, of every kind")
    func describing() {
        #expect(Temperature.schema == .scalar(.string))
        let shapes: [Schema] = [
            .optional(.scalar(.date)), .array(.scalar(.int)), .dictionary(key: .scalar(.string), value: .scalar(.bool)),
            .object(type: "Reading", fields: [.init(name: "at", schema: .scalar(.date))]),
            .choice(
                type: "Unit",
                cases: [
                    .init(name: "celsius"), .init(name: "kelvin", raw: "K"),
                    .init(name: "other", payload: [.init(name: nil, schema: .scalar(.int))]),
                ]),
            .unknown(type: "Sensor"),
        ]
        #expect(Set(shapes).count == shapes.count)
    }

    /// A class that declares itself inspectable, in a state that can be copied with it.
    final class Cart: Codable, InspectableObject, @unchecked Sendable {
        private let lock = NSLock()
        private var total = 0

        var sum: Int { lock.withLock { total } }
        init() {}
        init(from decoder: any Decoder) throws { total = try decoder.singleValueContainer().decode(Int.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(sum)
        }
        func add(_ number: Int) { lock.withLock { total += number } }
    }

    struct Shop: Codable, Sendable, StateCopying {
        var visits = 0
        var cart = Cart()
    }

    @Test("a state that can be copied with its object, and an object that may be looked at, need the products alone")
    func objects() throws {
        let shop = Shop()
        shop.cart.add(3)
        let copy = try #require(shop.copyForReplay())
        #expect(copy.cart !== shop.cart && copy.cart.sum == 3)
    }
}
