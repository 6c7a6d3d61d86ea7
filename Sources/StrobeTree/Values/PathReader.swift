/// Reads the Swift style of a path.
struct PathReader {
    private let text: String
    private let scalars: [Unicode.Scalar]
    private(set) var position: Int

    init(_ text: String) {
        self.init(text, Array(text.unicodeScalars), at: 0)
    }

    /// Reads a path within a text, whose scalars are given as well.
    init(_ text: String, _ scalars: [Unicode.Scalar], at position: Int) {
        self.text = text
        self.scalars = scalars
        self.position = position
    }

    private var scalar: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    /// Reads the tokens of a path.
    ///
    /// - Parameter toEnd: Whether nothing may follow.
    mutating func read(toEnd: Bool) throws(TreeError) -> [String] {
        var tokens: [String] = []
        while let scalar {
            if scalar == "." {
                position += 1
                tokens.append(self.scalar == "[" ? try bracket() : try name())
            } else if scalar == "[" {
                tokens.append(try bracket())
            } else if tokens.isEmpty {
                tokens.append(try name())
            } else if toEnd {
                throw unexpected("\".\" or \"[\"")
            } else {
                break
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

    /// Reads an index, an id or a quoted key in brackets.
    mutating func bracket() throws(TreeError) -> String {
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
        let found = scalar.map { "\"\($0)\"" } ?? "the end of the path"
        return TreeError(
            .malformedPath, "In the path \(text): expected \(expected) at byte \(offset), found \(found).",
            offset: offset, expected: expected)
    }
}
