internal import Foundation
internal import StrobeTransport
internal import Logging

/// The descriptions of the process and the library.
enum ServerProcess {
    /// The version of the library.
    static let version = "0.1.0"

    /// When this process began, in microseconds since 1970.
    static var startOfProcess: Int64? { ProcessStart.microseconds(of: ProcessInfo.processInfo.processIdentifier) }

    /// Logs to standard error what a program's user must know: refusals and failures, but not every session.
    static var quietLogger: Logger {
        var logger = Logger(label: "strobe.server", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = .notice
        return logger
    }
}
