import Foundation
import Testing

/// A program that cannot write what it is found by.
@Suite("A full disk", .serialized, .timeLimit(.minutes(3)))
struct FullDiskTests {
    /// Lets a test use a file system of a few pages, which is gone afterwards.
    private func withSmallDisk(_ body: (String) async throws -> Void) async throws {
        let path = "/tmp/strobe-disk-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let mounted = try await ProgramRun.run(
            "/bin/mount", ["-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs", path])
        // A container may not allow it even to the superuser.
        guard mounted.status == 0 else { return }
        do {
            try await body(path)
        } catch {
            _ = try await ProgramRun.run("/bin/umount", ["-l", path])
            throw error
        }
        _ = try await ProgramRun.run("/bin/umount", ["-l", path])
    }

    private func fill(_ path: String) {
        let block = Data(count: 4_096)
        _ = FileManager.default.createFile(atPath: path + "/filler", contents: nil)
        guard let file = FileHandle(forWritingAtPath: path + "/filler") else { return }
        while (try? file.write(contentsOf: block)) != nil {}
        try? file.close()
    }

    @Test(
        "a server whose discovery file does not fit says so, leaves nothing behind, and starts once there is room",
        .enabled(if: geteuid() == 0 && Shell.has("mount"), "only the superuser can make a small disk"))
    func discoveryFile() async throws {
        try await withSmallDisk { disk in
            let runtime = disk + "/strobe"
            try FileManager.default.createDirectory(
                atPath: runtime, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            fill(disk)
            let environment = ["XDG_RUNTIME_DIR": disk, "STROBE": ""]
            let refused = try await ProgramRun.run(
                Executables.demo, ["--quiet", "--tcp"], environment: environment)
            #expect(refused.status != 0)
            #expect(refused.errors.contains("No space left"), "\(refused.errors)")
            let left = try FileManager.default.contentsOfDirectory(atPath: runtime)
            #expect(left.isEmpty, "\(left)")

            // A program that is only asked for a server goes on without one.
            let demo = try ProgramRun(Executables.demo, ["--quiet", "--tcp", "--when-asked"], environment: environment)
            defer { demo.kill() }
            try await demo.waitForErrors { $0.contains("not listening") }
            kill(demo.pid, SIGUSR1)
            try await demo.waitForErrors { $0.contains("No space left") }
            try FileManager.default.removeItem(atPath: disk + "/filler")
            kill(demo.pid, SIGUSR1)
            try await demo.waitForErrors { $0.contains("listening on tcp") }
            demo.terminate()
            let ended = try await demo.outcome()
            #expect(ended.status == 0)
        }
    }
}
