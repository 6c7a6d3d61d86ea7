extension ConditionReader {
    private typealias Place = ConditionExpression.Place

    mutating func sum() throws(TreeError) -> ConditionExpression {
        let start = position
        let first = try operand()
        var terms = [ConditionExpression.Term(expression: first, isSubtracted: false)]
        while true {
            skipSpace()
            guard scalar == "+" || scalar == "-" else { break }
            let isSubtracted = scalar == "-"
            if terms.count == 1 { try checkNumber(first, from: start) }
            position += 1
            skipSpace()
            let place = position
            let next = try operand()
            try checkNumber(next, from: place)
            terms.append(.init(expression: next, isSubtracted: isSubtracted))
        }
        return terms.count == 1 ? first : .sum(terms)
    }

    private func checkNumber(_ part: ConditionExpression, from start: Int) throws(TreeError) {
        guard part.kind == .number || part.kind == .any else { throw unexpected("a number to add", at: start) }
    }

    private mutating func operand() throws(TreeError) -> ConditionExpression {
        skipSpace()
        let start = position
        switch scalar {
        case "(":
            position += 1
            try deepen(at: start)
            let inner = try any()
            skipSpace()
            guard take(")") else { throw unexpectedAfterOperand() }
            depth -= 1
            return inner
        case "\"": return .literal(.string(try quoted()))
        case "'": throw unexpected("a string in double quotes")
        case "/", ".", "[":
            let (number, isCase) = try path()
            let place = Place(path: number, isBefore: false)
            return isCase ? .caseName(place) : .place(place)
        case "-": return .literal(try numeral())
        case let scalar? where ("0"..."9").contains(scalar): return .literal(try numeral())
        case let scalar? where Spelling.isIdentifierScalar(scalar): return try named()
        default: throw unexpected("a path, a number, a string or a function")
        }
    }

    // MARK: Names

    static var functions: [String] { ["count", "exists", "changed", "before"] }
    static var constants: [String] { ["true", "false", "null", "nil"] }

    private mutating func named() throws(TreeError) -> ConditionExpression {
        let start = position
        let name = identifier()
        switch name {
        case "true": return .literal(true)
        case "false": return .literal(false)
        case "null", "nil": return .literal(.null)
        case "count", "exists", "changed", "before":
            skipSpace()
            guard take("(") else { throw unexpected("\"(\" after \(name)") }
            let result = try call(name)
            skipSpace()
            guard take(")") else { throw unexpected("\")\"") }
            return result
        default:
            if let fact = ConditionExpression.Fact(rawValue: name) { return .fact(fact) }
        }
        let signs = ["not": "!", "and": "&&", "or": "||"]
        let known = Self.functions.map { $0 + "(" } + Self.constants + ConditionExpression.Fact.allCases.map(\.rawValue)
        let near = signs[name] ?? Spelling.nearest(name, in: known)
        // Whatever follows that belongs to a path, the name of its first part was meant.
        let isPath = near == nil || scalar == "." || scalar == "["
        throw unexpected(
            "a path, a number, a string or a function", at: start, suggestion: isPath ? ".\(name)" : near)
    }

    private mutating func call(_ name: String) throws(TreeError) -> ConditionExpression {
        skipSpace()
        if name == "changed" {
            let (number, isCase) = try path()
            return .changed(number, isCase: isCase)
        }
        let start = position
        var isBefore = name == "before"
        if !isBefore, Spelling.isIdentifierScalar(scalar ?? " ") {
            guard identifier() == "before", take("(") else { throw unexpected("a path or before(path)", at: start) }
            isBefore = true
            skipSpace()
        }
        let isNested = isBefore && name != "before"
        let (number, isCase) = try path()
        if isNested {
            skipSpace()
            guard take(")") else { throw unexpected("\")\"") }
        }
        let place = Place(path: number, isBefore: isBefore)
        switch (name, isCase) {
        case ("before", true): return .caseName(place)
        case ("before", false): return .place(place)
        case ("count", false): return .count(place)
        case ("exists", false): return .exists(place)
        default: throw unexpected("a path without .case (or a member of that name: [\"case\"])", at: start)
        }
    }

    // MARK: Paths

    /// Reads a path; one that ends with `.case` is that of the enum.
    mutating func path() throws(TreeError) -> (number: Int, isCase: Bool) {
        let start = position
        var path: Path
        switch scalar {
        case "/": path = try pointer()
        case ".", "[": path = try swiftStyle()
        default: throw unexpected("a path such as .items or /items")
        }
        // In quotes it is a member of that name.
        let isCase = path.tokens.last == "case" && scalars[position - 1] == "e"
        if isCase { path.tokens.removeLast() }
        return (number(of: path, from: start), isCase)
    }

    private mutating func swiftStyle() throws(TreeError) -> Path {
        let next = position + 1 < scalars.count ? scalars[position + 1] : nil
        if scalar == ".", next != "[", !(next.map(Path.isNameScalar) ?? false) {
            position += 1
            return .root
        }
        var reader = PathReader(text, scalars, at: position)
        do {
            let tokens = try reader.read(toEnd: false)
            position = reader.position
            return Path(tokens)
        } catch {
            throw unexpected(error.expected ?? "a path", at: reader.position)
        }
    }

    private mutating func pointer() throws(TreeError) -> Path {
        var tokens: [String] = []
        while take("/") {
            if scalar == "\"" {
                tokens.append(try quoted())
            } else if scalar == "[" {
                tokens.append(try bracket())
            } else {
                tokens.append(try bareToken())
            }
        }
        return Path(tokens)
    }

    private mutating func bareToken() throws(TreeError) -> String {
        var token = String.UnicodeScalarView()
        while let scalar, Self.isPointerScalar(scalar) {
            position += 1
            guard scalar == "~" else {
                token.append(scalar)
                continue
            }
            guard take("0") || take("1") else { throw unexpected("0 or 1 after ~ (~0 is a ~, ~1 a /)") }
            token.append(scalars[position - 1] == "0" ? "~" : "/")
        }
        guard !token.isEmpty else {
            throw unexpected("a key (the root is a lone dot; put odd keys in quotes: /\"a key\")")
        }
        return String(token)
    }

    /// Reads `[id=42]` as a token.
    private mutating func bracket() throws(TreeError) -> String {
        var reader = PathReader(text, scalars, at: position)
        do {
            let token = try reader.bracket()
            position = reader.position
            return token
        } catch {
            throw unexpected(error.expected ?? "[id=...]", at: reader.position)
        }
    }

    // MARK: Texts and patterns

    mutating func textComparison(
        _ word: String, _ left: ConditionExpression, from start: Int, sign: Int
    ) throws(TreeError) -> ConditionExpression {
        if word != "contains" || left.kind != .any {
            guard left.kind == .text || left.kind == .any else {
                throw unexpected("a string before \(word)", at: start)
            }
        }
        let place = position
        switch word {
        case "like":
            guard scalar == "\"" else { throw unexpected("a pattern in quotes, such as \".load*\"") }
            return .matches(left, Pattern(glob: try quoted()))
        case "matches":
            return .matches(left, try regex())
        default:
            let right = if word == "contains", left.kind == .any { try formOrSum() } else { try sum() }
            let isFit: Bool =
                switch right.kind {
                case .text, .any: true
                case .number, .boolean, .null, .parts: word == "contains" && left.kind == .any
                }
            guard isFit else { throw unexpected("a string after \(word)", at: place) }
            switch word {
            case "contains": return .contains(left, right)
            case "startsWith": return .startsWith(left, right)
            default: return .endsWith(left, right)
            }
        }
    }

    /// Reads a regular expression between slashes or in quotes.
    private mutating func regex() throws(TreeError) -> Pattern {
        let start = position
        var source = String.UnicodeScalarView()
        if scalar == "\"" {
            source.append(contentsOf: try quoted().unicodeScalars)
        } else {
            guard take("/") else { throw unexpected("a regular expression such as /^[a-z]+$/") }
            while scalar != "/" {
                guard let scalar else { throw unexpected("\"/\" at the end of the regular expression") }
                position += 1
                // The slash alone needs the backslash here; whatever else follows one belongs to the expression.
                if scalar == "\\", let next = self.scalar {
                    position += 1
                    if next != "/" { source.append(scalar) }
                    source.append(next)
                } else {
                    source.append(scalar)
                }
            }
            position += 1
            if scalar == "i" {
                position += 1
                source.insert(contentsOf: "(?i)".unicodeScalars, at: source.startIndex)
            }
        }
        do {
            return try Pattern(regex: String(source))
        } catch {
            throw unexpected(
                error.expected ?? "a regular expression", at: min(start + 1 + (error.offset ?? 0), position))
        }
    }

    private mutating func quoted() throws(TreeError) -> String {
        do {
            return try QuotedText.read(scalars, at: &position)
        } catch {
            throw unexpected(error.expected)
        }
    }

    // MARK: Numbers

    private mutating func numeral() throws(TreeError) -> Value {
        let start = position
        var text = ""
        if take("-") { text = "-" }
        guard let first = scalar, ("0"..."9").contains(first) else { throw unexpected("a number", at: start) }
        if first == "0", position + 1 < scalars.count, scalars[position + 1] == "x" {
            position += 2
            let digits = identifier().filter { $0 != "_" }
            guard let number = Int64(text + digits, radix: 16) else {
                throw unexpected("an integer of 64 bits", at: start)
            }
            return .int(number)
        }
        digits(into: &text)
        if scalar == ".", isDigit(at: position + 1) {
            text += "."
            position += 1
            digits(into: &text)
        }
        if scalar == "e" || scalar == "E" {
            let isSigned =
                position + 1 < scalars.count && (scalars[position + 1] == "-" || scalars[position + 1] == "+")
            if isDigit(at: position + (isSigned ? 2 : 1)) {
                for _ in 0..<(isSigned ? 2 : 1) {
                    text.unicodeScalars.append(scalars[position])
                    position += 1
                }
                digits(into: &text)
            }
        }
        let suffix = position
        let unit = identifier()
        guard let value = try? JSON.parse(text) else { throw unexpected("a number", at: start) }
        guard !unit.isEmpty else { return value }
        guard let nanos = Self.units[unit], let number = Leaf.double(value) else {
            throw unexpected("a number, or a time such as 16ms", at: suffix)
        }
        guard let whole = Int64(exactly: (number * nanos).rounded()) else {
            throw unexpected("a time of less than 292 years", at: start)
        }
        return .int(whole)
    }

    /// Nanoseconds in a unit of time.
    private static var units: [String: Double] {
        ["ns": 1, "us": 1e3, "\u{B5}s": 1e3, "\u{3BC}s": 1e3, "ms": 1e6, "s": 1e9]
    }

    private mutating func digits(into text: inout String) {
        while let scalar, ("0"..."9").contains(scalar) || scalar == "_" {
            if scalar != "_" { text.unicodeScalars.append(scalar) }
            position += 1
        }
    }

    private func isDigit(at place: Int) -> Bool {
        place < scalars.count && ("0"..."9").contains(scalars[place])
    }
}
