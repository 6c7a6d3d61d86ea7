internal import Foundation
internal import StrobeProtocol
internal import StrobeTransport

extension DebugServer {
    /// What clients are told of this process.
    var process: Initialize.Process {
        if let process = configuration.process { return process }
        let info = ProcessInfo.processInfo
        return Initialize.Process(
            pid: Int(info.processIdentifier), name: configuration.name ?? info.processName,
            startedAt: ServerProcess.startOfProcess ?? 0)
    }
}
