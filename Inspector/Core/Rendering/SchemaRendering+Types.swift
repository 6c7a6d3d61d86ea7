package import LineEditing
package import StrobeTree

/// Renders actions of many types behind one protocol: one line for each type.
extension SchemaRendering {
    /// Whether a type name is that of an existential.
    package static func isExistential(_ type: String) -> Bool {
        type.hasPrefix("any ")
    }

    /// A type with its members, or with its cases if it is an enum.
    package static func typeLine(_ choice: Schema.Case) -> StyledText {
        let name = StyledText(choice.name, .enumCase)
        guard !choice.payload.isEmpty else { return name }
        guard !choice.isOpen else { return name + StyledText("  // members unknown", .dim) }
        let payload = ownCases(of: choice)?.map(caseText) ?? choice.payload.map(field)
        return name + "(" + payload.joined(separator: ownCases(of: choice) == nil ? ", " : " | ") + ")"
    }

    /// The shapes that the line of a type names but does not show.
    package static func parts(ofType choice: Schema.Case) -> [Schema] {
        (ownCases(of: choice)?.flatMap(\.payload) ?? choice.payload).map(\.schema)
    }

    /// The cases of a type that is itself an enum.
    private static func ownCases(of choice: Schema.Case) -> [Schema.Case]? {
        guard choice.payload.count == 1, choice.payload[0].name == nil,
            case .choice(_, let cases) = choice.payload[0].schema
        else { return nil }
        return cases
    }

    private static func caseText(_ choice: Schema.Case) -> StyledText {
        let name = StyledText(".\(choice.name)", .enumCase)
        return choice.payload.isEmpty
            ? name : name + "(" + choice.payload.map(field).joined(separator: ", ") + ")"
    }
}
