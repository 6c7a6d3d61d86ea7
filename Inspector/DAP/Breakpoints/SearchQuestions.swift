internal import StrobeTree

/// The conditions that a search of the past asks for, as few as their length allows.
enum SearchQuestions {
    /// Joins what breakpoints ask for.
    ///
    /// - Parameter limit: The longest condition, in bytes; one that is longer by itself is left out.
    static func joined(_ questions: [String], limit: Int = Condition.maxLength) -> [String] {
        var joined: [String] = []
        for question in questions where question.utf8.count <= limit {
            if let last = joined.last, last.utf8.count + question.utf8.count + 4 <= limit {
                joined[joined.count - 1] = "\(last) || \(question)"
            } else {
                joined.append(question)
            }
        }
        return joined
    }
}
