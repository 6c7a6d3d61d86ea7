/// A program under test did not start, or an expected output did not appear.
public struct TerminalTestingError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: String, Sendable, Hashable {
        /// The program or its terminal could not be created.
        case cannotStart
        /// The deadline passed, or the program ended, before the condition held.
        case notSeen
        /// The program was still running at the deadline.
        case stillRunning
    }

    /// The kind of failure.
    public let code: Code
    /// The condition, and what the screen shows instead.
    public let description: String
}
