import Foundation
import StrobeReflection
import StrobeTree
import SeededTesting
import Testing

@Suite("TreeEncoder and TreeDecoder")
struct RoundTripTests {
    /// Value, form, JSON text, form, value.
    private func roundTrip<T: Codable>(_ value: T) throws -> T {
        let form = try TreeEncoder().encode(value)
        let again = try JSON.parse(JSON.text(form))
        #expect(again == form)
        return try TreeDecoder().decode(T.self, from: again)
    }

    private func form(_ value: any Encodable) throws -> Value { try TreeEncoder().encode(value) }

    @Test("any state survives the way to JSON text and back", arguments: 0..<40)
    func property(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for round in 0..<25 {
            let state = random.sampleState()
            #expect(try roundTrip(state) == state, "seed \(seed), round \(round)")
        }
    }

    @Test("enums are tagged by their case")
    func enums() throws {
        #expect(try form(Sample.Load.idle) == "idle")
        #expect(
            try form(Sample.Load.loaded(Sample.User(id: 1, name: "x"))) == [
                "loaded": ["id": 1, "name": "x", "email": nil]
            ])
        #expect(try form(Sample.Load.failed(reason: "r", code: 2)) == ["failed": ["reason": "r", "code": 2]])
        #expect(try form(Sample.Load.pair(1, "b")) == ["pair": ["_0": 1, "_1": "b"]])
        #expect(try form(Sample.Load.mixed(1, by: 2)) == ["mixed": ["_0": 1, "by": 2.0]])
        #expect(try form(Sample.Load.maybe(nil)) == ["maybe": nil])
        #expect(try form(Sample.Load.zero(Sample.Underscored(_0: 3))) == ["zero": ["_0": ["_0": 3]]])
        #expect(try form(Sample.Single.only(x: 1)) == ["only": ["x": 1]])
        #expect(try form(Sample.Lonely.here) == "here")
        #expect(try form(Sample.Color.green) == "grün")
        #expect(try form(Sample.Priority.high) == 10)
    }

    @Test("Foundation's form of enums is read as well")
    func foundationEnums() throws {
        let decoder = TreeDecoder()
        for load in [
            Sample.Load.idle, .loaded(Sample.User(id: 1, name: "x", email: "e")), .failed(reason: "r", code: 1),
            .pair(1, "b"),
            .maybe(3), .maybe(nil), .mixed(1, by: 0.5), .zero(Sample.Underscored(_0: 3)),
        ] {
            let text = String(decoding: try JSONEncoder().encode(load), as: UTF8.self)
            #expect(try decoder.decode(Sample.Load.self, from: JSON.parse(text)) == load, "\(text)")
        }
    }

    @Test("Foundation's form of a whole state is read as well, as far as it keeps the values", arguments: 0..<20)
    func foundationStates(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        for _ in 0..<10 {
            // Foundation already loses nested optionals and non-finite dates.
            var state = random.sampleState()
            state.optionals = Sample.Optionals()
            state.collections.optionals = []
            state.scalars.wide = 0
            state.scalars.unsignedWide = nil
            let text = String(decoding: try encoder.encode(state), as: UTF8.self)
            var decoded = try TreeDecoder().decode(Sample.State.self, from: JSON.parse(text))
            // Foundation writes decimals as numbers, which have the precision of a double here.
            decoded.scalars.decimal = state.scalars.decimal
            #expect(decoded == state)
        }
    }

    @Test("nil, .some(nil) and deeper ones stay apart", arguments: [nil, .some(nil), .some(.some(nil)), 3] as [Int???])
    func optionals(value: Int???) throws {
        #expect(try roundTrip(value) == value)
        #expect(try roundTrip([value]) == [value])
        #expect(try roundTrip(["k": value]) == ["k": value])
        #expect(try roundTrip(Sample.Optionals(three: value)).three == value)
    }

    @Test("an optional of a type that looks like the form of .some(nil) is kept")
    func someMember() throws {
        struct Holder: Codable, Equatable { var some: Int? }
        for value in [nil, .some(nil), Holder(some: nil), Holder(some: 1)] as [Holder??] {
            #expect(try roundTrip([value]) == [value])
        }
        for value in [nil, Holder(some: nil), Holder(some: 1)] as [Holder?] {
            #expect(try roundTrip([value]) == [value])
        }
    }

    @Test("numbers that JSON does not have are texts, and keep their sign and bits")
    func numbers() throws {
        #expect(try form([Double.nan, .infinity, -.infinity]) == ["NaN", "Infinity", "-Infinity"])
        #expect(try roundTrip([Double.nan])[0].isNaN)
        #expect(try roundTrip([-0.0])[0].sign == .minus)
        #expect(try form(UInt64.max) == .uint(.max))
        #expect(try form(Int64.min) == .int(.min))
        #expect(try form(Float(0.1)) == 0.1)
        #expect(try form(Int128.max) == "170141183460469231731687303715884105727")
        #expect(try roundTrip(CGFloat(1.5)) == 1.5)
    }

    @Test("dates are ISO 8601 texts with as many digits as it takes", arguments: 0..<20)
    func dates(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<200 {
            let date = random.date()
            let again = try roundTrip(date)
            #expect(again.timeIntervalSinceReferenceDate.bitPattern == date.timeIntervalSinceReferenceDate.bitPattern)
        }
        #expect(try form(Date(timeIntervalSinceReferenceDate: 0)) == "2001-01-01T00:00:00Z")
        #expect(try form(Date(timeIntervalSinceReferenceDate: -0.25)) == "2000-12-31T23:59:59.75Z")
        #expect(try form(Date.distantPast) == "0000-12-30T00:00:00Z")
        #expect(try form(Date(timeIntervalSince1970: 951_825_600)) == "2000-02-29T12:00:00Z")
    }

    @Test(
        "dates are read with zones, without seconds and as days",
        arguments: [
            ("2024-02-29T12:30:45.5+02:00", 730_895_445.5 - 7200 + 4_200), ("2001-01-01", 0),
            ("2001-01-01T01:00+01:00", 0),
            ("2001-01-01 00:00:00Z", 0), ("2000-12-31T23:00:00-01:00", 0),
        ])
    func dateTexts(text: String, seconds: Double) throws {
        let date = try TreeDecoder().decode(Date.self, from: .string(text))
        if text.hasPrefix("2024") {
            let expected = try #require(
                ISO8601DateFormatter().date(from: "2024-02-29T12:30:45+02:00")
            ).addingTimeInterval(0.5)
            #expect(date == expected)
        } else {
            #expect(date.timeIntervalSinceReferenceDate == seconds)
        }
    }

    @Test(
        "what is no date is refused",
        arguments: [
            "2024-13-01", "2023-02-29", "yesterday", "", "2024-01-01T25:00:00Z", "2024-01-01T00:00:00", "2024-1-1",
        ])
    func badDates(text: String) {
        #expect(throws: TreeError.self) { try TreeDecoder().decode(Date.self, from: .string(text)) }
    }

    @Test("a URL with a base keeps both parts")
    func relativeURL() throws {
        let url = try #require(URL(string: "c?d", relativeTo: URL(string: "http://a.b/")))
        #expect(try roundTrip([url]) == [url])
        #expect(try roundTrip(url).baseURL == url.baseURL)
        #expect(try form(URL(string: "http://a.b/c")) == "http://a.b/c")
    }

    @Test("dictionaries are objects whatever their keys are")
    func dictionaries() throws {
        #expect(try form([1: "a", 10: "b", 2: "c"]) == ["1": "a", "2": "c", "10": "b"])
        #expect(try JSON.text(form([1: "a", 10: "b", 2: "c"])) == #"{"1":"a","2":"c","10":"b"}"#)
        #expect(try form([Sample.Color.one: 1]) == ["1": 1])
        #expect(try form([Sample.Priority.high: 1]) == ["10": 1])
        #expect(try form([Sample.Point(x: 1, y: 2): 1]) == [#"{"x":1,"y":2}"#: 1])
        #expect(try form([true: 1, false: 0]) == ["true": 1, "false": 0])
        #expect(try roundTrip([0.5: 1, .infinity: 2]) == [0.5: 1, .infinity: 2])
        #expect(try roundTrip([Value.string("1"): 1, .int(1): 2]) == [Value.string("1"): 1, .int(1): 2])
        #expect(
            try TreeDecoder().decode([Sample.Point: Int].self, from: [["x": 1, "y": 2], 3]) == [
                Sample.Point(x: 1, y: 2): 3
            ])
    }

    @Test("sets are sorted, so that equal sets have one form")
    func sets() throws {
        #expect(try form(Set([3, 1, 10, 2])) == [1, 2, 3, 10])
        #expect(try form(Set(["b", "a"])) == ["a", "b"])
        #expect(
            try form(Set([Sample.Point(x: 2, y: 0), Sample.Point(x: 1, y: 5)])) == [
                ["x": 1, "y": 5], ["x": 2, "y": 0],
            ])
    }

    @Test("inheritance, nested containers and odd keys survive")
    func containers() throws {
        let dog = try roundTrip(Sample.Dog(name: "Rex", tricks: ["sit"]))
        #expect(dog.name == "Rex")
        #expect(dog.tricks == ["sit"])
        #expect(try form(dog) == ["tricks": ["sit"], "super": ["name": "Rex"]])
        let flattened = Sample.Flattened(point: Sample.Point(x: 1, y: 2), numbers: [1, 2], rows: [[1], [], [2, 3]])
        #expect(try roundTrip(flattened) == flattened)
        #expect(
            try form(flattened) == [
                "a point/with~odd.\"key\"": ["x": 1, "y": 2], "": [1, 2], "rows": [[1], [], [2, 3]],
            ])
    }

    @Test("a type that asks for a key before it decodes it may find null there")
    func asking() throws {
        for note in [nil, "a"] {
            #expect(try roundTrip(Sample.Asking(note: note)).note == note)
            #expect(try roundTrip([Sample.Asking(note: note)])[0].note == note)
        }
    }

    @Test("nil members are null in states and left out of messages")
    func nilMembers() throws {
        let user = Sample.User(id: 1, name: "x")
        #expect(try form(user) == ["id": 1, "name": "x", "email": nil])
        #expect(try MessageEncoder().encode(user) == ["id": 1, "name": "x"])
        struct Message: Codable, Equatable { var params: Value? }
        for message in [Message(), Message(params: .null), Message(params: 1)] {
            for form in [try TreeEncoder().encode(message), try MessageEncoder().encode(message)] {
                #expect(try TreeDecoder().decode(Message.self, from: form) == message)
                #expect(try MessageDecoder().decode(Message.self, from: form) == message)
                #expect(form == (message.params.map { ["params": $0] } ?? [:]))
            }
        }
    }

    @Test("an encode(to:) that throws half-way is an error with its path")
    func throwing() throws {
        let error = #expect(throws: TreeError.self) { try form(["a": [Sample.Throwing()]]) }
        #expect(error?.code == .unencodable)
        #expect(error?.path == Path(["a", "0"]))
        #expect(error?.message.contains("the ink ran out") == true)
    }

    @Test("values without end are errors, never a crash")
    func endless() throws {
        let one = Sample.Person(name: "a")
        let two = Sample.Person(name: "b")
        one.friend = two
        two.friend = one
        #expect(throws: TreeError.self) { try form(one) }
        #expect(throws: TreeError.self) { try form(Sample.Endless()) }
        var tree = Sample.Tree.leaf(1)
        for _ in 0..<500 { tree = .branch(left: tree, right: .leaf(0)) }
        let deep = #expect(throws: TreeError.self) { try form(tree) }
        #expect(deep?.code == .tooLarge)
        var nested = Value.int(1)
        for _ in 0..<500 { nested = ["branch": ["left": nested, "right": ["leaf": 0]]] }
        let undecoded = #expect(throws: TreeError.self) { try TreeDecoder().decode(Sample.Tree.self, from: nested) }
        #expect(undecoded?.code == .tooLarge)
        one.friend = nil
        two.friend = nil
    }

    @Test("values over the limits are refused with what to do")
    func limits() {
        let many = #expect(throws: TreeError.self) {
            try TreeEncoder(limits: TreeLimits(maxNodes: 100)).encode(Array(0..<1_000))
        }
        #expect(many?.code == .tooLarge)
        let long = #expect(throws: TreeError.self) {
            try TreeEncoder(limits: TreeLimits(maxBytes: 100)).encode(String(repeating: "x", count: 1_000))
        }
        #expect(long?.code == .tooLarge)
    }

    @Test("a value, a node and a schema are Codable in any encoder")
    func codables() throws {
        let value: Value = ["a": [1, .uint(.max), 0.5, "x", nil, true], "b": [:]]
        #expect(try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value)
        #expect(try form(value) == value)
        // Without whole doubles, which Foundation writes as integers.
        let node = Node([Sample.Load.loaded(Sample.User(id: 1, name: "x")), .failed(reason: "r", code: 1)]).page(
            depth: 3)
        #expect(try JSONDecoder().decode(TreeNode.self, from: JSONEncoder().encode(node)) == node)
        #expect(try TreeDecoder().decode(TreeNode.self, from: form(node)) == node)
        let null = TreeNode(name: "", path: .root, kind: .null, type: "Int?", value: .some(.null))
        #expect(try TreeDecoder().decode(TreeNode.self, from: form(null)).value == .some(.null))
    }
}
