public import StrobeTree

/// Finds what changed between two Swift values of one type.
///
/// Both are walked in lock step and only where they differ: equal bits, and so a shared copy-on-write buffer, mean equal
/// values. Two values that hold the same object see the same object, whatever happened to it in between; what changed
/// inside it cannot be found. `Node.isReference` marks such places.
public struct Differ: Sendable {
    /// The largest trees that are walked and written into changes; beyond them a text replaces a value.
    public var limits: TreeLimits
    /// What is hidden: places whose placeholders are the same have not changed.
    public var redaction: Redaction

    /// Whether incomparable values that may have changed are reported as marked changes: other closures, objects and
    /// values that cannot be looked into than before.
    public var marksIncomparable: Bool

    /// Whether the first change that is not marked as incomparable is the last.
    public var stopsAtFirst: Bool

    /// Makes a differ.
    public init(
        limits: TreeLimits = .default, redaction: Redaction = .none, marksIncomparable: Bool = false,
        stopsAtFirst: Bool = false
    ) {
        self.limits = limits
        self.redaction = redaction
        self.marksIncomparable = marksIncomparable
        self.stopsAtFirst = stopsAtFirst
    }

    /// The operations that turn the form of one value into the form of another, each with the old value.
    ///
    /// Paths of array elements are indices that hold when the operations are applied one after the other (RFC 6902).
    /// Arrays of `Identifiable` elements with unique ids are matched by id, others by common ends and a shortest script;
    /// the elements of sets are in the order in which they are shown.
    ///
    /// - Parameters:
    ///   - old: The value before. It must have been retained until now.
    ///   - new: The value after.
    ///   - path: The address of both, put before the paths of the changes.
    ///   - meter: Counts the steps; the result counts only if its limit is not exceeded.
    /// - Complexity: O(*n*) bytes compared in arrays whose buffers differ; of other values only what differs is walked.
    public func changes<T>(
        from old: T, to new: T, at path: Path = .root, meter: WorkMeter? = nil
    ) -> [Change] {
        changes(Child(any: old), Child(any: new), path, RedactionCursor(redaction, at: path), meter)
    }

    /// Whether two values show the same: as ``changes(from:to:at:meter:)`` without any, and it ends with the first.
    public func areSame<T>(_ old: T, _ new: T, meter: WorkMeter? = nil) -> Bool {
        Comparison.areSame(Child(any: old), Child(any: new), limits, RedactionCursor(redaction, at: .root), meter)
    }

    /// The operations that turn what one node shows into what another shows, addressed as the second.
    ///
    /// What the second node hides is hidden.
    public func changes(from old: Node, to new: Node, meter: WorkMeter? = nil) -> [Change] {
        changes(old.content, new.content, new.path, new.cursor, meter)
    }

    private func changes(
        _ old: Child, _ new: Child, _ path: Path, _ cursor: RedactionCursor, _ meter: WorkMeter?
    ) -> [Change] {
        var comparison = Comparison(
            limits: limits, path: path, stopsAtFirst: stopsAtFirst, cursor: cursor,
            marksIncomparable: marksIncomparable, meter: meter)
        comparison.compare(old, new)
        return comparison.changes
    }
}
