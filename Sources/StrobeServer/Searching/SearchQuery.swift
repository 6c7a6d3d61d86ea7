internal import StrobeProtocol
internal import StrobeTree

/// What is looked for, and for how long.
struct SearchQuery: Sendable {
    /// How much of one text is looked at, in bytes.
    private static let textLimit = 64 << 10
    /// For how long one answer may take to look.
    private static let patience = Duration.seconds(2)

    private let pattern: Pattern
    private let end = ContinuousClock.now + Self.patience

    /// Reads a query.
    ///
    /// - Throws: `invalidParams` for a wrong regular expression, with the byte offset.
    init(_ query: String, isRegex: Bool) throws(ProtocolError) {
        guard isRegex else {
            pattern = Pattern(containing: query, ignoresCase: true)
            return
        }
        do {
            pattern = try Pattern(regex: query)
        } catch {
            var data: Value.Object = ["path": "/query", "expected": .string(error.expected ?? "a regular expression")]
            if let offset = error.offset { data["offset"] = .int(Int64(offset)) }
            throw ProtocolError(.invalidParams, "Wrong regular expression: \(error.message)", data: data)
        }
    }

    /// Whether enough was looked at for one answer.
    var isOver: Bool { ContinuousClock.now >= end }

    /// Whether a text has it; of a very long one the beginning is looked at.
    func matches(_ text: String) -> Bool {
        guard text.utf8.count > Self.textLimit else { return pattern.matches(text) }
        return pattern.matches(String(decoding: text.utf8.prefix(Self.textLimit), as: UTF8.self))
    }

    /// Whether a value has it anywhere: in a text, a number, a key.
    func matches(_ value: Value) -> Bool {
        switch value {
        case .null: false
        case .string(let text): matches(text)
        case .bool, .int, .uint, .double: matches(JSON.text(value))
        case .array(let elements): elements.contains { matches($0) }
        case .object(let members): members.contains { matches($0.key) || matches($0.value) }
        }
    }

    /// Whether a path has it, as a pointer or as it is typed.
    func matches(_ path: Path) -> Bool {
        matches(path.pointer) || matches(path.swiftStyle)
    }
}
