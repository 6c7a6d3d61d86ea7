import LineEditing
import StrobeTree

/// The shape of actions as the declarations that a Swift programmer would write.
struct SchemaRendering {
    /// The declaration of a type and those of the types in it, outermost first.
    static func lines(_ schema: Schema) -> [StyledText] {
        var queue = [schema]
        return declarations(of: &queue)
    }

    /// The declaration of one case and of the types in it; an example that can be sent stands at the end.
    ///
    /// - Throws: ``InspectorError`` (`failed`) where there is no such case.
    static func lines(caseNamed name: String, of schema: Schema) throws(InspectorError) -> [StyledText] {
        let plain = name.hasPrefix(".") ? String(name.dropFirst()) : name
        guard case .choice(_, let cases) = schema else {
            throw InspectorError(.failed, "The actions are not an enum: they have no cases.")
        }
        guard let choice = cases.first(where: { $0.name == plain }) else {
            let hint = Spelling.nearest(plain, in: cases.map(\.name)).map { " Did you mean `.\($0)`?" } ?? ""
            throw InspectorError(.failed, "There is no case `.\(plain)`.\(hint) `actions` lists them all.")
        }
        var queue = choice.payload.map(\.schema)
        return [declaration(of: choice, indent: 0)] + declarations(of: &queue)
            + [StyledText("send ", .dim) + LiteralHighlighting.styled(SchemaExample.text(of: choice))]
    }

    /// The name of a type as it is written in Swift.
    static func typeName(_ schema: Schema) -> String {
        switch schema {
        case .scalar(let scalar):
            switch scalar {
            case .bool: "Bool"
            case .int: "Int"
            case .uint: "UInt"
            case .double: "Double"
            case .string: "String"
            case .date: "Date"
            case .data: "Data"
            case .url: "URL"
            case .uuid: "UUID"
            case .decimal: "Decimal"
            }
        case .optional(let wrapped): "\(typeName(wrapped))?"
        case .array(let element): "[\(typeName(element))]"
        case .set(let element): "Set<\(typeName(element))>"
        case .dictionary(let key, let value): "[\(typeName(key)): \(typeName(value))]"
        case .object(let type, _), .choice(let type, _), .recursive(let type), .unknown(let type): type
        }
    }

    private static func declarations(of queue: inout [Schema]) -> [StyledText] {
        var lines: [StyledText] = []
        var declared: Set<String> = []
        while !queue.isEmpty {
            switch queue.removeFirst() {
            case .optional(let inner), .array(let inner), .set(let inner): queue.insert(inner, at: 0)
            case .dictionary(let key, let value): queue.insert(contentsOf: [key, value], at: 0)
            case .object(let type, let fields) where declared.insert(type).inserted:
                let line =
                    StyledText("struct ", .dim) + StyledText(type, .strong) + " { "
                    + fields.map(field).joined(separator: ", ") + " }"
                lines.append(line)
                queue += fields.map(\.schema)
            case .choice(let type, let cases) where declared.insert(type).inserted:
                lines.append(StyledText("enum ", .dim) + StyledText(type, .strong) + " {")
                lines += cases.map { declaration(of: $0, indent: 2) }
                lines.append("}")
                queue += cases.flatMap { $0.payload.map(\.schema) }
            case .unknown(let type) where lines.isEmpty && queue.isEmpty:
                lines.append(StyledText("\(type): its shape is not known; it decodes itself in its own way", .dim))
            case .scalar where lines.isEmpty && queue.isEmpty: break
            default: break
            }
        }
        return lines
    }

    private static func declaration(of choice: Schema.Case, indent: Int) -> StyledText {
        var line = (StyledText("case ", .dim) + StyledText(choice.name, .enumCase)).indented(by: indent)
        if !choice.payload.isEmpty { line += "(" + choice.payload.map(field).joined(separator: ", ") + ")" }
        if let raw = choice.raw, raw != .string(choice.name) { line += StyledText(" = \(Literal.text(raw))", .dim) }
        return line
    }

    private static func field(_ field: Schema.Field) -> StyledText {
        let type = StyledText(typeName(field.schema), .type)
        return field.name.map { StyledText("\($0): ") + type } ?? type
    }
}
