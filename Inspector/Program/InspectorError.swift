import StrobeTree

/// What went wrong with a command or with the session as a whole.
struct InspectorError: Error, Sendable, Hashable {
    /// The kinds of failure that callers tell apart.
    enum Code: String, Sendable, Hashable {
        /// The command line or a command was not understood.
        case usage
        /// A command was understood and failed.
        case failed
        /// The connection is lost or could not be made.
        case connectionLost
        /// The user cancelled the command.
        case cancelled
    }

    var code: Code
    /// What happened and what to do.
    var message: String
    /// More lines for people, such as the text with a caret under the place of the error.
    var details: [String] = []
    /// The same for programs.
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
