import DeclarationTesting
import StrobeReflection
import StrobeTree
import Synchronization
import Testing

/// A probe for a type's shape has no effects that the type notices.
@Suite("SchemaProbe, safety")
struct SchemaSafetyTests {
    private static let calls = Mutex<[String]>([])

    private static func called(_ type: any Any.Type) {
        calls.withLock { $0.append("\(type)") }
    }

    /// A common idiom with Core Data: the decoder must have a context.
    struct Managed: Codable {
        var number: Int

        init(from decoder: any Decoder) throws {
            SchemaSafetyTests.called(Self.self)
            fatalError("no context")
        }

        func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }
    }

    struct Version: Decodable {
        var major: Int

        private enum CodingKeys: CodingKey { case text }

        init(from decoder: any Decoder) throws {
            SchemaSafetyTests.called(Self.self)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            guard let text = try? container.decode(String.self, forKey: .text) else { fatalError("no text") }
            major = text.count
        }
    }

    struct Code: RawRepresentable, Codable {
        var first: Character
        var rawValue: String { String(first) }

        init?(rawValue: String) {
            SchemaSafetyTests.called(Self.self)
            first = rawValue[rawValue.startIndex]
        }
    }

    /// Has coding keys for its cases, like those of the compiler, but none for their payloads.
    enum Route: Decodable {
        case home
        case page(Int)

        private enum CodingKeys: CodingKey { case home, page }

        init(from decoder: any Decoder) throws {
            SchemaSafetyTests.called(Self.self)
            fatalError("init(from:) has not been implemented")
        }
    }

    /// Coded as the compiler would.
    struct Mixed: Decodable {
        var id: Int
        var version: Version?

        private enum CodingKeys: CodingKey { case id, version }

        init(from decoder: any Decoder) throws {
            SchemaSafetyTests.called(Self.self)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            version = try container.decodeIfPresent(Version.self, forKey: .version)
        }
    }

    final class Handle: Codable {
        var descriptor: Int32
        var name: String

        init(from decoder: any Decoder) throws { fatalError("init(from:) has not been implemented") }

        deinit { SchemaSafetyTests.called(Self.self) }

        private enum CodingKeys: CodingKey { case descriptor, name }

        func encode(to encoder: any Encoder) throws {}
    }

    /// Its keys are asked for no name.
    struct Shouting: Codable {
        var word = ""

        enum CodingKeys: CodingKey {
            case word

            var stringValue: String {
                SchemaSafetyTests.called(Self.self)
                return "WORD"
            }
        }
    }

    struct All: Decodable {
        var managed: [Managed]
        var version: Version
        var code: Code
        var route: Route
        var mixed: Mixed
        var handle: Handle
        var shouting: Shouting
    }

    @Test("nothing of a type runs for its shape, and the shape is what it declares", .readsDeclarations)
    func nothingRuns() {
        guard case .object(_, let fields) = SchemaProbe.schema(of: All.self) else {
            Issue.record("not an object")
            return
        }
        let schemas = fields.map(\.schema)
        let version = Schema.object(type: "Version", fields: [.init(name: "text", schema: .unknown(type: ""))])
        #expect(schemas[0] == .array(.unknown(type: "Managed")))
        #expect(schemas[1] == version)
        #expect(schemas[2] == .scalar(.string))
        #expect(schemas[3] == .unknown(type: "Route"))
        #expect(
            schemas[4]
                == .object(
                    type: "Mixed",
                    fields: [
                        .init(name: "id", schema: .scalar(.int)), .init(name: "version", schema: .optional(version)),
                    ]))
        #expect(
            schemas[5]
                == .object(
                    type: "Handle",
                    fields: [
                        .init(name: "descriptor", schema: .scalar(.int)), .init(name: "name", schema: .scalar(.string)),
                    ]))
        #expect(schemas[6] == .object(type: "Shouting", fields: [.init(name: "word", schema: .scalar(.string))]))
        #expect(SchemaProbe.shownShape(of: All.self) == SchemaProbe.schema(of: All.self))
        #expect(Self.calls.withLock { $0 } == [])
    }

    @Test("nothing of a type runs for the way to a place in it")
    func nothingRunsForPaths() {
        for path in [["version", "text"], ["version", "major"], ["mixed", "id"], ["managed", "0", "number"]] {
            _ = PlaceReader<All>(at: Path(path))
            _ = CaseReader<All>(at: Path(path))
        }
        #expect(Self.calls.withLock { $0 } == [])
    }

    struct Name: RawRepresentable, Hashable, Codable, CodingKeyRepresentable {
        var rawValue: String

        init(_ text: String) { rawValue = text }

        init?(rawValue: String) {
            SchemaSafetyTests.called(Self.self)
            self.rawValue = rawValue
        }
    }

    struct Register: Codable {
        var byName = [Name("a"): 1, Name("b"): 2]
        var byNumber = [7: "seven"]
    }

    @Test("no key of a program's type is made from a requested text")
    func noKeyIsMade() throws {
        let register = Register()
        func value(at path: [String]) -> Value? {
            let part = try? Node(register).descendant(at: Path(path)).value()
            let reader = PlaceReader<Register>(at: Path(path))
            withUnsafePointer(to: register) { #expect(reader.isSame($0, $0)) }
            return part
        }
        #expect(value(at: ["byName", "b"]) == 2)
        #expect(value(at: ["byName", ""]) == nil)
        #expect(value(at: ["byNumber", "7"]) == "seven")
        #expect(value(at: ["byNumber", "x"]) == nil)
        #expect(Self.calls.withLock { $0 } == [])
    }

    struct Silent: Decodable, SchemaDescribing {
        static var schema: Schema { .unknown(type: "Silent") }

        init(from decoder: any Decoder) throws { SchemaSafetyTests.called(Self.self) }
    }

    struct Telling: Decodable, SchemaDescribing {
        static var schema: Schema { .scalar(.date) }

        init(from decoder: any Decoder) throws { SchemaSafetyTests.called(Self.self) }
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

    @Test(
        "fields follow the order and names of the coding keys, whatever the order of the properties", .readsDeclarations
    )
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

    /// Has its coding keys in an extension, like retroactive conformances.
    struct Extended {
        var word: String
    }

    private struct Pair<First: Codable, Second: Codable>: Codable {
        var first: First
        var second: Second

        enum CodingKeys: String, CodingKey { case first = "1", second = "2" }
    }

    private struct Four<A: Codable, B: Codable>: Codable {
        var a: A
        var b: B
        private enum CodingKeys: String, CodingKey { case a = "A", b = "B" }
    }

    enum Renamed: Codable {
        case go(fast: Bool, Int)
        case unnamed(Int)
        case left

        enum CodingKeys: String, CodingKey { case go = "GO", unnamed }
        enum GoCodingKeys: String, CodingKey { case fast = "f", _1 }
    }

    @Test("keys are found wherever they are declared, in generic types too", .readsDeclarations)
    func places() {
        struct Local: Codable {
            var here: Int
            enum CodingKeys: String, CodingKey { case here = "there" }
        }
        func fields(of type: any Any.Type) -> [Schema.Field]? {
            guard case .object(_, let fields) = SchemaProbe.schema(of: type) else { return nil }
            return fields
        }
        #expect(fields(of: Extended.self) == [.init(name: "Word", schema: .scalar(.string))])
        #expect(fields(of: Local.self) == [.init(name: "there", schema: .scalar(.int))])
        #expect(
            fields(of: Pair<Int, [Bool]>.self) == [
                .init(name: "1", schema: .scalar(.int)), .init(name: "2", schema: .array(.scalar(.bool))),
            ])
        #expect(
            fields(of: Four<String, Pair<Int, Int>>.self)?.map(\.name) == ["A", "B"])
        #expect(
            SchemaProbe.schema(of: Renamed.self)
                == .choice(
                    type: "Renamed",
                    cases: [
                        .init(
                            name: "GO",
                            payload: [
                                .init(name: "f", schema: .scalar(.bool)), .init(name: nil, schema: .scalar(.int)),
                            ]),
                        .init(name: "unnamed", payload: [.init(name: nil, schema: .scalar(.int))]),
                    ]))
    }
}

extension SchemaSafetyTests.Extended: Codable {
    enum CodingKeys: String, CodingKey { case word = "Word" }
}
