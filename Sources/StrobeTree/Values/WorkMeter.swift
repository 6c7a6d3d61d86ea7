/// Counts the steps of the work for a question, and ends it: after too many, or when the caller no longer wants it.
///
/// Code that works spends its steps here and stops soon once `isOver` is true, with any result, which must not be used
/// then: the code that began the work calls `check()`. So work that is deep inside of comparisons needs no errors of
/// its own.
///
/// A step is about what one comparison of two characters costs. Not for two threads at a time.
public final class WorkMeter {
    /// How many steps there are between two checks whether to continue.
    private static var stride: Int { 1_024 }
    /// What looking into one node of a state costs, in steps.
    package static var node: Int { 8 }

    /// Whether the work has to end.
    public var isOver: Bool { trouble != nil }
    /// How many steps were taken.
    public private(set) var spent = 0
    private let limit: Int
    private var untilLook = WorkMeter.stride
    private let isUnwanted: () -> Bool
    private var trouble: TreeError?

    /// Makes a meter.
    ///
    /// - Parameters:
    ///   - limit: How many steps there may be.
    ///   - isUnwanted: Whether the work is to be interrupted; asked every thousand steps.
    public init(limit: Int = .max, isUnwanted: @escaping () -> Bool = { false }) {
        self.limit = limit
        self.isUnwanted = isUnwanted
    }

    /// Counts steps.
    ///
    /// - Returns: Whether to continue.
    @discardableResult
    public func spend(_ steps: Int) -> Bool {
        guard trouble == nil else { return false }
        spent = spent.addingSaturated(max(0, steps))
        untilLook = untilLook.subtractingSaturated(max(0, steps))
        if spent > limit {
            trouble = TreeError(.tooMuchWork, "It takes more than \(limit) steps; request less.")
        } else if untilLook <= 0 {
            untilLook = Self.stride
            if isUnwanted() { trouble = TreeError(.interrupted, "It was interrupted.") }
        }
        return trouble == nil
    }

    /// Whether the result of the work counts.
    ///
    /// - Throws: `tooMuchWork` or `interrupted`.
    public func check() throws(TreeError) {
        if let trouble { throw trouble }
    }
}

extension WorkMeter? {
    /// Counts a step.
    ///
    /// - Returns: Whether to continue; always if there is no meter.
    package func goesOn() -> Bool { self?.spend(1) ?? true }
}

extension Int {
    fileprivate func addingSaturated(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }

    fileprivate func subtractingSaturated(_ other: Int) -> Int {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? .min : difference
    }
}
