/// Strings in quotes with Swift's escapes, as literals and paths have them.
enum QuotedText {
    /// Why text in quotes could not be read; the position is where.
    struct Failure: Error {
        var expected: String
    }

    /// A string in quotes, on one line: what Swift's compiler reads as a literal of exactly this text.
    ///
    /// Everything is done by scalars: a quote with a combining mark after it is one character, and still a quote.
    ///
    /// - Parameter isRaw: Whether quotes and backslashes mean themselves, between as many `#` as that takes.
    static func quote(_ string: String, isRaw: Bool = false) -> String {
        let marks = isRaw ? self.marks(around: string) : ""
        var text = String.UnicodeScalarView()
        text.append(contentsOf: "\(marks)\"".unicodeScalars)
        /// Whether the last output belongs to the notation and not to the text.
        var isBehindNotation = true
        let scalars = string.unicodeScalars
        for index in scalars.indices {
            let scalar = scalars[index]
            if let code = escape(scalar, isRaw: isRaw, isBehindNotation: isBehindNotation),
                isBehindNotation || !joinsEmoji(scalars, at: index)
            {
                text.append(contentsOf: "\\\(marks)\(code)".unicodeScalars)
                isBehindNotation = true
            } else {
                text.append(scalar)
                isBehindNotation = false
            }
        }
        text.append(contentsOf: "\"\(marks)".unicodeScalars)
        return String(text)
    }

    /// Whether a scalar joins two emoji to one: it cannot be seen, but what it does can.
    private static func joinsEmoji(_ scalars: String.UnicodeScalarView, at index: String.Index) -> Bool {
        guard scalars[index] == "\u{200D}", let next = scalars[index...].dropFirst().first,
            let last = scalars[..<index].last, next.properties.isEmoji, next.value > 0x7F
        else { return false }
        return last.value > 0x7F && last.properties.isEmoji || last == "\u{FE0F}"
    }

    /// What follows the backslash for a scalar; `nil` for one that is written as it is.
    private static func escape(_ scalar: Unicode.Scalar, isRaw: Bool, isBehindNotation: Bool) -> String? {
        switch scalar {
        case "\"", "\\": return isRaw ? nil : String(scalar)
        case "\n": return "n"
        case "\r": return "r"
        case "\t": return "t"
        case "\0": return "0"
        case _ where scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F: return nil
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: break
        default:
            // An accent would be shown on the quote or the brace before it.
            guard isBehindNotation, "\"\(scalar)".count == 1 else { return nil }
        }
        return "u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }

    /// As many `#` as no quote and no backslash of a text has behind it, so that none ends the literal or begins an escape
    /// or an interpolation.
    private static func marks(around string: String) -> String {
        var most = 0
        var run: Int?
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"", "\\": run = 0
            case "#": run = run.map { $0 + 1 }
            default: run = nil
            }
            most = max(most, run ?? 0)
        }
        return String(repeating: "#", count: most + 1)
    }

    /// Reads a string in quotes, with the escapes of Swift and of JSON.
    ///
    /// - Parameters:
    ///   - scalars: The text.
    ///   - position: Where its opening quote is; afterwards the place after the closing one, or the place of the error.
    static func read(_ scalars: [Unicode.Scalar], at position: inout Int) throws(Failure) -> String {
        var text = String.UnicodeScalarView()
        position += 1
        while position < scalars.count {
            let scalar = scalars[position]
            switch scalar {
            case "\"":
                position += 1
                return String(text)
            case "\\":
                position += 1
                text.append(try escape(scalars, at: &position))
            case "\n", "\r": throw Failure(expected: "a closing quote on the same line (write \\n for a line break)")
            default:
                text.append(scalar)
                position += 1
            }
        }
        throw Failure(expected: "a closing quote")
    }

    static func escape(_ scalars: [Unicode.Scalar], at position: inout Int) throws(Failure) -> Unicode.Scalar {
        let escapes: [Unicode.Scalar: Unicode.Scalar] = [
            "\"": "\"", "\\": "\\", "/": "/", "'": "'", "n": "\n", "r": "\r", "t": "\t", "0": "\0", "b": "\u{8}",
            "f": "\u{C}",
        ]
        guard position < scalars.count else { throw Failure(expected: "a closing quote") }
        if let plain = escapes[scalars[position]] {
            position += 1
            return plain
        }
        guard scalars[position] == "u" else { throw Failure(expected: "one of \" \\ n r t 0 u{...} after a backslash") }
        let start = position
        position += 1
        var code: UInt32
        if position < scalars.count, scalars[position] == "{" {
            position += 1
            code = try hexadecimal(scalars, at: &position, upTo: 8)
            guard position < scalars.count, scalars[position] == "}" else { throw Failure(expected: "\"}\"") }
            position += 1
        } else {
            code = try hexadecimal(scalars, at: &position, upTo: 4)
            if 0xD800..<0xDC00 ~= code, position + 1 < scalars.count, scalars[position] == "\\",
                scalars[position + 1] == "u"
            {
                position += 2
                let low = try hexadecimal(scalars, at: &position, upTo: 4)
                if 0xDC00..<0xE000 ~= low { code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00) }
            }
        }
        guard let scalar = Unicode.Scalar(code) else {
            position = start
            throw Failure(expected: "the code of a Unicode scalar")
        }
        return scalar
    }

    private static func hexadecimal(
        _ scalars: [Unicode.Scalar], at position: inout Int, upTo length: Int
    ) throws(Failure) -> UInt32 {
        var digits = ""
        while position < scalars.count, digits.utf8.count < length, scalars[position].properties.isASCIIHexDigit {
            digits.unicodeScalars.append(scalars[position])
            position += 1
        }
        guard let code = UInt32(digits, radix: 16) else { throw Failure(expected: "hexadecimal digits") }
        return code
    }
}
