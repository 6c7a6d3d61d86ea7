/// A value with parts that is written in a condition: `.failed(reason: "offline")`, `[1, 2]`, `User(id: 1)`.
package struct ConditionForm: Sendable, Hashable {
    /// As it is written.
    package var text: String
    /// Its JSON form.
    package var value: Value
    /// The path that it may be as well, by its number: `[0]`.
    package var path: Int?
    /// Where it begins.
    var offset: Offset
}

/// A place in the text of a condition, in bytes; all are equal, so that conditions are compared without places.
package struct Offset: Sendable, Hashable {
    var bytes: Int

    package static func == (a: Offset, b: Offset) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}

extension ConditionReader {
    /// Reads the right side of a comparison.
    ///
    /// - Parameters:
    ///   - left: What it is compared with.
    ///   - isEquality: Whether the operator is `==` or `!=`.
    mutating func right(of left: ConditionExpression, isEquality: Bool) throws(TreeError) -> ConditionExpression {
        guard isEquality else { return try sum() }
        if left == .fact(.origin), let origin = try origin() { return origin }
        return try formOrSum()
    }

    /// Reads a value with parts, or an operand.
    mutating func formOrSum() throws(TreeError) -> ConditionExpression {
        if let form = try form() { return form }
        return try sum()
    }

    /// Reads a value with parts, if one begins here.
    private mutating func form() throws(TreeError) -> ConditionExpression? {
        let start = position
        guard let next = scalar else { return nil }
        var path: Int?
        switch next {
        case "{": break
        case "-": guard text(at: start + 1) == "." else { return nil }
        case ".": guard callFollows(from: start + 1) else { return nil }
        case "[":
            var ahead = self
            if let place = try? ahead.path() {
                // A lone index or key in brackets is a list of one element as well.
                let tokens = ahead.paths[place.number].tokens
                guard !place.isCase, tokens.count == 1, Path.id(in: tokens[0]) == nil else { return nil }
                path = try self.path().number
                position = start
            }
        case let letter where letter.properties.isUppercase: guard callFollows(from: start) else { return nil }
        default: return nil
        }
        var reader = LiteralReader(scalars, at: start)
        let value: Value
        do {
            value = try reader.value(nil)
        } catch {
            var error = error
            error.code = .malformedCondition
            throw error
        }
        position = reader.position
        let written = String(String.UnicodeScalarView(scalars[start..<position]))
        return .form(ConditionForm(text: written, value: value, path: path, offset: offset(of: start)))
    }

    private func text(at place: Int) -> Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

    /// Whether there are names with dots between them at a place, followed directly by an opening parenthesis.
    private func callFollows(from start: Int) -> Bool {
        var place = start
        while let scalar = text(at: place), Spelling.isIdentifierScalar(scalar) || scalar == "." { place += 1 }
        return place > start && text(at: place) == "("
    }

    /// Reads an origin without quotes, with or without a dot before it; `nil` for anything else.
    private mutating func origin() throws(TreeError) -> ConditionExpression? {
        let start = position
        let hasDot = take(".")
        let name = identifier()
        let isName = !name.isEmpty && !(scalar.map { ".[(-$".unicodeScalars.contains($0) } ?? false)
        if isName, EntryFacts.origins.contains(name) { return .literal(.string(name)) }
        // With a dot it may be a path, and other words are texts or functions.
        guard isName, !hasDot, !Self.constants.contains(name), ConditionExpression.Fact(rawValue: name) == nil,
            let first = name.unicodeScalars.first, first.properties.isAlphabetic
        else {
            position = start
            return nil
        }
        throw wrongOrigin(name, at: start) { $0 }
    }

    /// Refuses an origin that there is not.
    func check(origin: ConditionExpression, from start: Int) throws(TreeError) {
        guard case .literal(.string(let name)) = origin, !EntryFacts.origins.contains(name) else { return }
        throw wrongOrigin(name, at: start) { "\"\($0)\"" }
    }

    private func wrongOrigin(_ name: String, at place: Int, _ written: (String) -> String) -> TreeError {
        unexpected(
            "one of the origins \(EntryFacts.origins.joined(separator: ", "))", at: place,
            suggestion: Spelling.nearest(name, in: EntryFacts.origins).map(written))
    }

    /// Reads `.load` as the case of an action; `nil` for anything else.
    mutating func actionName() -> (name: String, offset: Offset)? {
        let start = position
        guard take("."), let first = scalar, Spelling.isIdentifierScalar(first), !callFollows(from: start + 1) else {
            position = start
            return nil
        }
        var names = [identifier()]
        while scalar == ".", let next = text(at: position + 1), Spelling.isIdentifierScalar(next) {
            position += 1
            names.append(identifier())
        }
        return (names.joined(separator: "."), offset(of: start))
    }

    func offset(of place: Int) -> Offset {
        Offset(bytes: scalars[..<min(place, scalars.count)].reduce(0) { $0 + UTF8.width($1) })
    }
}
