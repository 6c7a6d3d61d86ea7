internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

/// A breakpoint that is held against actions.
///
/// Not for two threads at a time.
final class Breakpoint<State, Action> {
    let id: Int
    private(set) var rule: BreakpointRule
    var hits: Int
    /// Why it was turned off, where nobody asked for that.
    private var problem: String?
    /// What the words of a log point must not say.
    let redaction: Redaction
    private let place: PlaceReader<State>?
    private let condition: PreparedCondition<State>?
    /// By the number of a case, what its name says about its labels.
    private var verdicts: [Int: ActionGlob.Verdict] = [:]

    /// - Parameter redaction: What is hidden: the rule is held against placeholders.
    init(id: Int, rule: BreakpointRule, redaction: Redaction, hits: Int = 0) {
        self.redaction = redaction
        self.id = id
        self.rule = rule
        self.hits = hits
        place = rule.path.map { PlaceReader(at: $0, redaction: redaction) }
        condition = rule.condition.map { PreparedCondition($0, redaction: redaction) }
    }

    /// Whether the action is one that is meant.
    func fits(_ action: UnsafePointer<Action>, _ labels: ActionLabels<Action>) -> Bool {
        guard let glob = rule.glob else { return true }
        guard let kind = labels.kind(of: action) else { return glob.matches(labels.label(of: action)) }
        switch verdicts[kind.number] {
        case .all?: return true
        case .none?: return false
        case .some?: return glob.matches(labels.label(of: action))
        case nil:
            verdicts[kind.number] = glob.verdict(onName: kind.name)
            return fits(action, labels)
        }
    }

    /// Whether what the action does is what is meant.
    ///
    /// - Throws: `undecided`, or `tooMuchWork` where the meter says so.
    func fits(
        before: UnsafePointer<State>?, after: UnsafePointer<State>, _ facts: EntryFacts, _ meter: WorkMeter
    ) throws(TreeError) -> Bool {
        if let place {
            guard let before else { return false }
            let isSame = place.isSame(before, after, meter)
            try meter.check()
            if isSame { return false }
        }
        return try condition?.answer(after: after, before: before, facts: facts, meter: meter) ?? true
    }

    /// Lets all actions pass from now on, until a client turns it on again.
    func turnOff(_ error: TreeError) {
        rule.isEnabled = false
        problem = error.message
    }

    /// Counts a hit.
    ///
    /// - Returns: Whether it is one to act on.
    func hit() -> Bool {
        hits += 1
        return hits >= rule.hitCount ?? 1
    }

    var description: BreakpointDescription {
        BreakpointDescription(
            id: id, action: rule.glob?.text, path: rule.path, condition: rule.conditionText,
            hitCount: rule.hitCount, once: rule.isOnce, enabled: rule.isEnabled, log: rule.log?.text, hits: hits,
            problem: problem)
    }
}
