internal import StrobeReflection

/// What a comparison of an expected value with the actual one shows.
enum ValueComparison {
    case equal
    case different([Difference])
    /// Nothing that shows differs, but there are other functions or objects.
    case undecided([IncomparablePart])

    init<T>(expected: T, got: T) {
        let differences = Difference.all(expected: expected, got: got)
        if !differences.isEmpty {
            self = .different(differences)
            return
        }
        let parts = IncomparablePart.all(in: got, comparedWith: expected)
        self = parts.isEmpty ? .equal : .undecided(parts)
    }
    var isEqual: Bool { if case .equal = self { true } else { false } }
}

extension IncomparablePart {
    /// What is there, in words for people.
    var text: String {
        isFunction
            ? "is another function, or the same one made again; Swift cannot compare functions"
            : "is another \(typeName); what is in it cannot be compared"
    }
}
