internal import StrobeProtocol
internal import StrobeTree

/// A search query with a work limit.
struct SearchQuery {
    /// The number of bytes of a text that are examined.
    private static let textLimit = 64 << 10
    /// The maximum number of steps for one answer: about a second.
    private static let stepLimit = 200_000_000

    private let pattern: Pattern
    private let meter = WorkMeter(limit: stepLimit) { Task.isCancelled }
    /// Whether a text was too long to be examined to its end, and its beginning did not match.
    private(set) var hasCut = false

    /// Parses a query.
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
            throw ProtocolError(.invalidParams, error.message, data: data)
        }
    }

    /// Whether the limit for one answer is reached: a match in the last examined item does not count.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func isOver() throws -> Bool {
        if meter.isOver { try Task.checkCancellation() }
        return meter.isOver
    }

    /// Whether a text matches; only the beginning of a very long one is examined.
    mutating func matches(_ text: String) -> Bool {
        meter.spend(16)
        let answer = pattern.matches(text, within: Self.textLimit, meter)
        if answer == nil { hasCut = true }
        return answer ?? false
    }

    /// Whether a value matches anywhere: in a text, a number, a key.
    mutating func matches(_ value: Value) -> Bool {
        switch value {
        case .null: return false
        case .string(let text): return matches(text)
        case .bool, .int, .uint, .double: return matches(JSON.text(value))
        case .array(let elements):
            for element in elements where matches(element) { return true }
            return false
        case .object(let members):
            for (key, value) in members where matches(key) || matches(value) { return true }
            return false
        }
    }

    /// Whether a value that may be absent matches.
    mutating func matches(_ value: Value?) -> Bool {
        guard let value else { return false }
        return matches(value)
    }

    /// Whether a text that may be absent matches.
    mutating func matches(_ text: String?) -> Bool {
        guard let text else { return false }
        return matches(text)
    }

    /// Whether a path matches, as a pointer or as typed.
    mutating func matches(_ path: Path) -> Bool {
        matches(path.pointer) || matches(path.swiftStyle)
    }
}
