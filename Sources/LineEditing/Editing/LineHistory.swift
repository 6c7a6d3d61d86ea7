internal import StrobeSystem

/// The lines of this run and of earlier ones, oldest first, no line twice.
///
/// The file holds one line per entry in UTF-8, with `\n` and `\\` for line breaks and backslashes within it. It is
/// written again on every change, beside the old one and then renamed over it, together with what other processes have
/// put into it meanwhile.
final class LineHistory {
    private(set) var lines: [String] = []
    private let path: String?
    private let limit: Int

    /// A longer line is not kept.
    private static let maxLineBytes = 4096
    /// A longer file is not ours.
    private static let maxFileBytes = 16 << 20

    init(path: String?, limit: Int) {
        self.path = path
        self.limit = limit
    }

    /// Reads the file, if there is one.
    func load() throws(LineEditingError) {
        lines = try readFile()
    }

    /// Appends a line and writes the file; false when the line is not one to keep.
    func remember(_ line: String) throws(LineEditingError) -> Bool {
        guard let first = line.first, first != " ", line.utf8.count <= Self.maxLineBytes,
            !line.allSatisfy(\.isWhitespace)
        else { return false }
        append(line, to: &lines)
        guard path != nil else { return true }
        var kept = try readFile()
        append(line, to: &kept)
        try writeFile(kept)
        return true
    }

    private func append(_ line: String, to list: inout [String]) {
        list.removeAll { $0 == line }
        list.append(line)
        if list.count > limit { list.removeFirst(list.count - limit) }
    }

    // MARK: - File

    private func readFile() throws(LineEditingError) -> [String] {
        guard let path else { return [] }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return [] }
            throw unreadable(path, SystemError.text())
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw unreadable(path, SystemError.text())
            }
            if count == 0 { break }
            bytes += chunk[..<count]
            if bytes.count > Self.maxFileBytes { throw unreadable(path, "it is larger than any history") }
        }
        var result: [String] = []
        var seen: Set<String> = []
        // From the newest on: of equal lines the last one stays.
        for entry in bytes.split(separator: UInt8(ascii: "\n")).reversed() where result.count < limit {
            let line = Self.unescaped(String(decoding: entry, as: UTF8.self))
            guard line.utf8.count <= Self.maxLineBytes, !line.unicodeScalars.contains("\0"),
                seen.insert(line).inserted
            else { continue }
            result.append(line)
        }
        return result.reversed()
    }

    private func writeFile(_ lines: [String]) throws(LineEditingError) {
        guard let path else { return }
        // A link stays a link.
        let target = Self.resolved(path)
        let directory = target.directoryPath
        if !directory.isEmpty {
            try? FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        let temporary = "\(target).\(getpid()).tmp"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritable(path) }
        let bytes = Array(lines.map { Self.escaped($0) + "\n" }.joined().utf8)
        let isWritten = bytes.withUnsafeBytes { SystemFile.write($0, to: descriptor) }
        guard close(descriptor) == 0, isWritten, rename(temporary, target) == 0 else {
            let error = unwritable(path)
            unlink(temporary)
            throw error
        }
    }

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func escaped(_ line: String) -> String {
        var result = ""
        for scalar in line.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func unescaped(_ entry: String) -> String {
        var result = ""
        var scalars = entry.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "\\", let next = scalars.next() else {
                result.unicodeScalars.append(scalar)
                continue
            }
            result.unicodeScalars.append(next == "n" ? "\n" : next)
        }
        return result
    }

    private func unreadable(_ path: String, _ reason: String) -> LineEditingError {
        LineEditingError(
            code: .historyUnreadable,
            message: "the history file \(path) cannot be read: \(reason); check its permissions, or move it away")
    }

    private func unwritable(_ path: String) -> LineEditingError {
        LineEditingError(
            code: .historyUnwritable,
            message: "the history file \(path) cannot be written: \(SystemError.text());"
                + " check the permissions of its folder")
    }
}
