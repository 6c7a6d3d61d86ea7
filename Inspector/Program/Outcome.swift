/// How the inspector ends.
enum Outcome: Int32, Sendable {
    /// All went well.
    case success = 0
    /// A command failed.
    case commandFailed = 1
    /// The connection is lost or could not be made.
    case connectionLost = 2
    /// Ctrl-C ended a script (128 + SIGINT, as shells tell it).
    case interrupted = 130
    /// SIGTERM ended a script (128 + SIGTERM).
    case terminated = 143
    /// The command line or a script was not understood (`EX_USAGE` of sysexits.h).
    case usage = 64
}
