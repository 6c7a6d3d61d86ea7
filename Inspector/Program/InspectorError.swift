import StrobeTree

/// An error of a command or of the whole session.
struct InspectorError: Error, Sendable, Hashable {
    /// The kinds of errors that callers distinguish.
    enum Code: String, Sendable, Hashable {
        /// The command line or a command was not understood.
        case usage
        /// A command was understood and failed.
        case failed
        /// The connection is lost or could not be established.
        case connectionLost
        /// The user cancelled the command.
        case cancelled
    }

    var code: Code
    /// What happened, and what to do.
    var message: String
    /// More lines of text, such as the source with a caret.
    var details: [String] = []
    /// The details as JSON.
    var data: Value.Object = [:]

    init(_ code: Code, _ message: String, details: [String] = []) {
        self.code = code
        self.message = message
        self.details = details
    }
}

extension InspectorError: CustomStringConvertible {
    var description: String { message }
}
