/// Why line editing could not start, or could not keep its history.
public struct LineEditingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: String, Sendable, Hashable {
        /// The process has no descriptors left.
        case noDescriptors
        /// The history file could not be read.
        case historyUnreadable
        /// The history file could not be written.
        case historyUnwritable
        /// The text was not edited: there is no terminal, the editor failed, or what it left cannot be read.
        case notEdited
    }

    /// The kind of failure.
    public let code: Code
    /// What happened and what to do.
    public let message: String

    static let closed = LineEditingError(code: .notEdited, message: "the prompt is closed")

    /// The message.
    public var description: String { message }
}
