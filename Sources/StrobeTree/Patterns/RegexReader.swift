/// A regular expression, taken apart.
indirect enum RegexExpression {
    struct Count {
        var least: Int
        /// `nil` for any number.
        var most: Int?
    }

    case empty
    case step(PatternProgram.Step)
    case sequence([RegexExpression])
    case choice([RegexExpression])
    case repetition(RegexExpression, Count, isLazy: Bool)
}

/// Reads regular expressions.
struct RegexReader {
    private static let maxDepth = 64
    private static let maxCount = 1_000

    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var depth = 0
    private(set) var ignoresCase = false

    init(_ text: String) throws(TreeError) {
        guard text.utf8.count <= Pattern.maxLength else {
            throw TreeError(
                .tooLarge, "The pattern has \(text.utf8.count) bytes; at most \(Pattern.maxLength) are allowed.")
        }
        scalars = Array(text.unicodeScalars)
    }

    private var scalar: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    mutating func read() throws(TreeError) -> RegexExpression {
        if scalars.starts(with: "(?i)".unicodeScalars) {
            ignoresCase = true
            position = 4
        }
        let expression = try choice()
        guard position == scalars.count else { throw unexpected("\"(\" before this \")\"") }
        return expression
    }

    private mutating func choice() throws(TreeError) -> RegexExpression {
        var parts = [try sequence()]
        while take("|") { parts.append(try sequence()) }
        return parts.count == 1 ? parts[0] : .choice(parts)
    }

