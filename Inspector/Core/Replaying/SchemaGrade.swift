/// How well the recorded shapes of a store fit the current ones.
package struct SchemaGrade: Sendable, Hashable {
    /// The grades, from best to worst.
    package enum Level: String, Sendable, Comparable, CaseIterable {
        /// The shapes are the same.
        case fine
        /// Something was added or is not known: recorded actions decode, but may do something else.
        case risky
        /// Something was removed or has another type: recorded actions or states do not decode.
        case impossible

        package static func < (first: Level, second: Level) -> Bool {
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
    package struct Reason: Sendable, Hashable {
        package var level: Level
        /// The place in the type, in Swift notation: `ItemsEvent.failed.reason`.
        package var place: String
        /// The difference, in words.
        package var text: String
    }

    /// The differences in the order of the types, each once.
    package var reasons: [Reason] = []

    /// The worst level of all reasons.
    package var level: Level { reasons.map(\.level).max() ?? .fine }

    /// Adds a reason unless it is there already.
    package mutating func add(_ level: Level, _ place: String, _ text: String) {
        let reason = Reason(level: level, place: place, text: text)
        if !reasons.contains(reason) { reasons.append(reason) }
    }
}
