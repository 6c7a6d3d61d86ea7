internal import Foundation

/// What the system says of a process; zeros where it says nothing.
enum ProcessStatus {
    /// The resident memory of this process, in bytes.
    static func residentBytes() -> Int { bytes("VmRSS:", of: "self") }

    /// A line of its status that counts memory, in bytes.
    static func bytes(_ name: String, of process: String) -> Int { number(name, in: "/proc/\(process)/status") << 10 }

    /// The number of a line of a status file.
    static func number(_ name: String, in file: String) -> Int {
        let lines = ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").split(separator: "\n")
        return lines.first { $0.hasPrefix(name) }?.split(whereSeparator: \.isWhitespace).dropFirst().first
            .flatMap { Int($0) } ?? 0
    }
}
