import StrobeTree

/// The variables of scripts and their references in command lines: `$name`, `${name}`; `$$` is a dollar sign.
package struct ScriptVariables: Sendable, Hashable {
    /// The maximum size of a value, and of a line after substitution, in bytes of UTF-8.
    package static let maxBytes = 1 << 20
    /// The maximum total size of all values.
    package static let maxTotalBytes = 16 << 20

    /// The name of the last command's result.
    package static let lastResult = "_"
    /// The name of the current store's id.
    package static let store = "store"

    package private(set) var values: [String: String] = [:]
    private var totalBytes = 0

    package init() {}

    /// The names of all variables.
    package var names: Dictionary<String, String>.Keys { values.keys }

    /// The value of a variable.
    package subscript(name: String) -> String? { values[name] }

    /// Sets a variable.
    ///
    /// - Throws: ``InspectorError`` (`usage`) if the value, or the total, is too long.
    package mutating func set(_ name: String, to value: String) throws(InspectorError) {
        guard value.utf8.count <= Self.maxBytes else { throw Self.tooLong("The value of `$\(name)` is", Self.maxBytes) }
        let total = totalBytes - (values[name]?.utf8.count ?? 0) + value.utf8.count
        guard total <= Self.maxTotalBytes else {
            throw Self.tooLong("With `$\(name)` all variables together are", Self.maxTotalBytes)
        }
        totalBytes = total
        values[name] = value
    }

    /// Removes a variable.
    package mutating func remove(_ name: String) {
        totalBytes -= values.removeValue(forKey: name)?.utf8.count ?? 0
    }

    private static func tooLong(_ subject: String, _ limit: Int) -> InspectorError {
        InspectorError(.usage, "\(subject) longer than \(NumberText.bytes(limit)).")
    }

    /// A reference to a variable in a text.
    package struct Reference: Sendable, Hashable {
        package var name: String
        package var range: Range<Substring.Index>
    }

    /// Substitutes the variables in a text.
    ///
    /// - Throws: ``InspectorError`` (`usage`) if a variable is not set or the result is too long.
    package func replaced(in text: String) throws(InspectorError) -> String {
        guard text.unicodeScalars.contains("$") else { return text }
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
            guard result.utf8.count <= Self.maxBytes else {
                throw Self.tooLong("With its variables substituted, the line is", Self.maxBytes)
            }
        }
        return result + text[start...]
    }

    /// Escapes a text so that substitution does not change it.
    package static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains("$") else { return text }
        var result = ""
        var start = text.startIndex
        for part in parts(of: text[...]) {
            // A dollar sign just before it would form `$$` with the escape, so it is doubled too.
            result += text[start..<part.range.lowerBound] + "$$"
            start = text.unicodeScalars.index(after: part.range.lowerBound)
            if part.name == nil {
                result += "$$"
                start = part.range.upperBound
            }
        }
        return result + text[start...]
    }

    /// A text with something else in the place of each reference.
    package static func replacingReferences(in text: Substring, with placeholder: String) -> String {
        var result = ""
        var start = text.startIndex
        for reference in references(in: text) {
            result += text[start..<reference.range.lowerBound] + placeholder
            start = reference.range.upperBound
        }
        return result + text[start...]
    }

    /// Finds the references in a text.
    package static func references(in text: Substring) -> [Reference] {
        parts(of: text).compactMap { part in part.name.map { Reference(name: $0, range: part.range) } }
    }

    /// Whether a name is not that of a variable, but always has a value of its own: `$_`, `$1`, `$store`.
    package static func isBuiltIn(_ name: String) -> Bool { name == lastResult || name == store || isNumber(name) }

    private static func isNumber(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.count < 10 && text.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Whether a text is the name of a variable.
    package static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.first, first == "_" || first.isASCII && first.isLetter else { return false }
        return text.allSatisfy(isNamed)
    }

    package static func unknown(_ name: String, among names: some Sequence<String>) -> InspectorError {
        let near = Spelling.nearest(name, in: names).map { " Did you mean `$\($0)`?" } ?? " `let \(name) = …` sets it."
        return InspectorError(
            .usage, "There is no variable `$\(name)`.\(near) `$$` is a dollar sign.")
    }

    private static func isNamed(_ character: Character) -> Bool {
        character == "_" || character.isASCII && (character.isLetter || character.isNumber)
    }

    /// Finds references and `$$`, which has no name; works on scalars like the parsers of the text.
    private static func parts(of text: Substring) -> [(name: String?, range: Range<Substring.Index>)] {
        let scalars = text.unicodeScalars
        var parts: [(name: String?, range: Range<Substring.Index>)] = []
        var index = text.startIndex
        while let dollar = scalars[index...].firstIndex(of: "$") {
            let after = scalars[dollar...].dropFirst()
            index = after.startIndex
            if after.first == "$" {
                index = scalars.index(after: index)
                parts.append((nil, dollar..<index))
            } else if after.first == "{", let end = after.firstIndex(of: "}") {
                let name = Substring(after[..<end].dropFirst())
                guard isName(name) || isNumber(name) else { continue }
                index = scalars.index(after: end)
                parts.append((String(name), dollar..<index))
            } else {
                let name = Substring(after.prefix { isNamed(Character($0)) })
                guard isName(name) || isNumber(name) else { continue }
                index = name.endIndex
                parts.append((String(name), dollar..<index))
            }
        }
        return parts
    }
}
