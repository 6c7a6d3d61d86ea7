/// Why a conformance run could not be made or cannot continue.
public struct ConformanceError: Error, Sendable, Hashable {
    /// The kinds of failure that callers distinguish.
    public enum Code: String, Sendable, Hashable {
        /// The endpoint could not be connected to, or its command not be started.
        case cannotOpen
        /// No rule has the name that was requested.
        case unknownRule
        /// A transcript cannot be read.
        case badTranscript
        /// The schema cannot be read.
        case badSchema
    }

    /// What kind of failure it is.
    public var code: Code
    /// What happened and what to do.
    public var message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension ConformanceError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
