internal import StrobeTree

/// Differences between two states of a store.
enum StateDiff {
    static func changes<State>(
        from: State, to: State, at path: Path
    ) -> Result<[Change], HistoryError> {
        // Stands in until the differ lands.
        if areEqual(from, to) == true { return .success([]) }
        return .success([
            Change(.replace, path, value: .string(String(describing: to)), old: .string(String(describing: from)))
        ])
    }

    /// Whether two values of an `Equatable` type are equal; `nil` for another type.
    static func areEqual<State>(_ a: State, _ b: State) -> Bool? {
        guard let a = a as? any Equatable else { return nil }
        return isEqual(a, b)
    }

    private static func isEqual<Left: Equatable>(_ a: Left, _ b: Any) -> Bool {
        (b as? Left) == a
    }
}
