/// Patterns in which `*` stands for any characters and `?` for one.
enum Glob {
    /// Whether a pattern matches all of a text.
    ///
    /// - Complexity: O(*n* · *m*) in the lengths of the two, whatever the pattern.
    static func matches(_ pattern: String, _ text: String) -> Bool {
        let pattern = Array(pattern)
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
