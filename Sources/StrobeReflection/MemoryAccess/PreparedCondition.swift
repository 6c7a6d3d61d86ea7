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
    private let readers: [any ConditionPlaceReader]
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
        readers = condition.paths.map { PlaceReader<Root>(at: $0, redaction: redaction) }
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
            places: PreparedPlaces(
                readers: readers, after: UnsafeRawPointer(after), before: UnsafeRawPointer(before), unseen: unseen),
            facts: facts, meter: meter
        ).answer(condition.expression)
    }

    /// The same; what cannot be decided does not fit.
    public func evaluate(
        after: UnsafePointer<Root>, before: UnsafePointer<Root>? = nil, facts: EntryFacts = EntryFacts()
    ) -> Bool {
        (try? answer(after: after, before: before, facts: facts)) ?? false
    }
}

/// Reads what is at one path of a state by its address, so that evaluating a condition is not generic over its type.
protocol ConditionPlaceReader {
    func part(in root: UnsafeRawPointer) -> SeenPart?
    func count(in root: UnsafeRawPointer) -> Int?
    func caseName(in root: UnsafeRawPointer) -> String?
    func isSame(in old: UnsafeRawPointer, and new: UnsafeRawPointer, _ meter: WorkMeter) -> Bool
    func isHiding(in root: UnsafeRawPointer, _ meter: WorkMeter) -> Bool
}

extension PlaceReader: ConditionPlaceReader {
    func part(in root: UnsafeRawPointer) -> SeenPart? { part(of: root.assumingMemoryBound(to: Root.self)) }
    func count(in root: UnsafeRawPointer) -> Int? { count(of: root.assumingMemoryBound(to: Root.self)) }
    func caseName(in root: UnsafeRawPointer) -> String? { caseName(of: root.assumingMemoryBound(to: Root.self)) }

    func isSame(in old: UnsafeRawPointer, and new: UnsafeRawPointer, _ meter: WorkMeter) -> Bool {
        isSame(old.assumingMemoryBound(to: Root.self), new.assumingMemoryBound(to: Root.self), meter)
    }

    func isHiding(in root: UnsafeRawPointer, _ meter: WorkMeter) -> Bool {
        hides(in: root.assumingMemoryBound(to: Root.self), meter)
    }
}

/// The paths of a condition in two states.
private struct PreparedPlaces: ConditionPlaces {
    let readers: [any ConditionPlaceReader]
    let after: UnsafeRawPointer
    let before: UnsafeRawPointer?
    let unseen: UnseenChanges

    func part(at path: Int, isBefore: Bool) -> SeenPart? {
        root(isBefore).flatMap { readers[path].part(in: $0) }
    }

    func count(at path: Int, isBefore: Bool) -> Int? { root(isBefore).flatMap { readers[path].count(in: $0) } }

    func caseName(at path: Int, isBefore: Bool) -> String? {
        root(isBefore).flatMap { readers[path].caseName(in: $0) }
    }

    private func root(_ isBefore: Bool) -> UnsafeRawPointer? { isBefore ? before : after }

    func isChanged(at path: Int, _ meter: WorkMeter) -> Bool {
        guard let before else { return false }
        guard readers[path].isSame(in: before, and: after, meter) else { return true }
        passOver(at: path, meter)
        return false
    }

    func passOver(at path: Int, _ meter: WorkMeter) {
        guard let before else { return }
        if unseen.mayBe(at: path), readers[path].isHiding(in: before, meter) || readers[path].isHiding(in: after, meter)
        {
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
