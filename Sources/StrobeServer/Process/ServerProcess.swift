internal import Logging
internal import StrobeSystem
internal import StrobeTransport

/// Facts about the process and the library.
enum ServerProcess {
    /// The version of the library.
    static let version = "0.1.0"

    /// The start of this process, in microseconds since 1970.
    static var startOfProcess: Int64? { ProcessStart.microseconds(of: ProcessInfo.processInfo.processIdentifier) }

    /// Logs to standard error what the program's user must know: refusals and failures, not every session.
    static var quietLogger: Logger {
        var logger = Logger(label: "strobe.server", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = .notice
        return logger
    }
}
