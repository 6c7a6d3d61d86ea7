import Foundation
import SeededTesting
import TerminalTesting

/// What Linux reports about a running process; `nil` elsewhere.
struct ProcessFacts {
    let pid: Int32

    /// Its peak memory, in bytes; `nil` under a sanitizer, which keeps freed memory and has memory of its own.
    var peakMemory: Int? {
        guard Sanitizer.present == nil else { return nil }
        return status("VmHWM").flatMap { Int($0.split(separator: " ")[0]) }.map { $0 * 1024 }
    }

    /// The number of open files, including sockets.
    var openFiles: Int? { try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count }

    /// Whether a signal has stopped it.
    var isStopped: Bool? { status("State").map { $0.hasPrefix("T") } }

    /// Waits until a signal has stopped it; where this cannot be observed, it is assumed.
    func waitUntilStopped() async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while isStopped == false {
            guard ContinuousClock.now < deadline else {
                throw ProgramRun.Failure(description: "\(pid) was not stopped")
            }
            await Task.yield()
        }
    }

    private func status(_ name: String) -> String? {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
}
