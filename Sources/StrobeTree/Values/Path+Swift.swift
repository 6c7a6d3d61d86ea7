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
            self.init(try reader.read(toEnd: true))
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
    package static func id(in token: String) -> String? {
        let bytes = token.utf8
        guard bytes.count >= 5, bytes.starts(with: "[id=".utf8), bytes.last == UInt8(ascii: "]") else { return nil }
        return String(decoding: bytes.dropFirst(4).dropLast(), as: UTF8.self)
    }

    /// The token that addresses an element of an array by its member `id`.
    static func token(id: String) -> String { "[id=\(id)]" }

    /// Whether a token is the decimal text of an index.
    package static func isIndex(_ token: String) -> Bool {
        let bytes = token.utf8
        guard let first = bytes.first, bytes.allSatisfy({ 48...57 ~= $0 }) else { return false }
        return first != 48 || bytes.count == 1
    }

    /// Whether a scalar may be part of a key without quotes.
    static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar == "-" || scalar == "$" || scalar.properties.isAlphabetic
            || scalar.properties.numericType == .decimal
    }

    /// Whether a token can be written without quotes.
    private static func isBare(_ token: String) -> Bool {
        !token.isEmpty && token.unicodeScalars.allSatisfy(isNameScalar)
    }
}
