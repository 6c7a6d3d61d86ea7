import DeclarationTesting
import Foundation
import StrobeReflection
import StrobeTree
import Testing

@Suite("TreeDecoder's errors")
struct DecodingErrorTests {
    private func error<T: Decodable>(_ type: T.Type, _ form: Value) throws -> TreeError {
        try #require(throws: TreeError.self) { try TreeDecoder().decode(type, from: form) }
    }

    @Test(
        "an unknown case names the type, the cases and the nearest one", .readsDeclarations,
        arguments: ["lodaed", ["lodaed": 1]] as [Value])
    func unknownCase(form: Value) throws {
        let error = try error(Sample.Load.self, form)
        #expect(error.code == .undecodable)
        #expect(error.message == "Load has no case `lodaed`; did you mean `loaded`?")
        #expect(error.suggestion == "loaded")
        #expect(error.expected == "one of idle, loading, loaded, failed, pair, maybe, mixed, zero")
        #expect(error.path == .root)
    }

    @Test("an unknown case inside says where")
    func unknownCaseInside() throws {
        let error = try error([String: [Sample.Load]].self, ["a": ["idle", "nope"]])
        #expect(error.path == Path(["a", "1"]))
        #expect(error.suggestion == nil)
    }

    @Test("a missing label is named, with a suggestion")
    func missingLabel() throws {
        let error = try error(Sample.Load.self, ["failed": ["reson": "x", "code": 1]])
        #expect(error.message == ".failed of Load needs `reason` (String); found `reson`, did you mean `reason`?")
        #expect(error.path == Path(["failed"]))
        #expect(error.expected == "reason: String")
        #expect(error.suggestion == "reason")
    }

    @Test("the bare name of a case with a payload says which payload it needs")
    func missingPayload() throws {
        #expect(try error(Sample.Load.self, "loaded").message == ".loaded of Load needs a payload (User).")
        #expect(try error(Sample.Load.self, "failed").message == ".failed of Load needs `reason` (String).")
        #expect(try TreeDecoder().decode(Sample.Load.self, from: "maybe") == .maybe(nil))
    }

    @Test("a payload of the wrong type says where and what was expected")
    func wrongPayload() throws {
        let deep = try error(Sample.Load.self, ["loaded": ["id": "1", "name": "x"]])
        #expect(deep.path == Path(["loaded", "id"]))
        #expect(deep.message == "Expected an integer (Int), found the string \"1\".")
        #expect(try error(Sample.Load.self, ["idle": 5]).path == Path(["idle"]))
        #expect(try error(Sample.Load.self, ["loaded": 5]).path == Path(["loaded"]))
    }

    @Test(
        "not exactly one case is refused",
        arguments: [[:], ["idle": [:], "loading": [:]], ["idle": [:], "x": 1], 5, nil] as [Value])
    func caseCount(form: Value) throws {
        #expect(try error(Sample.Load.self, form).code == .undecodable)
    }

    @Test("a raw value that no case has lists those that there are", .readsDeclarations)
    func rawValues() throws {
        let text = try error(Sample.Color.self, "rod")
        #expect(text.message == "Color has no case \"rod\"; did you mean `red`?")
        #expect(text.suggestion == "red")
        #expect(try error(Sample.Priority.self, 2).expected == "one of 1, 10")
        let key = try error([Sample.Color: Int].self, ["blue": 1])
        #expect(key.path == Path(["blue"]))
    }

    @Test("integers outside their type are refused, integral doubles taken")
    func integers() throws {
        #expect(try error([Int8].self, [1, 300]).path == Path(["1"]))
        #expect(try error(UInt.self, -1).message == "Expected an integer (UInt), found the number -1.")
        #expect(try TreeDecoder().decode(Int.self, from: 3.0) == 3)
        #expect(throws: TreeError.self) { try TreeDecoder().decode(Int.self, from: 3.5) }
    }

    @Test("unknown members are ignored")
    func extraMembers() throws {
        let user = try TreeDecoder().decode(Sample.User.self, from: ["id": 1, "name": "x", "color": "red"])
        #expect(user == Sample.User(id: 1, name: "x"))
    }

    @Test("a type that is known at run time only decodes as itself")
    func runtimeType() throws {
        let type: any Decodable.Type = Sample.User.self
        let user = try TreeDecoder().decode(type, from: ["id": 1, "name": "x"])
        #expect(user as? Sample.User == Sample.User(id: 1, name: "x"))
    }

    @Test("leaves of Foundation say what they look like")
    func foundation() throws {
        #expect(try error(UUID.self, "x").expected?.contains("UUID") == true)
        #expect(try error(Data.self, "*").expected?.contains("base64") == true)
        #expect(try error(Decimal.self, "1x").expected?.contains("decimal") == true)
        #expect(try TreeDecoder().decode(Data.self, from: [1, 2]) == Data([1, 2]))
        #expect(try TreeDecoder().decode(Decimal.self, from: 1.5) == Decimal(string: "1.5"))
    }

    @Test("arrays that are too short say so")
    func shortArrays() throws {
        #expect(try error(Range<Int>.self, [1]).message.contains("at least 2 elements"))
    }

    @Test("a type with keys of its own for everything is decoded without being mistaken for an enum")
    func dynamicKeys() throws {
        struct Bag: Decodable {
            var names: [String]
            struct Key: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }
                init?(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
            init(from decoder: any Decoder) throws {
                names = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
            }
        }
        #expect(try TreeDecoder().decode(Bag.self, from: ["a": 1, "b": 2]).names == ["a", "b"])
    }
}
