internal import StrobeTree

/// A pattern for action labels that can usually be decided by the actions' names alone.
///
/// It matches a label as a whole, or the part before its first parenthesis: `.load` matches `.load` and `.load(id: 7)`.
struct ActionGlob: Sendable {
    /// Whether the labels of actions with a name match.
    enum Verdict: Sendable {
        case all, none
        /// Some may match, depending on the payload.
        case some
    }

    let text: String
    private let glob: Glob<Character>

    init(_ text: String) {
        self.text = text
        glob = Glob(text)
    }

    /// Whether a label matches.
    func matches(_ label: String) -> Bool {
        if glob.matches(label) { return true }
        guard let end = label.firstIndex(of: "(") else { return false }
        return glob.matches(String(label[..<end]))
    }

    /// Whether labels match that consist of a name, or of a name and a payload in parentheses.
    ///
    /// - Complexity: O(*n* · *m*) in the lengths of the name and the pattern.
    func verdict(onName name: String) -> Verdict {
        var places: Set<Int> = []
        reach(0, &places)
        for character in name {
            var next: Set<Int> = []
            for place in places where place < glob.pattern.count {
                switch glob.pattern[place] {
                case "*": reach(place, &next)
                case "?", character: reach(place + 1, &next)
                default: break
                }
            }
            places = next
        }
        if places.contains(glob.pattern.count) { return .all }
        return places.isEmpty ? .none : .some
    }

    /// Adds a position in the pattern, and the positions that stars make reachable from it without a character.
    private func reach(_ place: Int, _ places: inout Set<Int>) {
        var place = place
        while places.insert(place).inserted, place < glob.pattern.count, glob.pattern[place] == "*" { place += 1 }
    }
}
