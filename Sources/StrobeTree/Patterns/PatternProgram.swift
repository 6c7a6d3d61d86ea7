/// The steps of a machine that a pattern is followed with.
struct PatternProgram: Sendable {
    enum Step: Sendable {
        /// Takes one scalar, in lower case where case is ignored.
        case scalar(Unicode.Scalar)
        case anyButLineFeed
        case set(PatternSet)
        /// Continues at two places, the first one being preferred.
        case split(Int, Int)
        case jump(Int)
        case startOfText
        case endOfText
        case wordBoundary(negated: Bool)
        case match
    }

    /// The greatest number of steps.
    static var limit: Int { 1_000 }

    var steps: [Step] = []
    var ignoresCase = false
    /// How many parts of an expression were visited: an empty one takes no step, however often it is repeated.
    private var parts = 0

    /// The machine of a regular expression.
    static func regex(_ regex: String) throws(TreeError) -> PatternProgram {
        var reader = try RegexReader(regex)
        let expression = try reader.read()
        var program = PatternProgram()
        program.ignoresCase = reader.ignoresCase
        try program.append(expression)
        program.steps.append(.match)
        return program
    }

    // MARK: Regular expressions

    private mutating func append(_ expression: RegexExpression) throws(TreeError) {
        parts += 1
        guard steps.count < Self.limit, parts <= 16 * Self.limit else {
            throw TreeError(
                .tooLarge,
                "The pattern takes more than \(Self.limit) steps; use fewer repetitions, or a shorter pattern.")
        }
        switch expression {
        case .empty: break
        case .step(.scalar(let scalar)): steps.append(.scalar(ignoresCase ? scalar.folded : scalar))
        case .step(let step): steps.append(step)
        case .sequence(let parts): for part in parts { try append(part) }
        case .choice(let parts): try append(choice: parts)
        case .repetition(let part, let range, let isLazy): try append(part, range, isLazy)
        }
    }

    private mutating func append(choice parts: [RegexExpression]) throws(TreeError) {
        var ends: [Int] = []
        for (index, part) in parts.enumerated() {
            guard index < parts.count - 1 else {
                try append(part)
                break
            }
            let split = steps.count
            steps.append(.jump(0))
            try append(part)
            ends.append(steps.count)
            steps.append(.jump(0))
            steps[split] = .split(split + 1, steps.count)
        }
        for end in ends { steps[end] = .jump(steps.count) }
    }

    private mutating func append(_ part: RegexExpression, _ range: RegexExpression.Count, _ isLazy: Bool)
        throws(TreeError)
    {
        for _ in 0..<range.least { try append(part) }
        guard let most = range.most else {
            let split = steps.count
            steps.append(.jump(0))
            try append(part)
            steps.append(.jump(split))
            steps[split] = fork(split + 1, steps.count, isLazy)
            return
        }
        var splits: [Int] = []
        for _ in range.least..<max(most, range.least) {
            splits.append(steps.count)
            steps.append(.jump(0))
            try append(part)
        }
        for split in splits { steps[split] = fork(split + 1, steps.count, isLazy) }
    }

    private func fork(_ on: Int, _ past: Int, _ isLazy: Bool) -> Step {
        isLazy ? .split(past, on) : .split(on, past)
    }
}

/// Scalars that one step takes.
struct PatternSet: Sendable, Hashable {
    /// The characters of `\d`, `\w` and `\s`.
    enum Family: Sendable, Hashable {
        case digit, word, space

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            case .digit: scalar.properties.numericType == .decimal
            case .word: Spelling.isIdentifierScalar(scalar)
            case .space: scalar.properties.isWhitespace
            }
        }
    }

    struct FamilyMatch: Sendable, Hashable {
        var family: Family
        var isNegated: Bool
    }

    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var families: [FamilyMatch] = []
    var isNegated = false

    func contains(_ scalar: Unicode.Scalar, ignoringCase: Bool) -> Bool {
        var isIn = has(scalar)
        if !isIn, ignoringCase { isIn = has(scalar.folded) || has(scalar.raised) }
        return isIn != isNegated
    }

    private func has(_ scalar: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(scalar) }
            || families.contains { $0.family.contains(scalar) != $0.isNegated }
    }
}

extension Unicode.Scalar {
    /// The scalar in lower case, if that is one scalar.
    var folded: Unicode.Scalar {
        if value < 0x80 { return 0x41...0x5A ~= value ? Unicode.Scalar(UInt8(value + 0x20)) : self }
        return Self.only(properties.lowercaseMapping) ?? self
    }

    /// The scalar in upper case, if that is one scalar.
    var raised: Unicode.Scalar {
        if value < 0x80 { return 0x61...0x7A ~= value ? Unicode.Scalar(UInt8(value - 0x20)) : self }
        return Self.only(properties.uppercaseMapping) ?? self
    }

    private static func only(_ text: String) -> Unicode.Scalar? {
        let scalars = text.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }
}
