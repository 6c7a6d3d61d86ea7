internal import StrobeProtocol
internal import StrobeSystem
internal import StrobeTransport

extension DebugServer {
    /// The description of this process for clients.
    var process: Initialize.Process {
        if let process = configuration.process { return process }
        let info = ProcessInfo.processInfo
        return Initialize.Process(
            pid: Int(info.processIdentifier), name: configuration.name ?? info.processName,
            startedAt: ServerProcess.startOfProcess ?? 0, version: configuration.version,
            host: configuration.host ?? ServerProcess.host)
    }
}
