public import StrobeTree

/// A condition that is asked of many states of one type, with its paths looked up as directly as the type allows.
///
/// Gives the same answers as `Condition`.
///
/// Not for two threads at a time.
public final class PreparedCondition<Root> {
    /// The condition.
    public let condition: Condition
    /// Whether, in one of the examined states, something was hidden at a path without a visible change.
    public var hidesChanges: Bool { unseen.isFound }
    private let readers: [PlaceReader<Root>]
    private let unseen: UnseenChanges

    /// Makes a condition ready.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - redaction: What is hidden: the condition is asked of the placeholders.
    ///   - mayHide: Whether something at a path may be hidden; only there is looked whether it is.
    public init(
        _ condition: Condition, redaction: Redaction = .none, mayHide: (Path) -> Bool = { _ in false }
    ) {
        self.condition = condition
        unseen = UnseenChanges(at: condition.paths.indices.filter { mayHide(condition.paths[$0]) })
        readers = condition.paths.map { PlaceReader(at: $0, redaction: redaction) }
    }

    /// Whether a state fits.
    ///
    /// - Parameters:
    ///   - after: The state after the entry.
    ///   - before: The state before it; without one nothing has changed, and what was before is missing.
    ///   - facts: What is known of the entry.
    ///   - meter: Counts the steps that it takes, and ends it.
    /// - Throws: As `Condition.answer(after:before:facts:meter:)`.
    public func answer(
        after: UnsafePointer<Root>, before: UnsafePointer<Root>? = nil, facts: EntryFacts = EntryFacts(),
        meter: WorkMeter = WorkMeter()
    ) throws(TreeError) -> Bool {
        try ConditionEvaluation(
            places: Places(readers: readers, after: after, before: before, unseen: unseen), facts: facts, meter: meter
        ).answer(condition.expression)
    }

    /// The same; what cannot be decided does not fit.
    public func evaluate(
        after: UnsafePointer<Root>, before: UnsafePointer<Root>? = nil, facts: EntryFacts = EntryFacts()
    ) -> Bool {
        (try? answer(after: after, before: before, facts: facts)) ?? false
    }

    private struct Places: ConditionPlaces {
        let readers: [PlaceReader<Root>]
        let after: UnsafePointer<Root>
        let before: UnsafePointer<Root>?
        let unseen: UnseenChanges

        func part(at path: Int, isBefore: Bool) -> SeenPart? {
            root(isBefore).flatMap { readers[path].part(of: $0) }
        }

        func count(at path: Int, isBefore: Bool) -> Int? { root(isBefore).flatMap { readers[path].count(of: $0) } }

        func caseName(at path: Int, isBefore: Bool) -> String? {
            root(isBefore).flatMap { readers[path].caseName(of: $0) }
        }

        private func root(_ isBefore: Bool) -> UnsafePointer<Root>? { isBefore ? before : after }

        func isChanged(at path: Int, _ meter: WorkMeter) -> Bool {
            guard let before else { return false }
            guard readers[path].isSame(before, after, meter) else { return true }
            passOver(at: path, meter)
            return false
        }

        func passOver(at path: Int, _ meter: WorkMeter) {
            guard let before else { return }
            if unseen.mayBe(at: path), readers[path].hides(in: before, meter) || readers[path].hides(in: after, meter) {
                unseen.isFound = !meter.isOver
            }
        }
    }

    /// Whether a change was skipped because what changed may be hidden.
    private final class UnseenChanges {
        var isFound = false
        private let paths: [Int]

        init(at paths: [Int]) {
            self.paths = paths
        }

        /// Whether it has to be found out for a path.
        func mayBe(at path: Int) -> Bool { !isFound && paths.contains(path) }
    }
}
