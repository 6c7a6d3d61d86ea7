/// A program under test that did not start, or did not do what was waited for.
public struct TerminalTestingError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: String, Sendable, Hashable {
        /// The program or its terminal could not be made.
        case cannotStart
        /// The deadline passed, or the program ended, before what was waited for was there.
        case notSeen
        /// The program was still running at the deadline.
        case stillRunning
    }

    /// The kind of failure.
    public let code: Code
    /// What was waited for and what the screen shows instead.
    public let description: String
}
