/// A pattern in which `*` stands for any characters and `?` for one.
///
/// It is taken apart once: the texts that it is held against are many, and it may be as long as a message.
struct Glob {
    private let pattern: [Character]

    /// Takes a pattern apart.
    ///
    /// Several stars in a row mean what one means, and would only be steps to take for every text.
    init(_ pattern: String) {
        var characters: [Character] = []
        for character in pattern where character != "*" || characters.last != "*" { characters.append(character) }
        self.pattern = characters
    }

    /// Whether the pattern matches all of a text.
    ///
    /// - Complexity: O(*n*²) in the length of the text, whatever the pattern.
    func matches(_ text: String) -> Bool {
        let text = Array(text)
        var (p, t) = (0, 0)
        // Where the last star was, and up to where it reaches; only the last one has to be tried again.
        var star: Int?
        var reach = 0
        while t < text.count {
            if p < pattern.count, pattern[p] == "*" {
                star = p
                reach = t
                p += 1
            } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
                p += 1
                t += 1
            } else if let star {
                reach += 1
                t = reach
                p = star + 1
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == "*" }
    }
}
