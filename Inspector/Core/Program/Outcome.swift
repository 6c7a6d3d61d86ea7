/// The exit code of the inspector.
package enum Outcome: Int32, Sendable {
    /// No error.
    case success = 0
    /// A command failed.
    case commandFailed = 1
    /// The connection is lost or could not be established.
    case connectionLost = 2
    /// Ctrl-C ended a script (128 + SIGINT, as in shells).
    case interrupted = 130
    /// SIGTERM ended a script (128 + SIGTERM).
    case terminated = 143
    /// The command line or a script was not understood (`EX_USAGE` of sysexits.h).
    case usage = 64
}
