/// Reads conditions; the grammar is in `protocols/conditions/specification.md`.
struct ConditionReader {
    let text: String
    let scalars: [Unicode.Scalar]
    var position = 0
    var depth = 0
    private(set) var paths: [Path] = []
    /// The first place of each in the text.
    private(set) var offsets: [Offset] = []

    init(_ text: String) throws(TreeError) {
        guard text.utf8.count <= Condition.maxLength else {
            throw TreeError(
                .tooLarge, "The condition has \(text.utf8.count) bytes; at most \(Condition.maxLength) are allowed.")
        }
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    var scalar: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    // MARK: Conditions

    /// Reads all of the text as a condition.
    mutating func condition() throws(TreeError) -> ConditionExpression {
        let start = try begin()
        let expression = try any()
        try checkBoolean(expression, from: start)
        try end()
        return expression
    }

    /// Reads all of the text as a condition or as a value.
    mutating func expression() throws(TreeError) -> ConditionExpression {
        _ = try begin()
        let expression = try any()
        try end()
        return expression
    }

    private mutating func begin() throws(TreeError) -> Int {
        skipSpace()
        guard position < scalars.count else { throw unexpected("a condition such as .count > 3") }
        return position
    }

    private mutating func end() throws(TreeError) {
        skipSpace()
        guard position == scalars.count else { throw unexpectedAfterOperand() }
    }

    mutating func any() throws(TreeError) -> ConditionExpression {
        try joined(by: "|") { reader throws(TreeError) in
            try reader.all()
        } make: {
            .any($0)
        }
    }

    private mutating func all() throws(TreeError) -> ConditionExpression {
        try joined(by: "&") { reader throws(TreeError) in
            try reader.negation()
        } make: {
            .all($0)
        }
    }

    /// Reads one or more parts with `&&` or `||` between them.
    private mutating func joined(
        by sign: Unicode.Scalar, _ part: (inout Self) throws(TreeError) -> ConditionExpression,
        make: ([ConditionExpression]) -> ConditionExpression
    ) throws(TreeError) -> ConditionExpression {
        let start = position
        let first = try part(&self)
        let end = position
        var parts = [first]
        while takeDoubled(sign) {
            if parts.count == 1 {
                let next = position
                position = end
                try checkBoolean(first, from: start)
                position = next
            }
            skipSpace()
            let place = position
            let next = try part(&self)
            try checkBoolean(next, from: place)
            parts.append(next)
        }
        return parts.count == 1 ? first : make(parts)
    }

    private mutating func negation() throws(TreeError) -> ConditionExpression {
        skipSpace()
        guard scalar == "!" else { return try comparison() }
        let start = position
        position += 1
        try deepen(at: start)
        skipSpace()
        let place = position
        let part = try negation()
        try checkBoolean(part, from: place)
        depth -= 1
        return .not(part)
    }

    private mutating func comparison() throws(TreeError) -> ConditionExpression {
        skipSpace()
        let start = position
        let left = try sum()
        skipSpace()
        let sign = position
        if let comparator = try comparator() {
            skipSpace()
            let place = position
            let isEquality = comparator == .equal || comparator == .unequal
            if isEquality, left == .fact(.action), let (name, offset) = actionName() {
                return try lone(.isAction(name, offset, negated: comparator == .unequal))
            }
            let right = try right(of: left, isEquality: isEquality)
            let result = try compare(comparator, left, from: start, with: right, from: place)
            return try lone(result)
        }
        guard let word = word() else { return left }
        skipSpace()
        return try textComparison(word, left, from: start, sign: sign)
    }

    /// A comparison, behind which none may follow.
    private mutating func lone(_ comparison: ConditionExpression) throws(TreeError) -> ConditionExpression {
        skipSpace()
        let next = position
        if try comparator() != nil || word() != nil {
            throw unexpected("&& or || between two comparisons", at: next)
        }
        position = next
        return comparison
    }

    // MARK: Checks

    /// Refuses an operand that is not a condition; the error asks for the missing comparison.
    private func checkBoolean(_ part: ConditionExpression, from start: Int) throws(TreeError) {
        switch part.kind {
        case .boolean, .any: return
        case .number, .text, .null, .parts:
            var ahead = self
            ahead.skipSpace()
            let isWhole = ahead.scalar.map { ")&|".unicodeScalars.contains($0) } ?? true
            throw isWhole
                ? unexpected("a comparison with \(part.kind.words), such as == 3", at: start) : unexpectedAfterOperand()
        }
    }

    private func compare(
        _ comparator: ConditionExpression.Comparator, _ left: ConditionExpression, from start: Int,
        with right: ConditionExpression, from place: Int
    ) throws(TreeError) -> ConditionExpression {
        let isEquality = comparator == .equal || comparator == .unequal
        if isEquality, let (name, path) = caseName(right, from: place) {
            switch left {
            case .place, .caseName: return .isCase(left, name, path: path, negated: comparator == .unequal)
            default: break
            }
        }
        if !isEquality {
            for (part, place) in [(left, start), (right, place)] {
                switch part.kind {
                case .boolean, .null, .parts:
                    throw unexpected("a number or a string next to \(comparator.rawValue)", at: place)
                case .number, .text, .any: break
                }
            }
        }
        if isEquality {
            if left == .fact(.origin) { try check(origin: right, from: place) }
            if right == .fact(.origin) { try check(origin: left, from: start) }
            // An action is written as a text and compared part by part.
            if left == .fact(.action), case .form = right { return .comparison(comparator, left, right) }
        }
        if left.kind != .any, right.kind != .any, left.kind != right.kind {
            throw unexpected("\(left.kind.words) to compare \(left.kind.words) with", at: place)
        }
        return .comparison(comparator, left, right)
    }

    /// The case that may be meant by a lone name after a dot, and its path.
    private func caseName(_ right: ConditionExpression, from place: Int) -> (name: String, path: Int)? {
        guard case .place(let target) = right, !target.isBefore, scalars[place] == ".",
            place + 1 < scalars.count, scalars[place + 1] != "["
        else { return nil }
        let tokens = paths[target.path].tokens
        return tokens.count == 1 ? (tokens[0], target.path) : nil
    }

    // MARK: Paths

    /// The number of a path.
    ///
    /// - Parameter start: Where it begins.
    mutating func number(of path: Path, from start: Int) -> Int {
        if let known = paths.firstIndex(of: path) { return known }
        paths.append(path)
        offsets.append(offset(of: start))
        return paths.count - 1
    }

    /// Whether a token of a pointer can be written without quotes.
    static func isBareToken(_ token: String) -> Bool {
        if Path.id(in: token) != nil { return !token.contains { $0 == "\"" || $0 == "\n" } }
        return !token.isEmpty && token.unicodeScalars.allSatisfy { isPointerScalar($0) && $0 != "~" && $0 != "[" }
    }

    /// Whether a scalar may be part of a token of a pointer.
    static func isPointerScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "/", "(", ")", "{", "}", "<", ">", "=", "!", "&", "|", ",", "+", "\"", "]": false
        default: !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
        }
    }
}
