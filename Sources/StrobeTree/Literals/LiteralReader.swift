/// Reads one literal, guided by a schema where there is one.
struct LiteralReader {
    let scalars: [Unicode.Scalar]
    var position = 0
    /// What may continue the text, if known.
    var ending: [Literal.Completion] = []
    /// The named shapes that were met on the way, which `recursive` refers to.
    private var shapes: [String: Schema] = [:]
    private var depth = 0

    private static let maxDepth = 128

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// Reads what begins somewhere in a text.
    init(_ scalars: [Unicode.Scalar], at position: Int) {
        self.scalars = scalars
        self.position = position
    }

    mutating func read(_ schema: Schema?) throws(TreeError) -> Value {
        let value = try value(schema)
        skipSpace()
        if position < scalars.count { throw unexpected("the end of the literal") }
        return value
    }

    // MARK: Tokens

    /// The scalar at the position; `nil` at the end.
    var scalar: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    mutating func skipSpace() {
        while let scalar, scalar.properties.isWhitespace { position += 1 }
    }

    /// Steps over white space and then over a scalar if it is the one that follows.
    mutating func take(_ expected: Unicode.Scalar) -> Bool {
        skipSpace()
        guard scalar == expected else { return false }
        position += 1
        return true
    }

    /// Reads an identifier, which may be empty, or in backticks.
    mutating func identifier() -> String {
        if scalar == "`" {
            position += 1
            return quotedIdentifier()
        }
        var name = String.UnicodeScalarView()
        while let scalar, Spelling.isIdentifierScalar(scalar) {
            name.append(scalar)
            position += 1
        }
        return String(name)
    }

    mutating func string() throws(TreeError) -> String {
        let text: Result<String, QuotedText.Failure> = Result { () throws(QuotedText.Failure) in
            try QuotedText.read(scalars, at: &position)
        }
        switch text {
        case .success(let text): return text
        case .failure(let failure): throw unexpected(failure.expected)
        }
    }

    /// The byte offset of a place in the text.
    func offset(of place: Int) -> Int {
        scalars[..<min(place, scalars.count)].reduce(0) { $0 + UTF8.width($1) }
    }

    func unexpected(_ expected: String, at place: Int? = nil, suggestion: String? = nil) -> TreeError {
        let place = place ?? position
        let found = place < scalars.count ? found(at: place) : "the end of the text"
        let meant = suggestion.map { " Did you mean \($0)?" } ?? ""
        return TreeError(
            .malformedLiteral, "Expected \(expected), found \(found).\(meant)", offset: offset(of: place),
            expected: expected, suggestion: suggestion)
    }

