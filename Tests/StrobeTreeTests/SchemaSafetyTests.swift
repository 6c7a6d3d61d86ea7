import StrobeTree
import Synchronization
import Testing

/// What types see of it when somebody asks for their shape.
@Suite("SchemaProbe, safety")
struct SchemaSafetyTests {
    private static let values = Mutex<[String]>([])

    private static func got(_ value: some Any) {
        values.withLock { $0.append("\(value)") }
    }

    /// Computes on what it decodes, in ways that stop the program where that is empty or zero.
    struct Version: Decodable {
        var major: Int
        var minor: Int

        private enum CodingKeys: CodingKey { case text }

        init(from decoder: any Decoder) throws {
            let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
            SchemaSafetyTests.got(text)
            let parts = text.split(separator: ".")
            major = Int(parts[0]) ?? 0
            minor = Int(parts[1]) ?? 0
        }
    }

    struct Share: Decodable {
        var part: Int

        init(from decoder: any Decoder) throws {
            let whole = try decoder.singleValueContainer().decode(Int.self)
            SchemaSafetyTests.got(whole)
            part = 100 / whole
        }
    }

    struct Code: RawRepresentable, Codable {
        var first: Character
        var rawValue: String { String(first) }

        init?(rawValue: String) {
            SchemaSafetyTests.got(rawValue)
            first = rawValue[rawValue.startIndex]
        }
    }

    struct Pair: Decodable {
        var head: Int

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            var elements: [Int] = []
            while !container.isAtEnd { elements.append(try container.decode(Int.self)) }
            SchemaSafetyTests.got(elements)
            head = elements[0]
        }
    }

    enum Route: Decodable {
        case home
        case page(Int)

        private enum CodingKeys: CodingKey { case home, page }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let key = container.allKeys[0]
            switch key {
            case .home: self = .home
            case .page: self = .page(100 / (try container.decode(Int.self, forKey: .page)))
            }
        }
    }

    /// Asks first for what the compiler would ask for.
    struct Mixed: Decodable {
        var id: Int
        var version: Version
        var share: Share?

        private enum CodingKeys: CodingKey { case id, version, share }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            SchemaSafetyTests.got(id)
            version = try container.decode(Version.self, forKey: .version)
            share = try container.decodeIfPresent(Share.self, forKey: .share)
        }
    }

    final class Handle: Codable {
        var descriptor: Int32
        var name: String
        deinit { SchemaSafetyTests.got(descriptor) }
    }

    struct All: Decodable {
        var version: Version
        var share: [Share]
        var code: Code
        var pair: Pair
        var route: Route
        var mixed: Mixed
        var handle: Handle
    }

    @Test("no type ever gets a value that nobody sent, nor is an object made of such values")
    func nothingMadeUp() {
        guard case .object(_, let fields) = SchemaProbe.schema(of: All.self) else {
            Issue.record("not an object")
            return
        }
        #expect(Self.values.withLock { $0 } == [])
        let schemas = fields.map(\.schema)
        let version = Schema.object(type: "Version", fields: [.init(name: "text", schema: .scalar(.string))])
        #expect(schemas[0] == version)
        #expect(schemas[1] == .array(.scalar(.int)))
        #expect(schemas[2] == .scalar(.string))
        #expect(schemas[3] == .array(.unknown(type: "")))
        #expect(
            schemas[4]
                == .choice(
                    type: "Route",
                    cases: [
                        .init(name: "home"), .init(name: "page", payload: [.init(name: nil, schema: .scalar(.int))]),
                    ]))
        #expect(
            schemas[5]
                == .object(
                    type: "Mixed",
                    fields: [
                        .init(name: "id", schema: .scalar(.int)), .init(name: "version", schema: version),
                        .init(name: "share", schema: .optional(.scalar(.int))),
                    ]))
        #expect(
            schemas[6]
                == .object(
                    type: "Handle",
                    fields: [
                        .init(name: "descriptor", schema: .scalar(.int)),
                        .init(name: "name", schema: .unknown(type: "")),
                    ]))
    }

    /// Takes a number or a text.
    struct Flexible: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if (try? container.decode(Int.self)) == nil { _ = try container.decode(String.self) }
        }
    }

    /// Takes an object or a text.
    struct Versatile: Decodable {
        private enum CodingKeys: CodingKey { case id, name }

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                SchemaSafetyTests.got(text)
            } else {
                _ = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
            }
        }
    }

    /// Passes over elements that do not decode.
    struct Tolerant: Decodable {
        var elements: [Int] = []

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd {
                if let element = try? container.decode(Int.self) { elements.append(element) }
            }
        }
    }

    @Test("a type that takes several forms is unknown, one that passes over errors comes to an end")
    func severalForms() {
        #expect(SchemaProbe.schema(of: Flexible.self) == .unknown(type: "Flexible"))
        #expect(SchemaProbe.schema(of: Versatile.self) == .unknown(type: "Versatile"))
        #expect(SchemaProbe.schema(of: Tolerant.self) == .array(.unknown(type: "")))
    }

    struct Silent: Decodable, SchemaDescribing {
        static var schema: Schema { .unknown(type: "Silent") }

        init(from decoder: any Decoder) throws { SchemaSafetyTests.got("anything") }
    }

    struct Telling: Decodable, SchemaDescribing {
        static var schema: Schema { .scalar(.date) }

        init(from decoder: any Decoder) throws { SchemaSafetyTests.got("anything") }
    }

    @Test("a type that describes itself is believed and left alone")
    func describing() {
        #expect(SchemaProbe.schema(of: Silent.self) == .unknown(type: "Silent"))
        #expect(SchemaProbe.schema(of: [Telling?].self) == .array(.optional(.scalar(.date))))
    }

    @propertyWrapper
    struct Clamped: Codable {
        var wrappedValue: Int
    }

    struct Declared: Codable {
        @Clamped var level: Int
        var text: String?
        private(set) var double: Double
        var inner: Inner<[Int]>

        struct Inner<T: Codable>: Codable {
            var value: T
            var more: [String: Inner]?
        }

        private enum CodingKeys: String, CodingKey {
            case double = "d", level, inner = "in", text
        }
    }

    @Test("fields follow the order and names of the coding keys, whatever the order of the properties")
    func declarations() {
        #expect(
            SchemaProbe.schema(of: Declared.self)
                == .object(
                    type: "Declared",
                    fields: [
                        .init(name: "d", schema: .scalar(.double)),
                        .init(
                            name: "level",
                            schema: .object(
                                type: "Clamped", fields: [.init(name: "wrappedValue", schema: .scalar(.int))])),
                        .init(
                            name: "in",
                            schema: .object(
                                type: "Inner<Array<Int>>",
                                fields: [
                                    .init(name: "value", schema: .array(.scalar(.int))),
                                    .init(
                                        name: "more",
                                        schema: .optional(
                                            .dictionary(
                                                key: .scalar(.string), value: .recursive(type: "Inner<Array<Int>>")))),
                                ])),
                        .init(name: "text", schema: .optional(.scalar(.string))),
                    ]))
    }
}
