import SeededTesting
import StrobeReflection
import StrobeTree

/// A redaction rule with a naive decision of what it redacts.
struct OracleRule: Sendable {
    static let secret = Path(["secret"])

    let text: String

    /// Whether it names exactly this place.
    func names(_ tokens: [String]) -> Bool {
        let patterns = Self.types[text] ?? [text]
        return patterns.contains { pattern in
            guard pattern.hasPrefix("/") else { return tokens.last == pattern }
            let parts = pattern.dropFirst().split(separator: "/")
            return parts.count == tokens.count && zip(parts, tokens).allSatisfy { $0 == "*" || $0 == $1 }
        }
    }

    /// The places of values of some types.
    private static let types = [
        "type:OracleLeaf": ["/secret", "/inner/leaf", "/inner/other", "/leaves/*"],
        "type:OracleGrade": ["/inner/grade"],
    ]

    /// Some random rules.
    static func some(using random: inout SeededGenerator) -> [OracleRule] {
        let rules = [
            "/secret", "/secret/value", "/inner/leaf/note", "/rows/*/title", "/keys", "/keys/plain", "/leaves/*/value",
            "/last", "/text", "/phase", "/numbers", "/rows/*/marks", "note", "title", "type:OracleLeaf",
            "type:OracleGrade",
        ]
        return rules.shuffled(using: &random).prefix(.random(in: 1...3, using: &random)).map { OracleRule(text: $0) }
    }

    /// Some rules for the places of some paths, whatever their states are.
    static func some(about paths: [Path], using random: inout SeededGenerator) -> [OracleRule] {
        let places = paths.map { path in path.tokens.prefix(5).map { Int($0) == nil ? $0 : "*" } }.filter { tokens in
            tokens.count > 1 && tokens.allSatisfy { $0.allSatisfy { $0.isLetter || "*_".contains($0) } && !$0.isEmpty }
        }
        return places.shuffled(using: &random).prefix(.random(in: 1...2, using: &random)).map { tokens in
            OracleRule(text: tokens.map { "/\($0)" }.joined())
        }
    }
}

extension OracleLog {
    /// Whether a change of a place must be reported: yes if it is visible; unknown if something is redacted.
    ///
    /// - Returns: `nil` if it is unknown.
    func told(_ path: Path, _ from: Int, _ to: Int) -> Bool? {
        if value(path, from) != value(path, to) { return true }
        return hides(path, from) || hides(path, to) ? nil : false
    }

    /// Whether a value at, above or below a path is redacted.
    func hides(_ path: Path, _ seq: Int) -> Bool {
        covers(path) || value(path, seq).map { hides($0, path.tokens) } ?? false
    }

    /// Whether the value at a path, or its parent, is redacted whenever it exists.
    func covers(_ path: Path) -> Bool { isHidden(path.tokens) || isBelowHidden(path) }

    /// Whether a parent of a path is redacted.
    func isBelowHidden(_ path: Path) -> Bool {
        path.tokens.indices.contains { isHidden(Array(path.tokens[..<$0])) }
    }

    /// A value as displayed: placeholders have no shape.
    func shown(_ value: Value, _ tokens: [String]) -> Value {
        if value != .null, value != ["some": .null], isHidden(tokens) { return .string(RedactionRule.placeholder) }
        switch value {
        case .array(let elements):
            return .array(elements.enumerated().map { shown($0.element, tokens + [String($0.offset)]) })
        case .object(var members):
            for (key, member) in members { members[key] = shown(member, tokens + [key]) }
            return .object(members)
        default: return value
        }
    }

    private func isHidden(_ tokens: [String]) -> Bool { rules.contains { $0.names(tokens) } }

    private func hides(_ value: Value, _ tokens: [String]) -> Bool {
        // Absence is shown.
        if value == .null || value == ["some": .null] { return false }
        if isHidden(tokens) { return true }
        switch value {
        case .array(let elements):
            return elements.enumerated().contains { hides($0.element, tokens + [String($0.offset)]) }
        case .object(let members): return members.contains { hides($0.value, tokens + [$0.key]) }
        default: return false
        }
    }
}
