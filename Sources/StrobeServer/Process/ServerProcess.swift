internal import Foundation
internal import StrobeTransport
internal import Logging

/// What the process and the library say of themselves.
enum ServerProcess {
    /// The version of the library.
    static let version = "0.1.0"

    /// When this process began, in microseconds since 1970.
    static var startOfProcess: Int64? { ProcessStart.microseconds(of: ProcessInfo.processInfo.processIdentifier) }

    /// Tells on standard error of what a program's user has to know: refusals and failures, not of every session.
    static var quietLogger: Logger {
        var logger = Logger(label: "strobe.server", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = .notice
        return logger
    }
}
