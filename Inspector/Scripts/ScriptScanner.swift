/// Looks through the text of a script for signs that are not in quotes.
///
/// A `"` opens a quote anywhere and `\` takes the next character as it is until its partner; a `'` does at the beginning
/// of a word only.
enum ScriptScanner {
    /// Visits the characters outside of quotes.
    ///
    /// - Returns: Whether a quote is open at the end.
    /// - Parameter visit: Gets a place, how many brackets are open there (one that opens or closes counts as outside),
    ///   and whether a word begins there; returns whether to go on.
    @discardableResult
    static func scan(
        _ text: Substring, _ visit: (_ index: Substring.Index, _ depth: Int, _ isAtWord: Bool) -> Bool
    ) -> Bool {
        var depth = 0
        var quote: Character?
        var isEscaped = false
        var isAtWord = true
        for index in text.indices {
            let character = text[index]
            defer { isAtWord = character.isWhitespace }
            if isEscaped {
                isEscaped = false
            } else if let open = quote {
                if character == "\\", open == "\"" { isEscaped = true }
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" && isAtWord {
                quote = character
            } else {
                if ")]}".contains(character) { depth -= 1 }
                guard visit(index, depth, isAtWord) else { return false }
                if "([{".contains(character) { depth += 1 }
            }
        }
        return quote != nil
    }

    /// A line without the comment at its end: a `#` that begins the line, or one that stands between blanks.
    static func withoutComment(_ line: Substring) -> Substring {
        var end: Substring.Index?
        scan(line) { index, _, isAtWord in
            guard line[index] == "#", isAtWord else { return true }
            let isFirst = line[..<index].allSatisfy(\.isWhitespace)
            let next = line.index(after: index)
            guard isFirst || next == line.endIndex || line[next].isWhitespace else { return true }
            end = index
            return false
        }
        return end.map { line[..<$0] } ?? line
    }

    /// Where the brackets close that the first character of a text opens; `nil` where they do not.
    static func partner(of text: Substring) -> Substring.Index? {
        var end: Substring.Index?
        scan(text) { index, depth, _ in
            guard depth == 0, index != text.startIndex else { return true }
            end = index
            return false
        }
        return end
    }

    /// The parts of a text between separators outside of quotes and brackets.
    static func parts(of text: Substring, separatedBy separator: Character) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        scan(text) { index, depth, _ in
            if depth <= 0, text[index] == separator {
                parts.append(text[start..<index])
                start = text.index(after: index)
            }
            return true
        }
        return parts + [text[start...]]
    }

    /// The brackets that are not closed, and whether one is closed by another kind, so that none can be any more.
    ///
    /// In an open quote none are: it cannot be closed on another line.
    static func openBrackets(in text: Substring) -> (places: [Substring.Index], isMixed: Bool) {
        let partners: [Character: Character] = [")": "(", "]": "[", "}": "{"]
        var open: [Substring.Index] = []
        var isMixed = false
        let isQuoted = scan(text) { index, _, _ in
            if "([{".contains(text[index]) { open.append(index) }
            guard let partner = partners[text[index]] else { return true }
            isMixed = open.last.map { text[$0] != partner } ?? true
            if !isMixed { open.removeLast() }
            return !isMixed
        }
        return isQuoted ? ([], false) : (open, isMixed)
    }
}

extension Substring {
    /// Without blanks at its ends.
    var trimmedBlanks: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
