import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("The grade of a recording")
struct SchemaComparisonTests {
    private func user(_ fields: [Schema.Field]) -> Schema { .object(type: "User", fields: fields) }
    private let name = Schema.Field(name: "name", schema: .scalar(.string))
    private let age = Schema.Field(name: "age", schema: .scalar(.int))

    private func grade(_ recorded: Schema?, _ present: Schema?) -> SchemaGrade {
        SchemaComparison.grade(actions: recorded, present, states: nil, nil)
    }

    private func choice(_ cases: Schema.Case...) -> Schema { .choice(type: "Event", cases: cases) }

    @Test("is fine where nothing changed")
    func fine() {
        let schema = choice(
            .init(name: "load"), .init(name: "loaded", payload: [.init(name: nil, schema: user([name]))]))
        #expect(grade(schema, schema) == SchemaGrade())
        #expect(SchemaGrade().level == .fine)
    }

    @Test("is risky where something was added")
    func added() {
        let found = grade(choice(.init(name: "load")), choice(.init(name: "load"), .init(name: "stop")))
        #expect(found.reasons == [.init(level: .risky, place: "Event.stop", text: "was added")])
        let field = grade(user([name]), user([name, age]))
        #expect(field.level == .risky)
        #expect(field.reasons.map(\.text) == ["was added; the recording has no value for it"])
        let optional = grade(user([name]), user([name, .init(name: "age", schema: .optional(.scalar(.int)))]))
        #expect(optional.reasons.map(\.text) == ["was added; it is nil in the recording"])
    }

    @Test("is impossible where something is gone")
    func gone() {
        let cases = grade(choice(.init(name: "load"), .init(name: "stop")), choice(.init(name: "load")))
        #expect(cases.reasons == [.init(level: .impossible, place: "Event.stop", text: "was removed")])
        let fields = grade(
            choice(.init(name: "loaded", payload: [.init(name: nil, schema: user([name, age]))])),
            choice(.init(name: "loaded", payload: [.init(name: nil, schema: user([age]))])))
        #expect(fields.reasons == [.init(level: .impossible, place: "Event.loaded._0.name", text: "was removed")])
    }

    @Test("is impossible where something is of another type, and risky where all that was can be read")
    func types() {
        #expect(grade(.scalar(.string), .scalar(.int)).level == .impossible)
        #expect(grade(.scalar(.int), .scalar(.double)).level == .risky)
        #expect(grade(.scalar(.int), .optional(.scalar(.int))).level == .risky)
        #expect(grade(.optional(.scalar(.int)), .scalar(.int)).level == .impossible)
        #expect(grade(.array(.scalar(.int)), .set(.scalar(.int))).level == .impossible)
        #expect(grade(.array(.scalar(.int)), .array(.scalar(.string))).reasons.map(\.place) == ["actions[]"])
        let keys = grade(
            .dictionary(key: .scalar(.string), value: .scalar(.int)),
            .dictionary(key: .scalar(.int), value: .scalar(.int)))
        #expect(keys.level == .impossible)
        #expect(
            grade(choice(.init(name: "a", raw: "a")), choice(.init(name: "a", raw: "A"))).level == .impossible)
    }

    @Test("looks at payloads: one that came or went cannot be read")
    func payloads() {
        let bare = choice(.init(name: "load"))
        let full = choice(.init(name: "load", payload: [.init(name: "page", schema: .scalar(.int))]))
        #expect(grade(bare, full).reasons.map(\.text) == ["has a payload now"])
        #expect(grade(full, bare).reasons.map(\.text) == ["no longer has a payload"])
        let lenient = choice(.init(name: "load", payload: [.init(name: "page", schema: .optional(.scalar(.int)))]))
        #expect(grade(bare, lenient).level == .risky)
    }

    @Test("looks once into types that hold themselves")
    func recursive() {
        func tree(_ value: Schema) -> Schema {
            .object(
                type: "Tree",
                fields: [
                    .init(name: "value", schema: value),
                    .init(name: "left", schema: .optional(.recursive(type: "Tree"))),
                ])
        }
        #expect(grade(tree(.scalar(.int)), tree(.scalar(.int))).level == .fine)
        #expect(grade(tree(.scalar(.int)), tree(.scalar(.string))).reasons.map(\.place) == ["Tree.value"])
    }

    @Test("is risky where a shape is not known, in the recording or in the process")
    func unknown() {
        #expect(grade(nil, .scalar(.int)).reasons.map(\.text) == ["their shape was not recorded"])
        #expect(grade(.scalar(.int), nil).reasons.map(\.text) == ["the store does not describe their shape"])
        #expect(grade(.unknown(type: "A"), .scalar(.int)).level == .risky)
        #expect(grade(nil, nil).level == .fine)
    }
}
