/// Says whether the name of an action reports a failure: `.failed(reason: …)`, `.login(.didReceiveError(…))`.
package enum FailureWords {
    private static let beginnings = ["fail", "error", "reject", "denied", "refuse", "crash", "abort", "timeout"]
    /// What is done about a failure that was reported before: `.ackError`, `.retryFailed`.
    private static let answers: Set = ["ack", "acknowledge", "clear", "dismiss", "forget", "hide", "reset", "retry"]

    /// Whether a word of the names of the cases before the first value says so.
    package static func areIn(_ label: String) -> Bool {
        guard mayBeIn(label.utf8) else { return false }
        var names = label.prefix { $0.isLetter || $0.isNumber || "._(".contains($0) }
        // The name of a field is none of a case.
        if label[names.endIndex...].first == ":" {
            names = names.prefix(upTo: names.lastIndex(of: "(") ?? names.endIndex)
        }
        var words: [String] = []
        var previous: Character = "."
        // `DetailsFailed`, `load_failed` and `.failed` have the word at a beginning.
        for character in names {
            if !previous.isLetter || character.isUppercase && !previous.isUppercase { words.append("") }
            if character.isLetter { words[words.count - 1] += character.lowercased() }
            previous = character
        }
        return words.contains { word in beginnings.contains { word.hasPrefix($0) } }
            && !words.contains(where: answers.contains)
    }

    /// Whether the letters are there at all: most labels need no look at their words.
    private static func mayBeIn(_ label: String.UTF8View) -> Bool {
        label.indices.contains { index in
            let letter = label[index] | 0x20
            return beginnings.contains { word in
                word.utf8.first == letter && label[index...].starts(with: word.utf8) { $0 | 0x20 == $1 }
            }
        }
    }
}
