import SeededTesting
import StrobeTree

/// Generates schemas, and values that conform to them.
struct SchemaGenerator {
    var random: SeededGenerator
    private var types = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func schema(depth: Int = 4) -> Schema {
        switch random.below(depth > 0 ? 11 : 4) {
        case 0, 1, 2: return .scalar(random.pick(Schema.Scalar.allCases))
        case 3: return .unknown(type: "Mystery")
        case 4: return .optional(schema(depth: depth - 1))
        case 5: return random.below(2) == 0 ? .array(schema(depth: depth - 1)) : .set(schema(depth: depth - 1))
        case 6: return .dictionary(key: key(depth: depth - 1), value: schema(depth: depth - 1))
        case 7: return .object(type: typeName(), fields: fields(labelled: true, depth: depth - 1))
        case 8:
            let raw = [
                Schema.Case(name: "low", raw: 1), .init(name: "high", raw: "HIGH"), .init(name: "odd one", raw: "7"),
            ]
            return .choice(type: typeName(), cases: raw)
        default:
            let cases = ["idle", "loaded", "failed", "größe", "none", "odd case", "some"].shuffled(using: &random)
                .prefix(1 + random.below(5))
            return .choice(
                type: typeName(),
                cases: cases.map { Schema.Case(name: $0, payload: fields(labelled: false, depth: depth - 1)) })
        }
    }

    private mutating func typeName() -> String {
        types += 1
        return random.pick(["Type\(types)", "Demo.Type\(types)", "Box\(types)<Array<Int>>"])
    }

    private mutating func key(depth: Int) -> Schema {
        switch random.below(4) {
        case 0: .scalar(random.pick([.string, .int, .uint, .double, .bool]))
        case 1: .choice(type: typeName(), cases: ["a", "b", "true"].map { Schema.Case(name: $0) })
        case 2: schema(depth: min(depth, 1))
        default: .scalar(.string)
        }
    }

    private mutating func fields(labelled: Bool, depth: Int) -> [Schema.Field] {
        let labels = ["id", "name", "reason", "_private", "some", "_0", "odd label", "日本"].shuffled(using: &random)
        return (0..<random.below(4)).map { index in
            Schema.Field(
                name: labelled || random.below(2) == 0 ? labels[index] : nil, schema: schema(depth: depth))
        }
    }

    mutating func value(of schema: Schema) -> Value {
        switch schema {
        case .scalar(let scalar): return leaf(scalar)
        case .unknown: return random.value(depth: 2)
        case .recursive: return .null
        case .optional(let wrapped):
            if random.below(3) == 0 { return .null }
            let value = value(of: wrapped)
            return needsSome(value, wrapped) ? ["some": value] : value
        case .array(let element), .set(let element):
            return .array((0..<random.below(4)).map { _ in value(of: element) })
        case .dictionary(let key, let member):
            var object = Value.Object()
            for _ in 0..<random.below(4) {
                let key = value(of: key)
                var name = JSON.text(key, style: JSON.Style(sortsKeys: true))
                if case .string(let text) = key { name = text }
                object[name] = value(of: member)
            }
            return .object(object)
        case .object(_, let fields):
            var object = Value.Object()
            for field in fields where !(isOptional(field.schema) && random.below(3) == 0) {
                if let name = field.name { object[name] = value(of: field.schema) }
            }
            return .object(object)
        case .choice(_, let cases): return value(of: random.pick(cases))
        }
    }

    private mutating func value(of choice: Schema.Case) -> Value {
        if choice.payload.isEmpty { return choice.raw ?? .string(choice.name) }
        if choice.payload.count == 1, choice.payload[0].name == nil {
            let payload = value(of: choice.payload[0].schema)
            if case .object(let object) = payload, object.count == 1, object["_0"] != nil {
                return [choice.name: ["_0": payload]]
            }
            return [choice.name: payload]
        }
        var payload = Value.Object()
        for (index, field) in choice.payload.enumerated() {
            payload[field.name ?? "_\(index)"] = value(of: field.schema)
        }
        return [choice.name: .object(payload)]
    }

    private func isOptional(_ schema: Schema) -> Bool {
        if case .optional = schema { true } else { false }
    }

    private func needsSome(_ value: Value, _ wrapped: Schema) -> Bool {
        if value == .null { return true }
        switch wrapped {
        case .optional, .unknown: break
        default: return false
        }
        guard case .object(let object) = value else { return false }
        return object.count == 1 && object["some"] != nil
    }

    private mutating func leaf(_ scalar: Schema.Scalar) -> Value {
        switch scalar {
        case .bool: return random.pick([true, false])
        case .int: return random.pick([.int(.min), .int(.max), 0, -7, 42])
        case .uint: return random.pick([.uint(.max), 0, 7])
        case .double: return random.pick([.double(-0.0), 1.0, -2.5, 1e300, 3, "NaN", "Infinity", "-Infinity"])
        case .string: return .string(random.text())
        case .date: return random.pick(["2024-05-01T12:00:00.123Z", 1.5e300])
        case .data: return random.pick(["", "AAEC/w=="])
        case .url:
            return random.pick(["https://example.org/a?b=\"c\"#d", "file:///tmp", ["base": "x", "relative": "y"]])
        case .uuid: return "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        case .decimal: return random.pick(["3.14159265358979323846", "NaN", 5, 0.25])
        }
    }
}
