internal import StrobeSystem

/// The directory of flight recorders: a few recordings of each program, one for each run.
///
/// A recording is called `NAME-20261121T200000Z-PID.jsonl`, its further parts `.2.jsonl` and so on.
struct RecordingDirectory: Sendable {
    let path: String

    /// Creates it, accessible only to the user, if absent.
    func make() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// The path for a recording that starts now.
    ///
    /// - Parameters:
    ///   - program: The name of the program; characters not allowed in file names are replaced.
    ///   - micros: The time, in microseconds since 1970.
    func newFile(program: String, micros: Int64) -> String {
        let stem = "\(Self.word(program))-\(Self.stamp(micros))-\(getpid())"
        // Another recorder of this process may have begun in the same second.
        let names = [stem] + (2...1_000).lazy.map { "\(stem)-\($0)" }
        let name = names.first { !FileManager.default.fileExists(atPath: "\(path)/\($0).jsonl") } ?? stem
        return "\(path)/\(name).jsonl"
    }

    /// Removes the oldest recordings of a program whose processes have ended.
    ///
    /// - Parameters:
    ///   - program: The name of the program.
    ///   - count: How many to keep.
    func removeOld(of program: String, keeping count: Int) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return }
        let runs = Dictionary(grouping: names) { Run(file: $0, program: Self.word(program)) }
        let ended = runs.keys.compactMap { $0 }.filter { !$0.isAlive }.sorted {
            ($0.start, $0.stem) < ($1.start, $1.stem)
        }
        for run in ended.dropLast(max(0, count)) {
            for name in runs[run] ?? [] { unlink("\(path)/\(name)") }
        }
    }

    /// A run of a program that was recorded.
    private struct Run: Hashable {
        /// The name of its files without endings.
        let stem: String
        let start: String
        let pid: pid_t

        /// - Returns: `nil` for files that are not that program's recordings.
        init?(file: String, program: String) {
            guard file.hasPrefix("\(program)-") else { return nil }
            var endings = file.dropFirst(program.count + 1).split(separator: ".", omittingEmptySubsequences: false)
            let words = endings.removeFirst().split(separator: "-", omittingEmptySubsequences: false)
            // Also a file whose compression was interrupted.
            if endings.last == "tmp" { endings.removeLast() }
            if endings.last == "gz" { endings.removeLast() }
            guard endings.popLast() == "jsonl", endings.count <= 1, endings.allSatisfy({ Int($0) != nil }),
                (2...3).contains(words.count), words[0].utf8.count == 16, words[0].last == "Z",
                let pid = pid_t(words[1]), pid > 0, words.dropFirst(2).allSatisfy({ Int($0) != nil })
            else { return nil }
            start = String(words[0])
            self.pid = pid
            stem = "\(program)-\(words.joined(separator: "-"))"
        }

        /// Whether its process may still write.
        var isAlive: Bool { kill(pid, 0) == 0 || errno == EPERM }
    }

    /// A name for files: letters, digits, `_` and `+` stay as they are.
    private static func word(_ name: String) -> String {
        let characters = name.prefix(64).map {
            $0.isASCII && ($0.isLetter || $0.isNumber || "_+".contains($0)) ? $0 : "_"
        }
        return characters.isEmpty ? "program" : String(characters)
    }

    private static func stamp(_ micros: Int64) -> String {
        var seconds = time_t(micros / 1_000_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func padded(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
        return String(parts.tm_year + 1_900) + padded(parts.tm_mon + 1) + padded(parts.tm_mday) + "T"
            + padded(parts.tm_hour) + padded(parts.tm_min) + padded(parts.tm_sec) + "Z"
    }
}
