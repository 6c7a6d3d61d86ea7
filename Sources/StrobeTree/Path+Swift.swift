extension Path {
    /// Reads a path as people type it: `.session.items[3].title`, `items[0]`, `.["odd key"]`, `[id=42]`, or a pointer.
    ///
    /// Text that is empty or begins with `/` is read as an RFC 6901 pointer; `.` is the root as well.
    ///
    /// - Parameter text: The text.
    /// - Throws: `malformedPath` with the byte offset and what was expected there.
    public init(parsing text: String) throws(TreeError) {
        if text.isEmpty || text.utf8.first == UInt8(ascii: "/") {
            try self.init(pointer: text)
        } else if text == "." {
            self.init([])
        } else {
            var reader = PathReader(text)
            self.init(try reader.read())
        }
    }

    /// The path as people type it, which reads back as the same path; `.` for the root.
    public var swiftStyle: String {
        guard !tokens.isEmpty else { return "." }
        var text = ""
        for token in tokens {
            if Self.isIndex(token) {
                text += "[\(token)]"
            } else if let id = Self.id(in: token) {
                text += Self.isBare(id) ? "[id=\(id)]" : "[id=\(QuotedText.quote(id))]"
            } else if Self.isBare(token) {
                text += ".\(token)"
            } else {
                text += ".[\(QuotedText.quote(token))]"
            }
        }
        return text
    }

    /// The id in a token such as `[id=42]`, which addresses an element of an array by its member `id`.
    static func id(in token: String) -> String? {
        let bytes = token.utf8
        guard bytes.count >= 5, bytes.starts(with: "[id=".utf8), bytes.last == UInt8(ascii: "]") else { return nil }
        return String(decoding: bytes.dropFirst(4).dropLast(), as: UTF8.self)
    }

    /// The token that addresses an element of an array by its member `id`.
    static func token(id: String) -> String { "[id=\(id)]" }

    /// Whether a token is the decimal text of an index.
    static func isIndex(_ token: String) -> Bool {
        let bytes = token.utf8
        guard let first = bytes.first, bytes.allSatisfy({ 48...57 ~= $0 }) else { return false }
        return first != 48 || bytes.count == 1
    }

    /// Whether a scalar may stand in a key without quotes.
    static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar == "-" || scalar == "$" || scalar.properties.isAlphabetic
            || scalar.properties.numericType == .decimal
    }

    /// Whether a token can stand without quotes.
    private static func isBare(_ token: String) -> Bool {
        !token.isEmpty && token.unicodeScalars.allSatisfy(isNameScalar)
    }
}

/// Reads the Swift style of a path.
private struct PathReader {
    private let text: String
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    private var scalar: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    mutating func read() throws(TreeError) -> [String] {
        var tokens: [String] = []
        while let scalar {
            if scalar == "." {
                position += 1
                tokens.append(self.scalar == "[" ? try bracket() : try name())
            } else if scalar == "[" {
                tokens.append(try bracket())
            } else if tokens.isEmpty {
                tokens.append(try name())
            } else {
                throw unexpected("\".\" or \"[\"")
            }
        }
        return tokens
    }

    private mutating func name() throws(TreeError) -> String {
        var name = String.UnicodeScalarView()
        while let scalar, Path.isNameScalar(scalar) {
            name.append(scalar)
            position += 1
        }
        guard !name.isEmpty else { throw unexpected("a name (put other keys in quotes: .[\"a key\"])") }
        return String(name)
    }

    private mutating func bracket() throws(TreeError) -> String {
        position += 1
        let token: String
        if scalar == "\"" {
            token = try quoted()
        } else if position + 2 < scalars.count, scalars[position..<position + 3].elementsEqual("id=".unicodeScalars) {
            position += 3
            if scalar == "\"" {
                token = Path.token(id: try quoted())
            } else {
                var id = String.UnicodeScalarView()
                while let scalar, scalar != "]", scalar != "\"" {
                    id.append(scalar)
                    position += 1
                }
                token = Path.token(id: String(id))
            }
        } else {
            var digits = ""
            while let scalar, ("0"..."9").contains(scalar) {
                digits.unicodeScalars.append(scalar)
                position += 1
            }
            guard !digits.isEmpty else { throw unexpected("an index, \"id=\" or a key in quotes") }
            token = digits
        }
        guard scalar == "]" else { throw unexpected("\"]\"") }
        position += 1
        return token
    }

    private mutating func quoted() throws(TreeError) -> String {
        do {
            return try QuotedText.read(scalars, at: &position)
        } catch {
            throw unexpected(error.expected)
        }
    }

    private func unexpected(_ expected: String) -> TreeError {
        let offset = scalars[..<position].reduce(0) { $0 + UTF8.width($1) }
        let found = scalar.map { "\"\($0)\" stands there" } ?? "the path ends"
        return TreeError(
            .malformedPath, "In the path \(text) \(expected) was expected at byte \(offset), but \(found).",
            offset: offset, expected: expected)
    }
}
