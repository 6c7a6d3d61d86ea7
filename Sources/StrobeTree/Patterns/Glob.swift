/// A pattern in which `*` matches any characters and `?` one.
///
/// It is taken apart once: the texts that it is held against are many, and it may be as long as a message.
/// What a character is, a `Character` or a `Unicode.Scalar`, is up to the caller.
package struct Glob<Element: Hashable & Sendable>: Sendable {
    /// The pattern without stars that say nothing.
    @usableFromInline package let pattern: [Element]
    @usableFromInline let star: Element
    @usableFromInline let any: Element

    /// How many comparisons are made at most by going back; beyond that each character is examined once.
    @usableFromInline static var fewComparisons: Int { 1 << 14 }

    /// Takes a pattern apart.
    ///
    /// Several stars in a row mean what one means, and would only be steps to take for every text.
    ///
    /// - Parameters:
    ///   - star: The wildcard for any characters.
    ///   - any: The wildcard for one character.
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
    /// - Parameter meter: Counts the steps; the result counts only if its limit is not exceeded.
    /// - Complexity: O(*n*) in the length of the text, times a 64th of that of the pattern at worst.
    @inlinable
    package func matches(_ text: [Element], _ meter: WorkMeter? = nil) -> Bool {
        var (p, t) = (0, 0)
        // Where the last star was, and up to where it reaches; only the last one has to be tried again.
        var last: Int?
        var reach = 0
        var comparisons = 0
        while t < text.count {
            comparisons += 1
            if comparisons > Self.fewComparisons { return matchesLong(text, meter) }
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

    /// The same without going back: each part between two stars is looked for once, as far left as it fits.
    @usableFromInline
    func matchesLong(_ text: [Element], _ meter: WorkMeter?) -> Bool {
        var parts = pattern.split(separator: star, omittingEmptySubsequences: false)
        var rest = text[...]
        guard let first = parts.first, first.count <= rest.count, fits(first, rest.prefix(first.count)) else {
            return false
        }
        guard parts.count > 1 else { return first.count == rest.count }
        rest = rest.dropFirst(first.count)
        let last = parts.removeLast()
        guard last.count <= rest.count, fits(last, rest.suffix(last.count)) else { return false }
        rest = rest.dropLast(last.count)
        for part in parts.dropFirst() {
            guard let end = end(of: part, in: rest, meter) else { return false }
            rest = rest[end...]
        }
        return true
    }

    private func fits(_ part: ArraySlice<Element>, _ text: ArraySlice<Element>) -> Bool {
        zip(part, text).allSatisfy { $0 == any || $0 == $1 }
    }

    /// Where the first place ends in a text that a part fits; `nil` if there is none.
    ///
    /// All places are followed at the same time, a bit each (R. Baeza-Yates and G. Gonnet, "A New Approach to Text
    /// Searching", 1992).
    private func end(of part: ArraySlice<Element>, in text: ArraySlice<Element>, _ meter: WorkMeter?) -> Int? {
        guard part.count <= text.count else { return nil }
        guard !part.isEmpty else { return text.startIndex }
        let words = (part.count + 63) / 64
        // What fits whatever comes, and behind it what fits each of the characters of the part.
        var masks = [UInt64](repeating: 0, count: words)
        var places: [Element: Int] = [:]
        for element in part where element != any && places[element] == nil {
            places[element] = masks.count
            masks += [UInt64](repeating: 0, count: words)
        }
        for (index, element) in part.enumerated() {
            let bit = UInt64(1) << UInt64(index % 64)
            if element != any {
                masks[(places[element] ?? 0) + index / 64] |= bit
            } else {
                for place in stride(from: index / 64, to: masks.count, by: words) { masks[place] |= bit }
            }
        }
        var reached = [UInt64](repeating: 0, count: words)
        let end = UInt64(1) << UInt64((part.count - 1) % 64)
        for index in text.indices {
            guard meter?.spend(words + 4) ?? true else { return nil }
            let mask = places[text[index]] ?? 0
            var carry: UInt64 = 1
            for word in 0..<words {
                let next = reached[word] >> 63
                reached[word] = (reached[word] << 1 | carry) & masks[mask + word]
                carry = next
            }
            if reached[words - 1] & end != 0 { return index + 1 }
        }
        return nil
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
