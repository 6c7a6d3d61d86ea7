import Foundation
import Testing

@testable import StrobeTransport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("The runtime directory")
struct RuntimeDirectoryTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func insecure(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) {
        for body in [
            { () throws in _ = try RuntimeDirectory(creating: path) }, { _ = try RuntimeDirectory.existing(at: path) },
        ] {
            let error = #expect(throws: TransportError.self, sourceLocation: sourceLocation) { try body() }
            #expect(error?.code == .insecure, sourceLocation: sourceLocation)
            #expect(error?.message.contains(path) == true, sourceLocation: sourceLocation)
        }
    }

    @Test("it is in XDG_RUNTIME_DIR where that is this user's, else in TMPDIR or /tmp")
    func location() {
        #expect(RuntimeDirectory.location(in: ["XDG_RUNTIME_DIR": scratch.path]) == scratch("strobe"))
        #expect(RuntimeDirectory.location(in: ["TMPDIR": "/var/tmp/"]) == "/var/tmp/strobe-\(geteuid())")
        for other in ["", "relative", scratch("missing")] {
            #expect(RuntimeDirectory.location(in: ["XDG_RUNTIME_DIR": other]) == "/tmp/strobe-\(geteuid())")
        }
    }

    #if canImport(Glibc)
        @Test("processes are looked for in the user's usual directory as well, if the variable of it is missing")
        func locations() {
            let usual = "/run/user/\(geteuid())"
            let temporary = "/tmp/strobe-\(geteuid())"
            let isThere = FileManager.default.fileExists(atPath: usual)
            #expect(RuntimeDirectory.locations(in: [:]) == (isThere ? [temporary, usual + "/strobe"] : [temporary]))
            #expect(RuntimeDirectory.locations(in: ["XDG_RUNTIME_DIR": scratch.path]) == [scratch("strobe")])
            #expect(RuntimeDirectory.locations(in: ["XDG_RUNTIME_DIR": "", "TMPDIR": scratch.path]).count == 1)
        }
    #endif

    @Test("in a service it is in the directory that systemd made, unless XDG_RUNTIME_DIR is this user's")
    func service() {
        let two = "\(scratch.path):/elsewhere"
        #expect(RuntimeDirectory.location(in: ["RUNTIME_DIRECTORY": two]) == scratch("strobe"))
        #expect(
            RuntimeDirectory.location(in: ["XDG_RUNTIME_DIR": "/missing", "RUNTIME_DIRECTORY": two])
                == scratch("strobe"))
        #expect(
            RuntimeDirectory.location(in: ["XDG_RUNTIME_DIR": scratch.path, "RUNTIME_DIRECTORY": "/tmp"])
                == scratch("strobe"))
        for other in ["", ":", "relative", scratch("missing")] {
            #expect(RuntimeDirectory.location(in: ["RUNTIME_DIRECTORY": other]) == "/tmp/strobe-\(geteuid())")
        }
    }

    @Test("it is made with mode 0700, and found again")
    func creating() throws {
        let path = scratch("strobe")
        #expect(try RuntimeDirectory.existing(at: path) == nil)
        let directory = try RuntimeDirectory(creating: path)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o7777 == 0o700)
        #expect(try RuntimeDirectory.existing(at: path) == directory)
        #expect(try RuntimeDirectory(creating: path) == directory)
        #expect(directory.path(of: "1.sock") == "\(path)/1.sock")
    }

    @Test("a directory that lets others in is refused", arguments: [0o755, 0o770, 0o701, 0o704] as [mode_t])
    func mode(mode: mode_t) throws {
        let path = scratch("strobe")
        try #require(mkdir(path, 0o700) == 0 && chmod(path, mode) == 0)
        insecure(path)
    }

    @Test("a symbolic link is refused, wherever it leads")
    func link() throws {
        let path = scratch("strobe")
        try #require(mkdir(scratch("real"), 0o700) == 0 && symlink(scratch("real"), path) == 0)
        insecure(path)
        try #require(unlink(path) == 0 && symlink(scratch("nowhere"), path) == 0)
        insecure(path)
    }

    @Test("a file in its place is refused")
    func file() throws {
        let path = scratch("strobe")
        Descriptor.close(try openFile(path, O_WRONLY | O_CREAT))
        insecure(path)
    }

    @Test("a directory of another user is refused", .enabled(if: geteuid() == 0, "only the superuser can make one"))
    func owner() throws {
        let path = scratch("strobe")
        try #require(mkdir(path, 0o700) == 0 && chown(path, 12345, 12345) == 0)
        insecure(path)
    }

    @Test("a place that cannot be made is an error that says what to set")
    func impossible() {
        let error = #expect(throws: TransportError.self) { try RuntimeDirectory(creating: scratch("a/b/c")) }
        #expect(error?.code == .inputOutput)
        #expect(error?.message.contains("XDG_RUNTIME_DIR") == true)
    }
}
