/// How well what was recorded of a store fits a store of now.
struct SchemaGrade: Sendable, Hashable {
    /// The grades, the best one first.
    enum Level: String, Sendable, Comparable, CaseIterable {
        /// The shapes are the same.
        case fine
        /// Something was added, or is not known: the recorded actions can be read, and may do something else.
        case risky
        /// Something is gone or of another type: recorded actions or states cannot be read.
        case impossible

        static func < (first: Level, second: Level) -> Bool {
            first.rank < second.rank
        }

        private var rank: Int {
            switch self {
            case .fine: 0
            case .risky: 1
            case .impossible: 2
            }
        }
    }

    /// One thing that is not as it was.
    struct Reason: Sendable, Hashable {
        var level: Level
        /// The place in the type, as people write it: `ItemsEvent.failed.reason`.
        var place: String
        /// What is not as it was, in words.
        var text: String
    }

    /// What is not as it was, in the order of the types, each once.
    var reasons: [Reason] = []

    /// The worst of the reasons.
    var level: Level { reasons.map(\.level).max() ?? .fine }

    /// Notes a reason, once.
    mutating func add(_ level: Level, _ place: String, _ text: String) {
        let reason = Reason(level: level, place: place, text: text)
        if !reasons.contains(reason) { reasons.append(reason) }
    }
}
