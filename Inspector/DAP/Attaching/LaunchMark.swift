internal import StrobeSystem

/// A variable in the environment of a launched program, by which it and what it starts are known.
struct LaunchMark: Sendable {
    private static let name = "STROBE_LAUNCH"

    private let text = String(UInt64.random(in: .min ... .max), radix: 16)

    /// What is added to the environment.
    var environment: [String: String] { [Self.name: text] }

    /// Whether a process was started with it, where the system shows that.
    func isOf(_ pid: Int) -> Bool {
        guard let bytes = SystemFile.contents("/proc/\(pid)/environ") else { return false }
        return bytes.split(separator: 0).contains { $0.elementsEqual("\(Self.name)=\(text)".utf8) }
    }

    /// Asks all processes that were started with it to end.
    func endProcesses() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let pid = Int32(name), isOf(Int(pid)) else { continue }
            _ = kill(pid, SIGTERM)
        }
    }
}
