/// An error of reading, addressing, decoding, comparing or patching a tree.
public struct TreeError: Error, Sendable, Hashable {
    /// The kinds of failure, for callers to distinguish.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text is not valid JSON (RFC 8259) or not valid UTF-8.
        case malformedJSON
        /// The text is not a valid path.
        case malformedPath
        /// The text is not a valid literal.
        case malformedLiteral
        /// The text is not a valid condition.
        case malformedCondition
        /// The text is not a valid regular expression.
        case malformedPattern
        /// The text is not a valid rule of redaction.
        case malformedRule
        /// A limit on depth, size or number of nodes was exceeded.
        case tooLarge
        /// There is no answer, because a text is longer than the part that is examined.
        case undecided
        /// It takes more steps than it may.
        case tooMuchWork
        /// The caller no longer wants it, or others must have a turn.
        case interrupted
        /// There is nothing at the path.
        case noSuchPath
        /// The value cannot be decoded as the type that was requested.
        case undecodable
        /// A value's own `encode(to:)` threw, or it cannot be expressed as a tree.
        case unencodable
        /// A change does not fit the value that it is applied to.
        case inapplicableChange
    }

    /// The kind of failure.
    public var code: Code
    /// What happened and what to do, in one sentence for people.
    public var message: String
    /// Where in the tree it happened, if that is known.
    public var path: Path?
    /// The byte offset in the text that was read, if it was text.
    public var offset: Int?
    /// What would have been accepted at that place.
    public var expected: String?
    /// The nearest name by spelling that would have been accepted.
    public var suggestion: String?
    /// Whether the message has words of a type's own coding, which may repeat anything that it read.
    public var isForeign = false

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: What happened and what to do.
    ///   - path: Where in the tree.
    ///   - offset: Byte offset in the text, from 0.
    ///   - expected: What would have been accepted.
    ///   - suggestion: The nearest accepted name.
    public init(
        _ code: Code, _ message: String, path: Path? = nil, offset: Int? = nil, expected: String? = nil,
        suggestion: String? = nil
    ) {
        self.code = code
        self.message = message
        self.path = path
        self.offset = offset
        self.expected = expected
        self.suggestion = suggestion
    }
}

extension TreeError {
    /// The error for a reader who may not see the values at some places: the place and what was expected there, and
    /// nothing of the value there.
    public func hiding(_ places: [Path]) -> TreeError {
        let tokens = path?.tokens ?? []
        var error = self
        if let place = places.first(where: { tokens.starts(with: $0.tokens) }) {
            error.path = place
            error.suggestion = nil
            error.message = "the hidden value there does not fit" + (expected.map { "; expected \($0)" } ?? "")
        } else if isForeign, places.contains(where: { $0.tokens.starts(with: tokens) }) {
            error.suggestion = nil
            error.message = "it was rejected for a reason that may repeat a hidden value"
        } else {
            return self
        }
        return error
    }
}

extension TreeError: CustomStringConvertible {
    public var description: String { message }
}