    private mutating func sequence() throws(TreeError) -> RegexExpression {
        var parts: [RegexExpression] = []
        while let scalar, scalar != "|", scalar != ")" { parts.append(try repetition()) }
        return parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func repetition() throws(TreeError) -> RegexExpression {
        let part = try atom()
        guard let count = try count() else { return part }
        let isLazy = take("?")
        if let scalar, "*+?".unicodeScalars.contains(scalar) {
            throw unexpected("something to repeat before \(scalar), such as a group")
        }
        return .repetition(part, count, isLazy: isLazy)
    }

    private mutating func count() throws(TreeError) -> RegexExpression.Count? {
        if take("*") { return .init(least: 0, most: nil) }
        if take("+") { return .init(least: 1, most: nil) }
        if take("?") { return .init(least: 0, most: 1) }
        guard scalar == "{" else { return nil }
        let start = position
        position += 1
        guard let least = number() else { throw unexpected("a number of times, such as {2,5} (\\{ for a brace)") }
        var most: Int? = least
        if take(",") { most = number() }
        guard take("}") else { throw unexpected("\"}\"") }
        guard least <= Self.maxCount, (most ?? least) <= Self.maxCount, least <= most ?? least else {
            throw unexpected("at most \(Self.maxCount) times, the smaller number first", at: start)
        }
        return .init(least: least, most: most)
    }

    private mutating func number() -> Int? {
        var digits = ""
        while let scalar, ("0"..."9").contains(scalar), digits.utf8.count < 9 {
            digits.unicodeScalars.append(scalar)
            position += 1
        }
        return Int(digits)
    }

    private mutating func atom() throws(TreeError) -> RegexExpression {
        let start = position
        guard let scalar else { return .empty }
        position += 1
        switch scalar {
        case "(": return try group(from: start)
        case "[": return .step(.set(try set(from: start)))
        case ".": return .step(.anyButLineFeed)
        case "^": return .step(.startOfText)
        case "$": return .step(.endOfText)
        case "\\": return .step(try escape(from: start))
        case "*", "+", "?", "{":
            throw unexpected(
                "something to repeat before \(scalar) (\\\(scalar) for the character itself)", at: start)
        default: return .step(.scalar(scalar))
        }
    }

    private mutating func group(from start: Int) throws(TreeError) -> RegexExpression {
        depth += 1
        guard depth <= Self.maxDepth else {
            throw unexpected("at most \(Self.maxDepth) nested groups", at: start)
        }
        if take("?") {
            guard take(":") else {
                throw unexpected("(?:...): look-around is not supported, (?i) only at the beginning", at: start)
            }
        }
        let inner = try choice()
        guard take(")") else { throw unexpected("\")\"") }
        depth -= 1
        return inner
    }

    // MARK: Escapes

    private mutating func escape(from start: Int) throws(TreeError) -> PatternProgram.Step {
        guard let scalar else { throw unexpected("a character after the backslash") }
        if let member = family(scalar) {
            position += 1
            return .set(PatternSet(families: [member]))
        }
        switch scalar {
        case "b", "B":
            position += 1
            return .wordBoundary(negated: scalar == "B")
        case "1"..."9": throw unexpected("no back-reference: they are not supported", at: start)
        default: return .scalar(try escaped(from: start))
        }
    }

    private func family(_ scalar: Unicode.Scalar) -> PatternSet.FamilyMatch? {
        switch scalar {
        case "d", "D": .init(family: .digit, isNegated: scalar == "D")
        case "w", "W": .init(family: .word, isNegated: scalar == "W")
        case "s", "S": .init(family: .space, isNegated: scalar == "S")
        default: nil
        }
    }

    /// Reads the escape of one scalar after a backslash.
    private mutating func escaped(from start: Int) throws(TreeError) -> Unicode.Scalar {
        guard let scalar else { throw unexpected("a character after the backslash") }
        position += 1
        switch scalar {
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "0": return "\0"
        case "x": return try code(digits: 2, from: start)
        case "u": return try code(digits: 4, from: start)
        default:
            guard !Spelling.isIdentifierScalar(scalar) || scalar == "_" else {
                throw unexpected(
                    "one of \\d \\w \\s \\b \\n \\r \\t \\0 \\xHH \\uHHHH, or a punctuation character", at: start)
            }
            return scalar
        }
    }

    private mutating func code(digits: Int, from start: Int) throws(TreeError) -> Unicode.Scalar {
        var text = ""
        let isBraced = take("{")
        while let scalar, scalar.properties.isASCIIHexDigit, text.utf8.count < (isBraced ? 8 : digits) {
            text.unicodeScalars.append(scalar)
            position += 1
        }
        guard !isBraced || take("}"), isBraced || text.utf8.count == digits,
            let code = UInt32(text, radix: 16), let scalar = Unicode.Scalar(code)
        else { throw unexpected("the hexadecimal code of a Unicode scalar", at: start) }
        return scalar
    }

    // MARK: Classes

    private mutating func set(from start: Int) throws(TreeError) -> PatternSet {
        var set = PatternSet()
        set.isNegated = take("^")
        var isFirst = true
        while scalar != "]" || isFirst {
            guard let first = scalar else { throw unexpected("\"]\"") }
            isFirst = false
            let place = position
            position += 1
            if first == "\\", let next = scalar, let member = family(next) {
                position += 1
                set.families.append(member)
                continue
            }
            let low = first == "\\" ? try escaped(from: place) : first
            guard scalar == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
                set.ranges.append(low...low)
                continue
            }
            position += 1
            let end = position
            position += 1
            let high = scalars[end] == "\\" ? try escaped(from: end) : scalars[end]
            guard low <= high else { throw unexpected("a range from the lower to the higher, such as a-z", at: place) }
            set.ranges.append(low...high)
        }
        position += 1
        return set
    }

    private mutating func take(_ expected: Unicode.Scalar) -> Bool {
        guard scalar == expected else { return false }
        position += 1
        return true
    }

    private func unexpected(_ expected: String, at place: Int? = nil) -> TreeError {
        let place = place ?? position
        let offset = scalars[..<place].reduce(0) { $0 + UTF8.width($1) }
        let found = place < scalars.count ? String(scalars[place]) : "its end"
        return TreeError(
            .malformedPattern, "In the regular expression: expected \(expected), found \(found).", offset: offset,
            expected: expected)
    }
}
