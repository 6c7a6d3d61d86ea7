internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

/// A breakpoint with its state while it is checked against actions.
///
/// Not thread-safe.
final class Breakpoint<State, Action> {
    let id: Int
    private(set) var rule: BreakpointRule
    private let glob: ActionGlob?
    var hits: Int
    /// Why it was disabled, if not by a client.
    private var problem: String?
    /// The redaction rules for the output of a log point.
    let redaction: Redaction
    let place: PlaceReader<State>?
    private let condition: PreparedCondition<State>?
    /// Whether the labels of a case match, by the number of the case.
    private var verdicts: [ActionGlob.Verdict?] = []

    /// - Parameter redaction: The redaction rules: the breakpoint is checked against placeholders.
    init(id: Int, rule: BreakpointRule, redaction: Redaction, hits: Int = 0) {
        self.redaction = redaction
        self.id = id
        self.rule = rule
        glob = rule.glob
        self.hits = hits
        place = rule.path.map { PlaceReader(at: $0, redaction: redaction) }
        condition = rule.condition.map { PreparedCondition($0, redaction: redaction) }
    }

    /// Whether the breakpoint matches the action.
    func fits(_ action: UnsafePointer<Action>, _ labels: ActionLabels<Action>) -> Bool {
        guard let glob else { return true }
        return switch verdict(on: action, labels) {
        case .all: true
        case .none: false
        case .some: glob.matches(labels.label(of: action))
        }
    }

    /// Whether the breakpoint matches the actions of the case that an action is.
    func verdict(on action: UnsafePointer<Action>, _ labels: ActionLabels<Action>) -> ActionGlob.Verdict {
        guard let glob else { return .all }
        guard let kind = labels.kind(of: action) else { return .some }
        if kind.number < verdicts.count, let verdict = verdicts[kind.number] { return verdict }
        while verdicts.count <= kind.number { verdicts.append(nil) }
        let verdict = glob.verdict(onName: kind.name)
        verdicts[kind.number] = verdict
        return verdict
    }

    /// Whether the breakpoint can match an action, as far as the action's case and the bits of states tell.
    ///
    /// - Parameter after: The state after the action; `nil` if it is not known yet.
    func mayFit(
        _ action: UnsafePointer<Action>, before: UnsafePointer<State>, after: UnsafePointer<State>?,
        _ labels: ActionLabels<Action>
    ) -> Bool {
        guard rule.isEnabled, fits(action, labels) else { return false }
        guard let place, let after else { return true }
        return !place.hasSameBits(before, after)
    }

    /// Whether the breakpoint matches the changes of the action.
    ///
    /// - Throws: `undecided`, or `tooMuchWork` if the meter's limit is reached.
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

    /// Disables the breakpoint until a client enables it again.
    func turnOff(_ error: TreeError) {
        rule.isEnabled = false
        problem = error.message
    }

    /// Counts a hit.
    ///
    /// - Returns: Whether the breakpoint acts.
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
