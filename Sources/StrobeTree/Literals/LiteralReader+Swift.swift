internal import StrobeSystem

/// What people write in Swift beside the notation that is printed.
extension LiteralReader {
    /// Reads a string between `#"` and `"#`, where a backslash means itself unless as many `#` follow it.
    mutating func rawString() throws(TreeError) -> String {
        do throws(QuotedText.Failure) {
            return try QuotedText.readRaw(scalars, at: &position)
        } catch {
            throw unexpected(error.expected)
        }
    }

    /// Reads the rest of a name in backticks; the position is after the first one.
    mutating func quotedIdentifier() -> String {
        let start = position
        while let scalar, scalar != "`" { position += 1 }
        let name = String(String.UnicodeScalarView(scalars[start..<position]))
        if scalar == "`" { position += 1 }
        return name
    }

    /// Steps over generic arguments, which say nothing that the schema does not.
    mutating func skipGenericArguments() throws(TreeError) {
        guard scalar == "<" else { return }
        var depth = 0
        while let scalar {
            position += 1
            if scalar == "<" { depth += 1 }
            // Not that of `->`.
            if scalar == ">", scalars[position - 2] != "-" { depth -= 1 }
            if depth == 0 { return }
        }
        throw unexpected("\">\"")
    }

    /// Constants that Swift has and JSON has not: `.pi`, `Date.now`.
    static func constant(_ name: String, _ schema: Schema?, types: [String]) -> Value? {
        let isDouble =
            schema == nil
            ? types.last.map { ["Double", "Float", "CGFloat"].contains($0) } ?? false : schema == .scalar(.double)
        switch name {
        case "nan" where isDouble: return "NaN"
        case "infinity" where isDouble: return "Infinity"
        case "pi" where isDouble: return .double(.pi)
        case "now" where schema == .scalar(.date): return now
        default: return nil
        }
    }

    /// The values of `Date()` and `UUID()`; `nil` for other types.
    static func empty(_ schema: Schema?) -> Value? {
        switch schema {
        case .scalar(.date): now
        case .scalar(.uuid): .string(UUID().uuidString)
        default: nil
        }
    }

    private static var now: Value? { DateText.text(of: Date()).map { .string($0) } }
}
