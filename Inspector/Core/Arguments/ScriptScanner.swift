/// Scans the text of a script for characters outside of quotes.
///
/// A `"` opens a quote anywhere; inside, `\` escapes the next character. A `'` opens one only at the beginning of a
/// word. The scan works on scalars, since a quote followed by a combining mark is one character but still a quote.
package enum ScriptScanner {
    /// Visits the characters outside of quotes.
    ///
    /// - Returns: Whether a quote is open at the end.
    /// - Parameter visit: Receives the index, the scalar, the number of open brackets (an opening or closing one counts
    ///   as outside) and whether a word begins there; returns whether to continue.
    @discardableResult
    package static func scan(
        _ text: Substring,
        _ visit: (_ index: Substring.Index, _ sign: Unicode.Scalar, _ depth: Int, _ isAtWord: Bool) -> Bool
    ) -> Bool {
        var depth = 0
        var quote: Unicode.Scalar?
        var isEscaped = false
        var isAtWord = true
        for index in text.unicodeScalars.indices {
            let sign = text.unicodeScalars[index]
            defer { isAtWord = sign.properties.isWhitespace }
            if isEscaped {
                isEscaped = false
            } else if let open = quote {
                if sign == "\\", open == "\"" { isEscaped = true }
                if sign == open { quote = nil }
            } else if sign == "\"" || sign == "'" && isAtWord {
                quote = sign
            } else {
                if sign == ")" || sign == "]" || sign == "}" { depth -= 1 }
                guard visit(index, sign, depth, isAtWord) else { return false }
                if sign == "(" || sign == "[" || sign == "{" { depth += 1 }
            }
        }
        return quote != nil
    }

    /// The index of the bracket that closes the first character of a text; `nil` if there is none.
    package static func partner(of text: Substring) -> Substring.Index? {
        var end: Substring.Index?
        scan(text) { index, _, depth, _ in
            guard depth == 0, index != text.startIndex else { return true }
            end = index
            return false
        }
        return end
    }

    /// Splits a text at separators outside of quotes and brackets.
    package static func parts(of text: Substring, separatedBy separator: Unicode.Scalar) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        scan(text) { index, sign, depth, _ in
            if depth <= 0, sign == separator {
                parts.append(text[start..<index])
                start = text.unicodeScalars.index(after: index)
            }
            return true
        }
        return parts + [text[start...]]
    }

    /// The brackets left open by the lines so far.
    package struct OpenBrackets {
        private static let partners: [Unicode.Scalar: Unicode.Scalar] = [")": "(", "]": "[", "}": "{"]

        /// The brackets with their offsets, in bytes from the beginning.
        package private(set) var open: [(sign: Unicode.Scalar, offset: Int)] = []
        /// Whether one was closed by a bracket of another kind; no more can be closed then.
        package private(set) var isMixed = false
        /// Whether a quote is open; quotes cannot continue on the next line.
        package private(set) var isQuoted = false

        package init() {}

        /// Scans another line.
        ///
        /// - Parameter offset: The offset of its first byte.
        /// - Returns: The line without its comment: a `#` that begins the line or is surrounded by blanks.
        package mutating func read(_ line: Substring, at offset: Int) -> Substring {
            var end = line.endIndex
            let isQuoted = ScriptScanner.scan(line) { index, sign, _, isAtWord in
                if sign == "#", isAtWord,
                    line.unicodeScalars[index...].dropFirst().first?.properties.isWhitespace ?? true
                        || line[..<index].allSatisfy(\.isWhitespace)
                {
                    end = index
                    return false
                }
                guard !isMixed else { return true }
                if sign == "(" || sign == "[" || sign == "{" {
                    open.append((sign, offset + line.utf8.distance(from: line.startIndex, to: index)))
                } else if let partner = Self.partners[sign] {
                    isMixed = open.last?.sign != partner
                    if !isMixed { open.removeLast() }
                }
                return true
            }
            self.isQuoted = isQuoted && !isMixed
            return line[..<end]
        }
    }
}

extension Substring {
    /// The text without leading and trailing blanks.
    package var trimmedBlanks: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
