/// Strings in quotes with Swift's escapes, as literals and paths have them.
enum QuotedText {
    /// Why text in quotes could not be read; the position is where.
    struct Failure: Error {
        var expected: String
    }

    /// A string in quotes, on one line.
    static func quote(_ string: String) -> String {
        var text = String.UnicodeScalarView()
        text.append("\"")
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                text.append("\\")
                text.append(scalar)
            case "\n": text.append(contentsOf: "\\n".unicodeScalars)
            case "\r": text.append(contentsOf: "\\r".unicodeScalars)
            case "\t": text.append(contentsOf: "\\t".unicodeScalars)
            case "\0": text.append(contentsOf: "\\0".unicodeScalars)
            default:
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                    let code = String(scalar.value, radix: 16, uppercase: true)
                    text.append(contentsOf: "\\u{\(code)}".unicodeScalars)
                default: text.append(scalar)
                }
            }
        }
        text.append("\"")
        return String(text)
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

    private static func escape(_ scalars: [Unicode.Scalar], at position: inout Int) throws(Failure) -> Unicode.Scalar {
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
