import Foundation
import TerminalTesting
import Testing

/// Limits on disk space for tests.
enum SmallDisk {
    /// A command with a file size limit that gets an error beyond it, and not a signal.
    static func limiting(_ command: [String], toFilesOf bytes: Int) -> [String] {
        ["/bin/sh", "-c", "trap '' XFSZ; ulimit -f \(bytes / 512) && exec \"$0\" \"$@\""] + command
    }

    /// Whether a file system can be mounted: as the superuser, and in a container possibly not even then.
    static func canBeMade() async throws -> Bool {
        guard geteuid() == 0, Shell.has("mount") else { return false }
        let path = try folder()
        defer { try? FileManager.default.removeItem(atPath: path) }
        guard try await mount(path) else { return false }
        _ = try await ProgramRun.run("/bin/umount", ["-l", path])
        return true
    }

    /// Runs a test with a file system of a few pages, which is removed afterwards.
    static func with(_ body: (String) async throws -> Void) async throws {
        let path = try folder()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try #require(try await mount(path))
        do {
            try await body(path)
        } catch {
            _ = try await ProgramRun.run("/bin/umount", ["-l", path])
            throw error
        }
        _ = try await ProgramRun.run("/bin/umount", ["-l", path])
    }

    /// Uses up the remaining space with a file that can be removed.
    ///
    /// - Returns: Its path.
    static func fill(_ path: String) -> String {
        let filler = path + "/filler"
        let block = Data(count: 4_096)
        _ = FileManager.default.createFile(atPath: filler, contents: nil)
        guard let file = FileHandle(forWritingAtPath: filler) else { return filler }
        while (try? file.write(contentsOf: block)) != nil {}
        try? file.close()
        return filler
    }

    private static func folder() throws -> String {
        let path = "/tmp/strobe-disk-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    private static func mount(_ path: String) async throws -> Bool {
        try await ProgramRun.run("/bin/mount", ["-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs", path]).status == 0
    }
}
