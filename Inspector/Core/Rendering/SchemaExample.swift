package import StrobeTree

/// Example literals that fit a shape, to start typing from.
package enum SchemaExample {
    /// A literal of a case with the simplest possible payload.
    package static func text(of choice: Schema.Case) -> String {
        text(of: choice, depth: 0)
    }

    private static func text(of choice: Schema.Case, depth: Int) -> String {
        guard !choice.payload.isEmpty else { return ".\(choice.name)" }
        let payload = choice.payload.map { field($0, depth: depth + 1) }.joined(separator: ", ")
        return ".\(choice.name)(\(payload))"
    }

    private static func field(_ field: Schema.Field, depth: Int) -> String {
        let value = text(of: field.schema, depth: depth)
        return field.name.map { "\($0): \(value)" } ?? value
    }

    private static func text(of schema: Schema, depth: Int) -> String {
        guard depth < 8 else { return "…" }
        switch schema {
        case .scalar(let scalar):
            switch scalar {
            case .bool: return "false"
            case .int, .uint, .decimal: return "0"
            case .double: return "0.0"
            case .string, .data: return "\"\""
            case .date: return "\"2001-01-01T00:00:00Z\""
            case .url: return "\"https://example.com\""
            case .uuid: return "\"00000000-0000-0000-0000-000000000000\""
            }
        case .optional: return "nil"
        case .array, .set: return "[]"
        case .dictionary: return "[:]"
        case .object(let type, let fields):
            return
                "\(TreeNotation.shortName(type))(\(fields.map { field($0, depth: depth + 1) }.joined(separator: ", ")))"
        case .choice(_, let cases):
            guard let simplest = cases.first(where: { $0.payload.isEmpty }) ?? cases.first else { return "…" }
            return text(of: simplest, depth: depth + 1)
        case .unknown("Duration"): return ".seconds(1)"
        case .recursive, .unknown: return "…"
        }
    }
}
