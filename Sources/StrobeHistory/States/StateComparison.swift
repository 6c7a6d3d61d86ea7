internal import StrobeReflection
internal import StrobeTree

/// Differences between two states of a store.
enum StateComparison {
    /// The changes at and below a path; an error when neither state has anything there.
    ///
    /// - Parameters:
    ///   - redaction: What is hidden in them.
    ///   - stopsAtFirst: Whether the first change that can be compared is enough.
    ///   - meter: Counts the steps; the result counts only if its limit is not exceeded.
    static func changes<State>(
        from old: State, to new: State, at path: Path = .root, _ redaction: Redaction, stopsAtFirst: Bool = false,
        _ meter: WorkMeter? = nil
    ) throws(HistoryError) -> [Change] {
        guard !path.isRoot else {
            let differ = Differ(redaction: redaction, marksIncomparable: true, stopsAtFirst: stopsAtFirst)
            return differ.changes(from: old, to: new, meter: meter)
        }
        do throws(TreeError) {
            let (old, new) = (Node(old, redaction: redaction), Node(new, redaction: redaction))
            guard let before = try? old.descendant(at: path) else {
                return [Change(.add, path, value: try new.descendant(at: path).value())]
            }
            guard let after = try? new.descendant(at: path) else {
                return [Change(.remove, path, old: try before.value())]
            }
            return Differ(marksIncomparable: true, stopsAtFirst: stopsAtFirst)
                .changes(from: before, to: after, meter: meter)
        } catch {
            throw HistoryError(.tree, error.message, tree: error)
        }
    }

    /// What differs between two states, hidden or not; nothing where the type itself says that they are equal.
    static func differences<State>(from old: State, to new: State) -> [Change] {
        areEqual(old, new) ? [] : Differ().changes(from: old, to: new)
    }

    /// Whether two states are equal, by the type's own word where it has one.
    ///
    /// - Parameter meter: Counts the steps; the result counts only if its limit is not exceeded.
    static func areEqual<State>(_ a: State, _ b: State, _ meter: WorkMeter? = nil) -> Bool {
        if let a = a as? any Equatable, isEqual(a, b) { return true }
        return Differ().areSame(a, b, meter: meter)
    }

    private static func isEqual<Left: Equatable>(_ a: Left, _ b: Any) -> Bool {
        (b as? Left) == a
    }
}
