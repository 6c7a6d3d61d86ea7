/// How well the recorded shapes of a store fit the current ones.
struct SchemaGrade: Sendable, Hashable {
    /// The grades, from best to worst.
    enum Level: String, Sendable, Comparable, CaseIterable {
        /// The shapes are the same.
        case fine
        /// Something was added or is not known: recorded actions decode, but may do something else.
        case risky
        /// Something was removed or has another type: recorded actions or states do not decode.
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

    /// One difference.
    struct Reason: Sendable, Hashable {
        var level: Level
        /// The place in the type, in Swift notation: `ItemsEvent.failed.reason`.
        var place: String
        /// The difference, in words.
        var text: String
    }

    /// The differences in the order of the types, each once.
    var reasons: [Reason] = []

    /// The worst level of all reasons.
    var level: Level { reasons.map(\.level).max() ?? .fine }

    /// Adds a reason unless it is there already.
    mutating func add(_ level: Level, _ place: String, _ text: String) {
        let reason = Reason(level: level, place: place, text: text)
        if !reasons.contains(reason) { reasons.append(reason) }
    }
}
