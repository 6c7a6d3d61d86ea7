extension ConditionReader {
    private static let signs = Set("=!<>~&|".unicodeScalars)
    private static var words: [String] { ["contains", "startsWith", "endsWith", "matches", "like"] }

    mutating func skipSpace() {
        while let scalar, scalar.properties.isWhitespace { position += 1 }
    }

    mutating func take(_ expected: Unicode.Scalar) -> Bool {
        guard scalar == expected else { return false }
        position += 1
        return true
    }

    /// Takes `&&` or `||`.
    mutating func takeDoubled(_ sign: Unicode.Scalar) -> Bool {
        skipSpace()
        guard scalar == sign, position + 1 < scalars.count, scalars[position + 1] == sign else { return false }
        position += 2
        return true
    }

    mutating func identifier() -> String {
        var name = String.UnicodeScalarView()
        while let scalar, Spelling.isIdentifierScalar(scalar) {
            name.append(scalar)
            position += 1
        }
        return String(name)
    }

    /// Takes an operator that compares.
    mutating func comparator() throws(TreeError) -> ConditionExpression.Comparator? {
        let start = position
        var sign = ""
        while let scalar, Self.signs.contains(scalar), scalar != "&", scalar != "|", sign.utf8.count < 3 {
            sign.unicodeScalars.append(scalar)
            position += 1
        }
        guard !sign.isEmpty else { return nil }
        if let comparator = ConditionExpression.Comparator(rawValue: sign) { return comparator }
        let meant = [
            "=": "==", "===": "==", "!==": "!=", "<>": "!=", "=<": "<=", "=>": ">=", "=~": "matches", "~=": "matches",
        ]
        // Two signs in a row: `==!` could be.
        if meant[sign] == nil, sign.utf8.count == 3,
            let comparator = ConditionExpression.Comparator(rawValue: String(sign.dropLast()))
        {
            position -= 1
            return comparator
        }
        throw unexpected("one of == != < <= > >=", at: start, suggestion: meant[sign])
    }

    /// Takes a word that compares texts.
    mutating func word() -> String? {
        let start = position
        let name = identifier()
        if Self.words.contains(name) { return name }
        position = start
        return nil
    }

    mutating func deepen(at place: Int) throws(TreeError) {
        depth += 1
        guard depth <= Condition.maxDepth else {
            throw unexpected("at most \(Condition.maxDepth) nested parentheses and negations", at: place)
        }
    }

    // MARK: Errors

    /// The error for an operand that is not followed by an operator.
    func unexpectedAfterOperand() -> TreeError {
        var ahead = self
        ahead.skipSpace()
        let place = ahead.position
        let name = ahead.identifier()
        let signs = ["and": "&&", "or": "||", "is": "==", "equals": "==", "in": "contains"]
        let near =
            switch ahead.scalar {
            case "&" where name.isEmpty: "&&"
            case "|" where name.isEmpty: "||"
            default: signs[name] ?? Spelling.nearest(name, in: Self.words)
            }
        let closing = depth > 0 ? " or \")\"" : ""
        return unexpected("an operator such as == or &&\(closing)", at: place, suggestion: near)
    }

    func unexpected(_ expected: String, at place: Int? = nil, suggestion: String? = nil) -> TreeError {
        let place = min(place ?? position, scalars.count)
        let offset = scalars[..<place].reduce(0) { $0 + UTF8.width($1) }
        let meant = suggestion.map { " Did you mean \($0)?" } ?? ""
        return TreeError(
            .malformedCondition, "Expected \(expected), found \(found(at: place)).\(meant)", offset: offset,
            expected: expected, suggestion: suggestion)
    }

    private func found(at place: Int) -> String {
        guard place < scalars.count else { return "the end of the condition" }
        let first = scalars[place]
        guard !first.properties.isWhitespace else { return "a space" }
        var end = place + 1
        let isName = first == "." || first == "-" || Spelling.isIdentifierScalar(first)
        let isSign = Self.signs.contains(first)
        while end < scalars.count, end - place < 40,
            isName && Spelling.isIdentifierScalar(scalars[end]) || isSign && Self.signs.contains(scalars[end])
        {
            end += 1
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[place..<end])
        return String(text)
    }
}
