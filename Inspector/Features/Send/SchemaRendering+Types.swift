import LineEditing
import StrobeTree

/// Actions of many types behind one protocol: a line for each type.
extension SchemaRendering {
    /// Whether the name of a type stands for any of several types.
    static func isExistential(_ type: String) -> Bool {
        type.hasPrefix("any ")
    }

    /// A type with its members, or with the cases that it has itself.
    static func typeLine(_ choice: Schema.Case) -> StyledText {
        let name = StyledText(choice.name, .enumCase)
        guard !choice.payload.isEmpty else { return name }
        let payload = ownCases(of: choice)?.map(caseText) ?? choice.payload.map(field)
        return name + "(" + payload.joined(separator: ownCases(of: choice) == nil ? ", " : " | ") + ")"
    }

    /// The shapes that a type's line names and does not show.
    static func parts(ofType choice: Schema.Case) -> [Schema] {
        (ownCases(of: choice)?.flatMap(\.payload) ?? choice.payload).map(\.schema)
    }

    /// The cases of a type that is an enum itself.
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
