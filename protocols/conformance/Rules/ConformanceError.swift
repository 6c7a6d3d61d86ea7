/// The reason why a conformance run is impossible or cannot continue.
public struct ConformanceError: Error, Sendable, Hashable {
    /// The kinds of errors that callers distinguish.
    public enum Code: String, Sendable, Hashable {
        /// The endpoint could not be connected to, or its command could not be started.
        case cannotOpen
        /// A requested name matches no rule.
        case unknownRule
        /// A transcript cannot be parsed.
        case badTranscript
        /// The schema cannot be parsed.
        case badSchema
    }

    /// The kind of error.
    public var code: Code
    /// What happened and what to do.
    public var message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension ConformanceError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
