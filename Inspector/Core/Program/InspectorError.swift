package import StrobeTree

/// An error of a command or of the whole session.
package struct InspectorError: Error, Sendable, Hashable {
    /// The kinds of errors that callers distinguish.
    package enum Code: String, Sendable, Hashable {
        /// The command line or a command was not understood.
        case usage
        /// A command was understood and failed.
        case failed
        /// The connection is lost or could not be established.
        case connectionLost
        /// The user cancelled the command.
        case cancelled
    }

    package var code: Code
    /// What happened, and what to do.
    package var message: String
    /// More lines of text, such as the source with a caret.
    package var details: [String] = []
    /// The details as JSON.
    package var data: Value.Object = [:]

    package init(_ code: Code, _ message: String, details: [String] = []) {
        self.code = code
        self.message = message
        self.details = details
    }
}

extension InspectorError: CustomStringConvertible {
    package var description: String { message }
}