    private func found(at place: Int) -> String {
        var end = place
        if scalars[end] == "." || scalars[end] == "-" { end += 1 }
        while end < scalars.count, end - place < 40, Spelling.isIdentifierScalar(scalars[end]) { end += 1 }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[place..<max(end, place + 1)])
        return String(text)
    }

    // MARK: Values

    /// The schema that a reference within the schema refers to; `nil` if unknown.
    func resolved(_ schema: Schema?) -> Schema? {
        switch schema {
        case .recursive(let type): shapes[type]
        case .unknown: nil
        default: schema
        }
    }

    /// The same, and remembers a named shape for the references to it.
    mutating func resolve(_ schema: Schema?) -> Schema? {
        switch schema {
        case .object(let type, _), .choice(let type, _): shapes[type] = schema
        default: break
        }
        return resolved(schema)
    }

    mutating func value(_ unresolved: Schema?) throws(TreeError) -> Value {
        skipSpace()
        let schema = resolve(unresolved)
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maxDepth else {
            throw TreeError(
                .tooLarge, "The literal nests deeper than \(Self.maxDepth) levels.", offset: offset(of: position))
        }
        if case .optional(let wrapped) = schema { return try optional(wrapped) }
        if case .unknown(DurationText.typeName) = unresolved, let duration = try duration() { return duration }
        let start = position
        switch scalar {
        case "\"":
            let text = Value.string(try string())
            return try checked(text, schema, from: start)
        case "#": return try checked(.string(try rawString()), schema, from: start)
        case "[": return try list(schema)
        case "{": return try braces(schema)
        case ".":
            position += 1
            return try member(schema, types: [], from: start)
        case "-", "+", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9":
            let number = try number(schema)
            return try checked(number, schema, from: start)
        case let scalar? where scalar == "`" || Spelling.isIdentifierScalar(scalar):
            return try name(schema, from: start)
        default:
            if scalar == nil { ending = offers(schema, typed: "") }
            throw unexpected(schema?.words ?? "a value")
        }
    }

    /// Reads what an optional holds, or `nil`.
    private mutating func optional(_ wrapped: Schema) throws(TreeError) -> Value {
        let start = position
        let inner = innermost(wrapped)
        if take(".") {
            let name = identifier()
            if inner?.hasCase(name) != true {
                if name == "none" { return .null }
                if name == "some", take("(") {
                    let value = try value(wrapped)
                    guard take(")") else { throw unexpected("\")\"") }
                    return Self.needsSome(value, of: wrapped) ? .object(["some": value]) : value
                }
            }
            position = start
        } else if scalar == "n" {
            let word = identifier()
            if word == "nil" || word == "null" {
                if position == scalars.count { offerNil(from: start) }
                return .null
            }
            position = start
        }
        do {
            return try value(wrapped)
        } catch {
            offerNil(from: start)
            guard error.code == .malformedLiteral, error.offset == offset(of: start), let expected = error.expected,
                !expected.hasSuffix(" or nil")
            else { throw error }
            throw unexpected("\(expected) or nil", at: start, suggestion: error.suggestion)
        }
    }

    /// A schema without its optionals.
    private mutating func innermost(_ schema: Schema) -> Schema? {
        var inner = resolve(schema)
        while case .optional(let wrapped) = inner { inner = resolve(wrapped) }
        return inner
    }

    /// Whether an optional keeps a value apart from `nil`, and from this very form, as `{"some": ...}`.
    static func needsSome(_ value: Value, of wrapped: Schema) -> Bool {
        if value == .null { return true }
        guard wrapped.isNullable, case .object(let object) = value else { return false }
        return object.count == 1 && object["some"] != nil
    }

    /// Lets a leaf pass if the schema allows it.
    func checked(_ value: Value, _ schema: Schema?, from start: Int) throws(TreeError) -> Value {
        switch schema {
        case .scalar(let scalar):
            guard scalar.accepts(value) else { throw unexpected(scalar.words, at: start) }
        case .choice(_, let cases):
            guard cases.contains(where: { $0.form == value }) else {
                guard case .string(let text) = value else { throw unexpected(schema?.words ?? "", at: start) }
                let near = Spelling.nearest(text, in: cases.map(\.name))
                throw unexpected(schema?.words ?? "", at: start, suggestion: near.map { ".\($0)" })
            }
        case .array, .set, .dictionary, .object:
            throw unexpected(schema?.words ?? "", at: start)
        default: break
        }
        return value
    }

    private mutating func number(_ schema: Schema?) throws(TreeError) -> Value {
        let start = position
        var text = ""
        if scalar == "-" || scalar == "+" {
            if scalar == "-" { text = "-" }
            position += 1
            if scalar == "." {
                position += 1
                let name = identifier()
                guard name == "infinity" else { throw unexpected("infinity", at: position - name.unicodeScalars.count) }
                return text.isEmpty ? "Infinity" : "-Infinity"
            }
        }
        let bases: [Unicode.Scalar: Int] = ["x": 16, "o": 8, "b": 2]
        if scalar == "0", position + 1 < scalars.count, let base = bases[scalars[position + 1]] {
            position += 2
            let digits = identifier().filter { $0 != "_" }
            if let int = Int64(text + digits, radix: base) { return .int(int) }
            if text.isEmpty, let uint = UInt64(digits, radix: base) { return .uint(uint) }
            throw unexpected("an integer of 64 bits", at: start)
        }
        while let scalar {
            let isSign = (scalar == "-" || scalar == "+") && (text.last == "e" || text.last == "E")
            guard isSign || scalar == "." || scalar == "_" || Spelling.isIdentifierScalar(scalar) else { break }
            if scalar != "_" { text.unicodeScalars.append(scalar) }
            position += 1
        }
        guard let value = try? JSON.parse(text) else { throw unexpected("a number", at: start) }
        // Integers beyond 64 bits are text in the form.
        if case .double = value, schema == .scalar(.int) || schema == .scalar(.uint), Schema.Scalar.isWide(text) {
            return .string(text)
        }
        return value
    }

    /// Reads a word, a case without its dot, or a type name and what follows it.
    private mutating func name(_ schema: Schema?, from start: Int) throws(TreeError) -> Value {
        var place = position
        var names = [identifier()]
        if position == scalars.count { ending = offers(schema, typed: names[0]) }
        switch names[0] {
        case "true": return try checked(true, schema, from: start)
        case "false": return try checked(false, schema, from: start)
        case "nil", "null":
            guard schema == nil else { throw unexpected(schema?.words ?? "", at: start) }
            return .null
        default: break
        }
        while scalar == "." {
            position += 1
            if position == scalars.count {
                let longer = offers(schema, typed: names.joined(separator: ".") + ".")
                ending = longer.isEmpty ? offers(schema, typed: ".") : longer
            }
            place = position
            names.append(identifier())
        }
        names.removeLast()
        position = place
        return try member(schema, types: names, from: start)
    }
}
