/// A pattern in which `*` stands for any characters and `?` for one.
///
/// It is taken apart once: the texts that it is held against are many, and it may be as long as a message.
/// What a character is, a `Character` or a `Unicode.Scalar`, is up to whoever makes it.
package struct Glob<Element: Equatable & Sendable>: Sendable {
    /// The pattern without stars that say nothing.
    @usableFromInline package let pattern: [Element]
    @usableFromInline let star: Element
    @usableFromInline let any: Element

    /// Takes a pattern apart.
    ///
    /// Several stars in a row mean what one means, and would only be steps to take for every text.
    ///
    /// - Parameters:
    ///   - star: What stands for any characters.
    ///   - any: What stands for one character.
    @inlinable
    package init(_ pattern: some Sequence<Element>, star: Element, any: Element) {
        self.star = star
        self.any = any
        var elements: [Element] = []
        for element in pattern where element != star || elements.last != star { elements.append(element) }
        self.pattern = elements
    }

    /// Whether the pattern matches all of a text.
    ///
    /// - Complexity: O(*n*²) in the length of the text, whatever the pattern.
    @inlinable
    package func matches(_ text: [Element]) -> Bool {
        var (p, t) = (0, 0)
        // Where the last star was, and up to where it reaches; only the last one has to be tried again.
        var last: Int?
        var reach = 0
        while t < text.count {
            if p < pattern.count, pattern[p] == star {
                last = p
                reach = t
                p += 1
            } else if p < pattern.count, pattern[p] == any || pattern[p] == text[t] {
                p += 1
                t += 1
            } else if let last {
                reach += 1
                t = reach
                p = last + 1
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == star }
    }
}

extension Glob<Character> {
    @inlinable
    package init(_ pattern: String) {
        self.init(pattern, star: "*", any: "?")
    }

    /// Whether the pattern matches all of a text.
    @inlinable
    package func matches(_ text: String) -> Bool { matches(Array(text)) }
}
