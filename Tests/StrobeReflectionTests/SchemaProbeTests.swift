import DeclarationTesting
import Foundation
import StrobeReflection
import StrobeTree
import Testing

@Suite("SchemaProbe")
struct SchemaProbeTests {
    private let user = Schema.object(
        type: "User",
        fields: [
            .init(name: "id", schema: .scalar(.int)), .init(name: "name", schema: .scalar(.string)),
            .init(name: "email", schema: .optional(.scalar(.string))),
        ])

    @Test("a struct has its fields, optional ones too", .readsDeclarations)
    func object() {
        #expect(SchemaProbe.schema(of: Sample.User.self) == user)
    }

    @Test("an enum has every case with labels and payloads", .readsDeclarations)
    func choice() {
        #expect(
            SchemaProbe.schema(of: Sample.Load.self)
                == .choice(
                    type: "Load",
                    cases: [
                        .init(name: "idle"), .init(name: "loading"),
                        .init(name: "loaded", payload: [.init(name: nil, schema: user)]),
                        .init(
                            name: "failed",
                            payload: [
                                .init(name: "reason", schema: .scalar(.string)),
                                .init(name: "code", schema: .scalar(.int)),
                            ]),
                        .init(
                            name: "pair",
                            payload: [
                                .init(name: nil, schema: .scalar(.int)), .init(name: nil, schema: .scalar(.string)),
                            ]),
                        .init(name: "maybe", payload: [.init(name: nil, schema: .optional(.scalar(.int)))]),
                        .init(
                            name: "mixed",
                            payload: [
                                .init(name: nil, schema: .scalar(.int)), .init(name: "by", schema: .scalar(.double)),
                            ]),
                        .init(
                            name: "zero",
                            payload: [
                                .init(
                                    name: nil,
                                    schema: .object(
                                        type: "Underscored", fields: [.init(name: "_0", schema: .scalar(.int))]))
                            ]),
                    ]))
    }

    @Test("enums of one case have shapes, with a payload and without one", .readsDeclarations)
    func singleCase() {
        #expect(
            SchemaProbe.schema(of: Sample.Single.self)
                == .choice(
                    type: "Single", cases: [.init(name: "only", payload: [.init(name: "x", schema: .scalar(.int))])]))
        #expect(SchemaProbe.schema(of: Sample.Lonely.self) == .choice(type: "Lonely", cases: [.init(name: "here")]))
    }

    @Test("an indirect enum refers to itself in its cases", .readsDeclarations)
    func recursiveEnum() {
        let tree = Schema.recursive(type: "Tree")
        #expect(
            SchemaProbe.schema(of: Sample.Tree.self)
                == .choice(
                    type: "Tree",
                    cases: [
                        .init(name: "leaf", payload: [.init(name: nil, schema: .scalar(.int))]),
                        .init(
                            name: "branch",
                            payload: [.init(name: "left", schema: tree), .init(name: "right", schema: tree)]),
                    ]))
    }

    struct Folder: Codable {
        var name: String
        var parent: [Folder]
        var byName: [String: Folder]
        var after: Int
    }

    @Test("a struct that holds itself in collections is recursive there", .readsDeclarations)
    func recursiveStruct() {
        #expect(
            SchemaProbe.schema(of: Folder.self)
                == .object(
                    type: "Folder",
                    fields: [
                        .init(name: "name", schema: .scalar(.string)),
                        .init(name: "parent", schema: .array(.recursive(type: "Folder"))),
                        .init(
                            name: "byName",
                            schema: .dictionary(key: .scalar(.string), value: .recursive(type: "Folder"))),
                        .init(name: "after", schema: .scalar(.int)),
                    ]))
    }

    @Test("enums with raw values have names and values, listed or not", .readsDeclarations)
    func rawValues() {
        #expect(
            SchemaProbe.schema(of: Sample.Color.self)
                == .choice(
                    type: "Color",
                    cases: [
                        .init(name: "red", raw: "red"), .init(name: "green", raw: "grün"), .init(name: "one", raw: "1"),
                    ]))
        #expect(
            SchemaProbe.schema(of: Sample.Priority.self)
                == .choice(type: "Priority", cases: [.init(name: "low", raw: 1), .init(name: "high", raw: 10)]))
    }

    @Test("every collection and scalar of a state has a shape", .readsDeclarations)
    func state() throws {
        guard case .object("State", let fields) = SchemaProbe.schema(of: Sample.State.self) else {
            Issue.record("not an object")
            return
        }
        #expect(
            fields.map(\.name) == [
                "load", "single", "lonely", "tree", "generic", "color", "priority", "scalars", "collections",
                "optionals",
            ])
        let text = "\(fields)"
        #expect(!text.contains("unknown"))
        guard case .object(_, let collections) = SchemaProbe.schema(of: Sample.Collections.self) else {
            Issue.record("not an object")
            return
        }
        let schemas = Dictionary(uniqueKeysWithValues: collections.map { ($0.name ?? "", $0.schema) })
        #expect(schemas["users"] == .array(user))
        #expect(schemas["names"] == .set(.scalar(.string)))
        #expect(schemas["byNumber"] == .dictionary(key: .scalar(.int), value: .scalar(.string)))
        #expect(schemas["byColor"] == .dictionary(key: SchemaProbe.schema(of: Sample.Color.self), value: .scalar(.int)))
        guard case .object(_, let optionals) = SchemaProbe.schema(of: Sample.Optionals.self) else { return }
        #expect(optionals.first { $0.name == "three" }?.schema == .optional(.optional(.optional(.scalar(.int)))))
    }

    /// Validates what it decodes.
    struct Email: Codable {
        var text: String
        init(from decoder: any Decoder) throws {
            text = try decoder.singleValueContainer().decode(String.self)
            guard text.contains("@") else {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no address"))
            }
        }
        func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
    }

    struct Contact: Codable {
        var name: String
        var email: Email
        var age: Int
    }

    enum Message: Codable {
        case send(Email)
        case nothing
    }

    @Test(
        "a type that decodes itself in its own way is unknown, and the types around it are known", .readsDeclarations)
    func custom() {
        let email = Schema.unknown(type: "Email")
        #expect(SchemaProbe.schema(of: Email.self) == email)
        #expect(
            SchemaProbe.schema(of: Contact.self)
                == .object(
                    type: "Contact",
                    fields: [
                        .init(name: "name", schema: .scalar(.string)), .init(name: "email", schema: email),
                        .init(name: "age", schema: .scalar(.int)),
                    ]))
        #expect(
            SchemaProbe.schema(of: Message.self)
                == .choice(
                    type: "Message",
                    cases: [.init(name: "send", payload: [.init(name: nil, schema: email)]), .init(name: "nothing")]))
        #expect(SchemaProbe.schema(of: Sample.Machine.self) == .unknown(type: "Machine"))
    }

    /// A key type without cases, of which no value may be created.
    struct Hollow: Codable {
        enum CodingKeys: CodingKey {}
    }

    struct AskingAll: Decodable {
        enum Keys: CodingKey {}
        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: Keys.self).allKeys
            _ = try decoder.container(keyedBy: WideKey.self).allKeys
        }
    }

    struct WideKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    struct ByteKey: CodingKey {
        var byte: UInt8
        var stringValue: String { String(byte) }
        var intValue: Int? { nil }
        init?(stringValue: String) { byte = UInt8(stringValue) ?? 0 }
        init?(intValue: Int) { nil }
    }

    enum PayloadKey: CodingKey {
        case flag(Bool)
        case other(Bool)
        var stringValue: String {
            switch self {
            case .flag(let flag): "flag\(flag)"
            case .other(let flag): "other\(flag)"
            }
        }
        var intValue: Int? { nil }
        init?(stringValue: String) { self = .flag(false) }
        init?(intValue: Int) { nil }
    }

    struct Reader<Key: CodingKey>: Decodable {
        init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Key.self).allKeys }
    }

    @Test("coding keys that are no plain enums, or not an enum's, are left alone", .readsDeclarations)
    func keys() {
        #expect(SchemaProbe.schema(of: Hollow.self) == .object(type: "Hollow", fields: []))
        #expect(SchemaProbe.schema(of: AskingAll.self) == .unknown(type: "AskingAll"))
        for type in [Reader<WideKey>.self, Reader<ByteKey>.self, Reader<PayloadKey>.self] as [any Any.Type] {
            guard case .unknown = SchemaProbe.schema(of: type) else {
                Issue.record("\(type) is told a shape")
                continue
            }
        }
    }

    @Test("an enum of 256 cases has a shape, a larger one only its raw type", .readsDeclarations)
    func manyCases() {
        guard case .choice(_, let cases) = SchemaProbe.schema(of: ManyCases.Just.self) else {
            Issue.record("not an enum")
            return
        }
        #expect(cases.count == 256)
        #expect(cases.last?.raw == 255)
        #expect(SchemaProbe.schema(of: ManyCases.TooMany.self) == .scalar(.int))
    }

    @Test(
        "nested containers, inheritance and ranges have shapes as far as these are declared",
        .readsDeclarations)
    func nested() {
        #expect(
            SchemaProbe.schema(of: Sample.Flattened.self)
                == .object(
                    type: "Flattened",
                    fields: [
                        .init(
                            name: "a point/with~odd.\"key\"",
                            schema: .object(
                                type: "Point",
                                fields: [
                                    .init(name: "x", schema: .scalar(.int)), .init(name: "y", schema: .scalar(.int)),
                                ])),
                        .init(name: "", schema: .array(.scalar(.int))),
                        .init(name: "rows", schema: .array(.array(.scalar(.int)))),
                    ]))
        #expect(
            SchemaProbe.schema(of: Sample.Dog.self)
                == .object(
                    type: "Dog",
                    fields: [.init(name: "tricks", schema: .array(.scalar(.string)))]))
        #expect(SchemaProbe.schema(of: Range<Int>.self) == .array(.scalar(.int)))
    }

    @Test("a schema survives its own JSON form and Foundation's encoders")
    func codable() throws {
        for type in [Sample.State.self, Sample.Load.self, Contact.self, Folder.self] as [any Any.Type] {
            let schema = SchemaProbe.schema(of: type)
            #expect(try TreeDecoder().decode(Schema.self, from: TreeEncoder().encode(schema)) == schema)
            #expect(try JSONDecoder().decode(Schema.self, from: JSONEncoder().encode(schema)) == schema)
        }
    }

    @Test("many threads may ask for schemas at once")
    func threads() async {
        await withTaskGroup(of: Schema.self) { group in
            for _ in 0..<16 { group.addTask { SchemaProbe.schema(of: Sample.State.self) } }
            var schemas = Set<Schema>()
            for await schema in group { schemas.insert(schema) }
            #expect(schemas.count == 1)
        }
    }
}
