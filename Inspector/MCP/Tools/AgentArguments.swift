import InspectorCore
import StrobeProtocol
import StrobeTree

/// The checked arguments of a call.
struct AgentArguments: Sendable {
    let members: Value.Object

    /// The greatest size of the arguments of a call, in bytes of their JSON.
    static let mostBytes = 64 << 10

    func text(_ name: String) -> String? {
        if case .string(let text)? = members[name] { text } else { nil }
    }

    func integer(_ name: String) -> Int? {
        if case .int(let number)? = members[name] { Int(exactly: number) } else { nil }
    }

    func flag(_ name: String) -> Bool? {
        if case .bool(let flag)? = members[name] { flag } else { nil }
    }

    func list(_ name: String) -> [Value] {
        if case .array(let values)? = members[name] { values } else { [] }
    }

    func object(_ name: String) -> AgentArguments? {
        if case .object(let members)? = members[name] { AgentArguments(members: members) } else { nil }
    }

    /// The id or name of a branch; a position in one is understood as well.
    var branch: String? {
        guard let text = text("branch") else { return nil }
        if case .branch(let id, _)? = Position(branch: text) { return id }
        return text
    }

    /// A path, as a pointer or in Swift notation.
    ///
    /// - Throws: ``AgentError`` with the place of the mistake.
    func path(_ name: String = "path") throws(AgentError) -> Path? {
        guard let text = text(name) else { return nil }
        do {
            return try Path(parsing: text)
        } catch {
            throw AgentError(
                .tool, "That is not a path.", quoted: [text, error.message],
                next: AgentText.call("help", ["topic": "paths"]))
        }
    }

    /// A position.
    ///
    /// - Throws: ``AgentError`` if it is none.
    func position(_ name: String = "at") throws(AgentError) -> Position? {
        if let seq = integer(name) { return .seq(seq) }
        guard let text = text(name) else { return nil }
        if text == "live" { return .live }
        if let seq = Int(text), (0...Int(clamping: WireInteger.greatest)).contains(seq) { return .seq(seq) }
        if let branch = Position(branch: text) { return branch }
        throw AgentError(
            .tool, "`\(name)` must be a seq, live, branch:ID or branch:ID@SEQ.", quoted: [text],
            next: AgentText.call("help", ["topic": "positions"]))
    }

    /// A literal in Swift notation or JSON.
    ///
    /// - Parameters:
    ///   - schema: The shape of what is meant.
    ///   - tool: What explains the shape.
    /// - Throws: ``AgentError`` with the place of the mistake.
    func literal(_ name: String, _ schema: Schema?, explainedBy tool: String) throws(AgentError) -> Value? {
        guard let value = members[name], value != .null else { return nil }
        guard case .string(let text) = value else { return value }
        do {
            return try Literal.parse(text, schema: schema)
        } catch {
            // A text where a text is meant need not be in quotes.
            if schema?.isText == true, !text.hasPrefix("\"") { return .string(text) }
            throw AgentError(
                .tool, "`\(name)` cannot be read.",
                quoted: [error.message] + error.caret(in: text).split(separator: "\n").map(String.init), next: tool)
        }
    }
}

extension Schema {
    /// Whether values are written as texts.
    fileprivate var isText: Bool {
        switch self {
        case .scalar(let scalar): [.string, .date, .data, .url, .uuid, .decimal].contains(scalar)
        case .optional(let inner): inner.isText
        default: false
        }
    }
}
