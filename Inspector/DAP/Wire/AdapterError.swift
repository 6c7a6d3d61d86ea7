/// Why the adapter cannot do what an editor asked for.
package struct AdapterError: Error, Sendable, Hashable {
    /// The kinds of errors that callers distinguish.
    package enum Code: Sendable, Hashable {
        /// The stream of messages cannot be read any further.
        case unreadable
        /// The arguments of a request are wrong.
        case usage
        /// What is asked for cannot be done now.
        case refused
        /// The request was cancelled.
        case cancelled
    }

    /// The kind of error.
    package var code: Code
    /// What happened and what to do.
    package var message: String

    /// Creates an error.
    package init(_ code: Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }
}

extension AdapterError: CustomStringConvertible {
    /// The message.
    package var description: String { message }
}
