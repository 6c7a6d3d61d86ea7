import Foundation
import TerminalTesting

/// The executables under test.
enum Executables {
    static let strobe = BuiltProducts.path(of: "strobe")
    static let demo = BuiltProducts.path(of: "strobe-demo")
    static let recordingFixture = BuiltProducts.path(of: "RecordingFixture")
    static let harmFixture = BuiltProducts.path(of: "HarmFixture")

    /// The command that serves the demo on its standard streams; if `STROBE_TAP` names a directory, the traffic is
    /// logged there.
    static let servedDemo: [String] = {
        let command = [demo, "--stdio"]
        guard let folder = ProcessInfo.processInfo.environment["STROBE_TAP"] else { return command }
        let tap = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "protocols/v1/tap.py")
        return ["/usr/bin/env", "python3", tap.path(), folder] + command
    }()
}
