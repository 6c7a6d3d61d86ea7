/// What went wrong while a server was set up or a target was asked.
public struct DebugServerError: Error, Sendable, Hashable {
    /// The kinds of failure that callers tell apart.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The configuration contradicts itself.
        case invalidConfiguration
        /// An endpoint cannot be opened.
        case cannotListen
        /// The server was stopped.
        case stopped
        /// The target cannot do what was asked.
        case notSupported
        /// The store was not at the seq that the request named.
        case stale
    }

    /// The kind of failure.
    public let code: Code
    /// What happened and what to do, in one sentence for people.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension DebugServerError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
