import StrobeTree

/// The variables of scripts, and where they stand in command lines: `$name`, `${name}`; `$$` is a dollar sign.
struct ScriptVariables: Sendable, Hashable {
    private(set) var values: [String: String] = [:]

    /// The names there are.
    var names: Dictionary<String, String>.Keys { values.keys }

    /// The value of a variable.
    subscript(name: String) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// One place of a text where a variable stands.
    struct Reference: Sendable, Hashable {
        var name: String
        var range: Range<Substring.Index>
    }

    /// The text with the values of its variables in their places.
    ///
    /// - Throws: ``InspectorError`` (`usage`) where one has no value.
    func replaced(in text: String) throws(InspectorError) -> String {
        guard text.contains("$") else { return text }
        var result = ""
        var start = text.startIndex
        for part in Self.parts(of: text[...]) {
            result += text[start..<part.range.lowerBound]
            start = part.range.upperBound
            guard let name = part.name else {
                result += "$"
                continue
            }
            guard let value = values[name] else { throw Self.unknown(name, among: values.keys) }
            result += value
        }
        return result + text[start...]
    }

    /// A text as it is written where variables are put in place, so that it stays as it is.
    static func escaped(_ text: String) -> String {
        guard text.contains("$") else { return text }
        var result = ""
        var start = text.startIndex
        for part in parts(of: text[...]) {
            // A dollar sign before one that is none of a variable is doubled as well.
            result += text[start..<part.range.lowerBound] + "$$"
            start = text.index(after: part.range.lowerBound)
            if part.name == nil {
                result += "$$"
                start = part.range.upperBound
            }
        }
        return result + text[start...]
    }

    /// Where variables stand in a text.
    static func references(in text: Substring) -> [Reference] {
        parts(of: text).compactMap { part in part.name.map { Reference(name: $0, range: part.range) } }
    }

    /// Whether a text is the name of a variable.
    static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.first, first == "_" || first.isASCII && first.isLetter else { return false }
        return text.allSatisfy(isNamed)
    }

    static func unknown(_ name: String, among names: some Sequence<String>) -> InspectorError {
        let near = Spelling.nearest(name, in: names).map { " Did you mean `$\($0)`?" } ?? " `let \(name) = …` makes it."
        return InspectorError(
            .usage, "There is no variable `$\(name)`.\(near) `$$` is a dollar sign.")
    }

    private static func isNamed(_ character: Character) -> Bool {
        character == "_" || character.isASCII && (character.isLetter || character.isNumber)
    }

    /// Variables, and `$$` without a name.
    private static func parts(of text: Substring) -> [(name: String?, range: Range<Substring.Index>)] {
        var parts: [(name: String?, range: Range<Substring.Index>)] = []
        var index = text.startIndex
        while let dollar = text[index...].firstIndex(of: "$") {
            let after = text[text.index(after: dollar)...]
            index = after.startIndex
            if after.first == "$" {
                index = after.index(after: index)
                parts.append((nil, dollar..<index))
            } else if after.first == "{", let end = after.firstIndex(of: "}"), isName(after[..<end].dropFirst()) {
                index = after.index(after: end)
                parts.append((String(after[..<end].dropFirst()), dollar..<index))
            } else {
                let name = after.prefix(while: isNamed)
                guard isName(name) else { continue }
                index = name.endIndex
                parts.append((String(name), dollar..<index))
            }
        }
        return parts
    }
}
