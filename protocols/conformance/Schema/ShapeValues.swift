internal import StrobeTree

/// Generates values that fit a shape in the form of `action/schema`.
enum ShapeValues {
    private static let depthLimit = 12
    private static let countLimit = 200
    /// A text that occurs nowhere else.
    private static let word = "strobe"

    /// Some values, the simple ones first; none if the shape does not say what fits.
    static func values(of shape: Value, depth: Int = 0) -> [Value] {
        guard depth < depthLimit else { return [] }
        switch shape["kind"]?.text {
        case "scalar": return scalars(shape["scalar"]?.text)
        case "optional": return [.null] + values(of: shape["of"] ?? .null, depth: depth + 1)
        case "array", "set":
            let elements = values(of: shape["of"] ?? .null, depth: depth + 1).prefix(2)
            return [.array([])] + (elements.isEmpty ? [] : [.array(Array(elements))])
        case "dictionary": return [.object([:])]
        case "object":
            return payload(shape["fields"]?.list ?? [], depth).map { .object($0) }
        case "enum": return cases(shape, depth)
        default: return []
        }
    }

    /// A generated value with one of its strings replaced by another.
    ///
    /// - Returns: `nil` if it has no string.
    static func lengthened(_ value: Value, _ text: String) -> Value? {
        switch value {
        case .string(word): return .string(text)
        case .object(var members):
            for (key, member) in members {
                guard let longer = lengthened(member, text) else { continue }
                members[key] = longer
                return .object(members)
            }
            return nil
        default: return nil
        }
    }

    private static func cases(_ shape: Value, _ depth: Int) -> [Value] {
        var simple: [Value] = []
        var others: [Value] = []
        for one in shape["cases"]?.list ?? [] where simple.count + others.count < countLimit {
            guard let name = one["name"]?.text else { continue }
            guard let parts = one["payload"]?.list, !parts.isEmpty else {
                simple.append(one["raw"] ?? .string(name))
                continue
            }
            if parts.count == 1, parts[0]["name"] == nil {
                others += values(of: parts[0]["schema"] ?? .null, depth: depth + 1).prefix(3).map {
                    .object([name: $0])
                }
            } else {
                others += payload(parts, depth).map { .object([name: .object($0)]) }
            }
        }
        return simple + others
    }

    /// One or two objects of members; unlabelled parts are named by their index.
    private static func payload(_ parts: [Value], _ depth: Int) -> [Value.Object] {
        (0..<2).compactMap { choice in
            var members = Value.Object()
            for (number, part) in parts.enumerated() {
                let fitting = values(of: part["schema"] ?? .null, depth: depth + 1)
                guard let value = fitting.count > choice ? fitting[choice] : fitting.first else { return nil }
                members[part["name"]?.text ?? "_\(number)"] = value
            }
            return members
        }
    }

    private static func scalars(_ name: String?) -> [Value] {
        switch name {
        case "bool": [true, false]
        case "int", "uint": [1, 2]
        case "double": [1.5, 2]
        case "string": ["1", .string(word)]
        case "decimal": ["1", "2"]
        case "date": ["2020-01-01T00:00:00Z"]
        case "data": [""]
        case "url": ["https://example.org/"]
        case "uuid": ["00000000-0000-4000-8000-000000000000"]
        default: []
        }
    }
}
