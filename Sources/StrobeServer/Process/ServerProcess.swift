internal import Logging
internal import StrobeSystem
internal import StrobeTransport

/// Facts about the process and the library.
enum ServerProcess {
    /// The version of the library.
    static let version = "0.1.0"

    /// The start of this process, in microseconds since 1970.
    static var startOfProcess: Int64? { ProcessStart.microseconds(of: ProcessInfo.processInfo.processIdentifier) }

    /// The name of this machine, as the system has it.
    static let host: String? = {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0, name[0] != 0 else { return nil }
        return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    }()

    /// Logs to standard error what the program's user must know: refusals and failures, not every session.
    static var quietLogger: Logger {
        var logger = Logger(label: "strobe.server", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = .notice
        return logger
    }
}
