package import LineEditing
import StrobeTree

/// Highlights text in the notation of Swift literals.
package enum LiteralHighlighting {
    /// The text with coloured strings, numbers, cases and type names.
    package static func styled(_ text: String) -> StyledText {
        var result = StyledText()
        var rest = text[...]
        while let first = rest.first {
            let second = rest.index(after: rest.startIndex)
            let end: String.Index
            switch first {
            case RedactionRule.placeholder.first: end = rest[second...].drop { $0 != "›" }.dropFirst().startIndex
            case "\"": end = endOfString(in: rest, from: second)
            case ".": end = rest[second...].drop(while: isWordCharacter).startIndex
            case _ where first.isNumber, "-":
                end = rest[second...].drop { $0.isNumber || $0.isLetter || $0 == "." }.startIndex
            case _ where isWordCharacter(first): end = rest.drop(while: isWordCharacter).startIndex
            default: end = second
            }
            let token = rest[..<end]
            rest = rest[end...]
            result.append(String(token), style(of: token, followedBy: rest.first))
        }
        return result
    }

    private static func style(of token: Substring, followedBy next: Character?) -> Style {
        guard let first = token.first else { return .plain }
        switch first {
        case "\"": return token.dropFirst().hasPrefix(RedactionRule.placeholder.dropLast()) ? .dim : .string
        case RedactionRule.placeholder.first: return .dim
        case ".": return token.count > 1 ? .enumCase : .plain
        case "…", "<": return .dim
        case _ where first.isNumber: return .number
        case "-": return token.count > 1 ? .number : .plain
        default: break
        }
        switch token {
        case "true", "false": return .number
        case "nil": return .dim
        default: return first.isUppercase && next != ":" ? .type : .plain
        }
    }

    private static func endOfString(in text: Substring, from start: String.Index) -> String.Index {
        var index = start
        while index < text.endIndex {
            let character = text[index]
            index = text.index(after: index)
            if character == "\"" { break }
            if character == "\\", index < text.endIndex { index = text.index(after: index) }
        }
        return index
    }

    private static func isWordCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
