internal import StrobeProtocol
internal import StrobeTree

/// The criteria and effect of a breakpoint, parsed and checked.
struct BreakpointRule: Sendable {
    /// The maximum length of a glob, in characters.
    private static let globLength = 1_000
    /// The maximum length of the text of a log point, in characters.
    private static let logLength = 4_096

    var glob: ActionGlob?
    var path: Path?
    var condition: Condition?
    /// The condition as given.
    var conditionText: String?
    /// The hit from which on it acts.
    var hitCount: Int?
    var isOnce = false
    var isEnabled = true
    var log: LogTemplate?

    /// Whether it depends on more than the action: then the changes of the action must be examined.
    var looksAtState: Bool { path != nil || condition != nil }
    /// Whether what it matches, or prints, depends on the state after the action.
    var needsState: Bool { looksAtState || log?.looksAtState == true }

    /// Parses a rule from a message; the only place where its texts are parsed.
    ///
    /// - Throws: `invalidParams` for a condition or a text that cannot be parsed, `tooLarge` for one that is too long.
    init(_ message: BreakpointSet) throws(ProtocolError) {
        if let text = message.action {
            try Self.check(text, limit: Self.globLength)
            glob = ActionGlob(text)
        }
        path = message.path
        conditionText = message.condition
        if let text = message.condition {
            do throws(TreeError) {
                condition = try Condition(parsing: text)
            } catch {
                var wrong = ProtocolError(error, as: error.code == .tooLarge ? .tooLarge : .invalidParams)
                wrong.data["path"] = "/condition"
                throw wrong
            }
        }
        if let text = message.log {
            try Self.check(text, limit: Self.logLength)
            log = try LogTemplate(text)
        }
        hitCount = message.hitCount
        isOnce = message.once ?? isOnce
        isEnabled = message.enabled ?? isEnabled
    }

    /// The paths in it.
    var paths: [Path] { [path].compactMap(\.self) + (condition?.paths ?? []) + (log?.paths ?? []) }

    /// The rule, checked against the shapes of a store.
    ///
    /// - Throws: `invalidParams` if it names something that cannot exist.
    func checked(_ shapes: StoreShapes) throws(ProtocolError) -> BreakpointRule {
        var rule = self
        if let path { try shapes.check(path, of: "path") }
        rule.condition = try condition.map { condition throws(ProtocolError) in
            try shapes.checked(condition, of: "condition")
        }
        guard condition?.needsDuration != true else {
            throw ProtocolError(
                .invalidParams,
                "The duration of a reducer is not known before it runs: remove `duration`.",
                data: ["path": "/condition", "expected": "a condition without duration"])
        }
        rule.log = try log.map { log throws(ProtocolError) in try log.checked(shapes) }
        return rule
    }

    /// The rule with the changes of a message.
    ///
    /// - Parameter change: The rule made from the message alone.
    func changed(by message: BreakpointSet, to change: BreakpointRule) -> BreakpointRule {
        var rule = change
        rule.glob = change.glob ?? glob
        rule.path = change.path ?? path
        if change.condition == nil { (rule.condition, rule.conditionText) = (condition, conditionText) }
        rule.log = change.log ?? log
        rule.hitCount = change.hitCount ?? hitCount
        rule.isOnce = message.once ?? isOnce
        rule.isEnabled = message.enabled ?? isEnabled
        return rule
    }

    private static func check(_ text: String, limit: Int) throws(ProtocolError) {
        guard text.count > limit else { return }
        throw ProtocolError(
            .tooLarge, "A text of a breakpoint has \(text.count) characters; at most \(limit) are allowed. Shorten it.",
            data: ["limit": .int(Int64(limit)), "count": .int(Int64(text.count))])
    }

    /// Whether another rule matches the same, so that the hit count carries over.
    func asksForTheSame(as other: BreakpointRule) -> Bool {
        glob?.text == other.glob?.text && path == other.path && condition == other.condition
            && hitCount == other.hitCount
    }
}
