package import LineEditing
package import StrobeTree

/// Renders the shape of actions as Swift declarations.
package struct SchemaRendering {
    /// The declaration of a type and those of the types in it, outermost first.
    ///
    /// - Parameter isDecodable: Whether actions of the type can be decoded.
    package static func lines(_ schema: Schema, isDecodable: Bool = true) -> [StyledText] {
        guard case .unknown(let type) = schema else { return declarations(of: [schema]) }
        let reason =
            isDecodable
            ? "its shape is unknown: it has a custom decoder, was compiled without reflection, or the program "
                + "does not read the metadata of types. It can be sent as JSON or in Swift notation; the program can "
                + "describe its shape with SchemaDescribing"
            : "it is not Decodable, and cannot be sent"
        return [StyledText("\(type): \(reason)", .dim)]
    }

    /// The declaration of one case and of the types in it, followed by an example that can be sent.
    ///
    /// - Throws: ``InspectorError`` (`failed`) if there is no such case.
    package static func lines(caseNamed name: String, of schema: Schema) throws(InspectorError) -> [StyledText] {
        let plain = name.hasPrefix(".") ? String(name.dropFirst()) : name
        guard case .choice(let type, let cases) = schema else {
            if case .unknown(let type) = schema {
                throw InspectorError(.failed, "The cases of \(type), if it has any, are not known.")
            }
            throw InspectorError(.failed, "The actions are not an enum: they have no cases.")
        }
        guard let choice = cases.first(where: { $0.name == plain }) else {
            let names = cases.map(\.name)
            let near = Spelling.nearest(plain, in: names) ?? names.first { $0.hasSuffix(".\(plain)") }
            let hint = near.map { " Did you mean `.\($0)`?" } ?? ""
            let kind = isExistential(type) ? "type" : "case"
            throw InspectorError(.failed, "There is no \(kind) `.\(plain)`.\(hint) `actions` lists them all.")
        }
        let line = isExistential(type) ? typeLine(choice) : declaration(of: choice, indent: 0)
        let parts = isExistential(type) ? parts(ofType: choice) : choice.payload.map(\.schema)
        return [line] + declarations(of: parts)
            + [StyledText("send ", .dim) + LiteralHighlighting.styled(SchemaExample.text(of: choice))]
    }

    /// The name of a type in Swift.
    package static func typeName(_ schema: Schema) -> String {
        switch schema {
        case .scalar(let scalar): scalar.typeText
        case .optional(let wrapped): "\(typeName(wrapped))?"
        case .array(let element): "[\(typeName(element))]"
        case .set(let element): "Set<\(typeName(element))>"
        case .dictionary(let key, let value): "[\(typeName(key)): \(typeName(value))]"
        case .object(let type, _), .choice(let type, _), .recursive(let type), .unknown(let type): type
        }
    }

    /// A shape to declare, and the case or field that uses it.
    private struct Place {
        var schema: Schema
        var owner = ""
    }

    private static func declarations(of schemas: [Schema]) -> [StyledText] {
        var queue = schemas.map { Place(schema: $0) }
        var lines: [StyledText] = []
        var declared: Set<Schema> = []
        var names: Set<String> = []
        // Types nested in different types may share a name: the later ones are annotated with their owner.
        func note(_ type: String, _ owner: String) -> StyledText {
            StyledText(names.insert(type).inserted || owner.isEmpty ? "" : "  // .\(owner)", .dim)
        }
        while !queue.isEmpty {
            let place = queue.removeFirst()
            switch place.schema {
            case .optional(let inner), .array(let inner), .set(let inner):
                queue.insert(Place(schema: inner, owner: place.owner), at: 0)
            case .dictionary(let key, let value):
                queue.insert(contentsOf: [key, value].map { Place(schema: $0, owner: place.owner) }, at: 0)
            case .object(let type, let fields) where declared.insert(place.schema).inserted:
                let line =
                    StyledText("struct ", .dim) + StyledText(type, .strong) + " { "
                    + fields.map(field).joined(separator: ", ") + " }"
                lines.append(line + note(type, place.owner))
                queue += fields.map { Place(schema: $0.schema, owner: $0.name ?? place.owner) }
            case .choice(let type, let cases) where isExistential(type):
                lines.append(StyledText(type, .strong))
                lines += cases.map { typeLine($0).indented(by: 2) }
                queue += cases.flatMap { choice in
                    parts(ofType: choice).map { Place(schema: $0, owner: choice.name) }
                }
            case .choice(let type, let cases) where declared.insert(place.schema).inserted:
                lines.append(StyledText("enum ", .dim) + StyledText(type, .strong) + " {" + note(type, place.owner))
                lines += cases.map { declaration(of: $0, indent: 2) }
                lines.append("}")
                queue += cases.flatMap { choice in choice.payload.map { Place(schema: $0.schema, owner: choice.name) } }
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

    package static func field(_ field: Schema.Field) -> StyledText {
        let type = StyledText(typeName(field.schema), .type)
        return field.name.map { StyledText("\($0): ") + type } ?? type
    }
}
