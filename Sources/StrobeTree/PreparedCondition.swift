/// A condition that is asked of many states of one type, with its paths looked up as directly as the type allows.
///
/// Gives the same answers as `Condition.evaluate`.
///
/// Not for two threads at a time.
public final class PreparedCondition<Root> {
    /// The condition.
    public let condition: Condition
    private let readers: [PlaceReader<Root>]

    /// Makes a condition ready.
    public init(_ condition: Condition) {
        self.condition = condition
        readers = condition.paths.map { PlaceReader(at: $0) }
    }

    /// Whether a state fits.
    ///
    /// - Parameters:
    ///   - after: The state after the entry.
    ///   - before: The state before it; without one nothing has changed, and what was before is missing.
    ///   - facts: What is known of the entry.
    public func evaluate(
        after: UnsafePointer<Root>, before: UnsafePointer<Root>? = nil, facts: EntryFacts = EntryFacts()
    ) -> Bool {
        ConditionEvaluation(places: Places(readers: readers, after: after, before: before), facts: facts)
            .isTrue(condition.expression)
    }

    private struct Places: ConditionPlaces {
        let readers: [PlaceReader<Root>]
        let after: UnsafePointer<Root>
        let before: UnsafePointer<Root>?

        func part(at path: Int, isBefore: Bool) -> Child? {
            guard let root = isBefore ? before : after else { return nil }
            return readers[path].part(of: root)
        }

        func isChanged(at path: Int) -> Bool {
            before.map { !readers[path].isSame($0, after) } ?? false
        }
    }
}
