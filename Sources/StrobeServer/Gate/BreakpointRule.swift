internal import StrobeProtocol
internal import StrobeTree

/// What a breakpoint matches and does, parsed and checked.
struct BreakpointRule: Sendable {
    /// The longest glob, in characters.
    private static let globLength = 1_000
    /// The longest text of a log point, in characters.
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

    /// Whether it depends on more than the action itself: what the action does must be examined.
    var looksAtState: Bool { path != nil || condition != nil }
    /// Whether what it matches, or prints, depends on the state after the action.
    var needsState: Bool { looksAtState || log?.looksAtState == true }

    /// Applies a message to the rule.
    ///
    /// - Parameter shapes: The shapes that it is checked against.
    /// - Throws: `invalidParams` for a condition or a text that cannot be read or names what cannot be, `tooLarge` for
    ///   one that is too long.
    mutating func take(_ message: BreakpointSet, _ shapes: StoreShapes) throws(ProtocolError) {
        if let text = message.action {
            try Self.check(text, limit: Self.globLength)
            glob = ActionGlob(text)
        }
        if let path = message.path {
            try shapes.check(path, of: "path")
            self.path = path
        }
        if let text = message.condition {
            conditionText = text
            let read: Condition
            do throws(TreeError) {
                read = try Condition(parsing: text)
            } catch {
                var wrong = ProtocolError(error, as: error.code == .tooLarge ? .tooLarge : .invalidParams)
                wrong.data["path"] = "/condition"
                throw wrong
            }
            condition = try shapes.checked(read, of: "condition")
            guard !read.needsDuration else {
                throw ProtocolError(
                    .invalidParams,
                    "How long a reducer takes is not known while it is decided whether to stop: leave out `duration`.",
                    data: ["path": "/condition", "expected": "a condition without duration"])
            }
        }
        if let text = message.log {
            try Self.check(text, limit: Self.logLength)
            log = try LogTemplate(text).checked(shapes)
        }
        hitCount = message.hitCount ?? hitCount
        isOnce = message.once ?? isOnce
        isEnabled = message.enabled ?? isEnabled
    }

    private static func check(_ text: String, limit: Int) throws(ProtocolError) {
        guard text.count > limit else { return }
        throw ProtocolError(
            .tooLarge, "A text of a breakpoint has \(text.count) characters; at most \(limit) are taken. Shorten it.",
            data: ["limit": .int(Int64(limit)), "count": .int(Int64(text.count))])
    }

    /// Whether another rule matches the same, so that the hit count carries over.
    func asksForTheSame(as other: BreakpointRule) -> Bool {
        glob?.text == other.glob?.text && path == other.path && condition == other.condition
            && hitCount == other.hitCount
    }
}
