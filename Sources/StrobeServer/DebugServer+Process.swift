internal import Foundation
internal import StrobeProtocol
internal import StrobeTransport

extension DebugServer {
    /// The version of the library.
    static let version = "0.1.0"

    /// What clients are told of this process.
    var process: Initialize.Process {
        if let process = configuration.process { return process }
        let info = ProcessInfo.processInfo
        return Initialize.Process(
            pid: Int(info.processIdentifier), name: configuration.name ?? info.processName,
            startedAt: Self.startOfProcess ?? 0)
    }

    /// When this process began, in microseconds since 1970.
    static var startOfProcess: Int64? { ProcessStart.microseconds(of: ProcessInfo.processInfo.processIdentifier) }
}
