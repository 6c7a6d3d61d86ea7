/// How the inspector ends.
enum Outcome: Int32, Sendable {
    /// All went well.
    case success = 0
    /// A command failed.
    case commandFailed = 1
    /// The connection is lost or could not be made.
    case connectionLost = 2
    /// The command line was not understood (`EX_USAGE` of sysexits.h).
    case usage = 64
}
