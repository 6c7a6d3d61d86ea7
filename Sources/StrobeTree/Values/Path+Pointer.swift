extension Path {
    /// Reads an RFC 6901 JSON Pointer: empty, or tokens with a `/` before each, `~0` for `~` and `~1` for `/`.
    ///
    /// - Parameter pointer: The text.
    /// - Throws: `malformedPath` with the byte offset.
    public init(pointer: String) throws(TreeError) {
        var tokens: [String] = []
        var token: [UInt8] = []
        var isEscape = false
        var offset = 0
        for byte in pointer.utf8 {
            if offset == 0, byte != UInt8(ascii: "/") {
                throw TreeError(
                    .malformedPath, "The path \"\(pointer)\" does not begin with \"/\"; the root is the empty path.",
                    offset: 0, expected: "\"/\"")
            }
            if isEscape {
                guard byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else { break }
                token.append(byte == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
                isEscape = false
            } else if byte == UInt8(ascii: "~") {
                isEscape = true
            } else if byte == UInt8(ascii: "/") {
                if offset > 0 { tokens.append(String(decoding: token, as: UTF8.self)) }
                token.removeAll(keepingCapacity: true)
            } else {
                token.append(byte)
            }
            offset += 1
        }
        if isEscape {
            throw TreeError(
                .malformedPath,
                "In the path \"\(pointer)\" a \"~\" must be written \"~0\" and a \"/\" in a key \"~1\".",
                offset: offset, expected: "\"0\" or \"1\" after \"~\"")
        }
        if offset > 0 { tokens.append(String(decoding: token, as: UTF8.self)) }
        self.init(tokens)
    }

    /// The RFC 6901 JSON Pointer; empty for the root.
    public var pointer: String {
        var bytes: [UInt8] = []
        for token in tokens {
            bytes.append(UInt8(ascii: "/"))
            for byte in token.utf8 {
                switch byte {
                case UInt8(ascii: "~"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "0")]
                case UInt8(ascii: "/"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "1")]
                default: bytes.append(byte)
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Path: CustomStringConvertible {
    public var description: String { pointer }
}

extension Path: Codable {
    /// Decodes the pointer.
    public init(from decoder: any Decoder) throws {
        try self.init(pointer: decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the pointer.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(pointer)
    }
}
