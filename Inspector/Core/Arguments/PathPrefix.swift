/// The part of a path being typed that is complete: everything before its last token.
package struct PathPrefix: Sendable, Hashable {
    /// The path of the parent as it was typed.
    package let text: String
    /// Whether the path is written as a JSON Pointer.
    package let isPointer: Bool

    /// Splits a path that is only partly typed.
    package init(_ typed: String) {
        isPointer = typed.hasPrefix("/")
        if isPointer {
            text = typed.lastIndex(of: "/").map { String(typed[..<$0]) } ?? ""
            return
        }
        var last = typed.startIndex
        var isQuoted = false
        var isInBrackets = false
        var index = typed.startIndex
        while index < typed.endIndex {
            switch typed[index] {
            case "\\" where isQuoted: index = typed.index(after: index)
            case "\"": isQuoted.toggle()
            case "[" where !isQuoted:
                // `.["key"]` begins at its dot.
                let isAfterDot = index > typed.startIndex && typed[typed.index(before: index)] == "."
                if !isAfterDot { last = index }
                isInBrackets = true
            case "]" where !isQuoted: isInBrackets = false
            case "." where !isQuoted && !isInBrackets: last = index
            default: break
            }
            if index < typed.endIndex { index = typed.index(after: index) }
        }
        text = String(typed[..<last])
    }

    /// The pages of the parent's children that contain the candidates: the first one; once an index is begun, that
    /// element and the ten with one more digit.
    package func pages(of typed: String) -> [Range<Int>] {
        let token = typed.dropFirst(text.count)
        if token == "[" { return [0..<40] }
        let digits = token.dropFirst()
        guard token.hasPrefix("[") || isPointer, digits.count < 15, let index = Int(digits), index >= 0 else {
            return [0..<100]
        }
        let begun = index == 0 ? [0..<1] : [index..<index + 1, index * 10..<index * 10 + 10]
        // The keys of a dictionary may be numbers, too.
        return isPointer ? begun + [0..<100] : begun
    }
}
