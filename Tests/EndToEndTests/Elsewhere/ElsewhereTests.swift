import Foundation
import TerminalTesting
import Testing

extension Trait where Self == ConditionTrait {
    /// The condition of tests in namespaces of their own.
    static var inNamespaces: Self {
        .enabled(
            "Only the superuser can make namespaces, with util-linux and iproute2. STROBE_NEEDS_NAMESPACES=1 makes that a failure."
        ) { try await ContainedDemo.canBeMade() }
    }
}

/// Programs in another network, with other files and process ids, or of another user.
@Suite("Elsewhere", .serialized, .timeLimit(.minutes(5)))
struct ElsewhereTests {
    private static let ask = ["-e", "get .session"]
    private static let answer = "\"initialized\"\n"
    private static let nobody = 65_534

    @Test("a socket in a shared folder is found by the folder, and looking removes nothing", .inNamespaces)
    func sharedFolder() async throws {
        try await ContainedDemo.with("--unix", "--tcp", "\(ContainedDemo.port)") { demo in
            let socket = "\(demo.folder)/strobe/1.sock"
            for _ in 0..<2 {
                let listed = try await demo.strobe("list", demo.folder)
                #expect(listed.output.contains("unix:\(socket)"), "\(listed.output)\(listed.errors)")
                // The port is one of another network, where another program may have it.
                #expect(!listed.output.contains("tcp:"))
                #expect(listed.output.contains("pid in a container or another pid namespace: 1"))
            }
            let environment = ["XDG_RUNTIME_DIR": demo.folder]
            #expect(try await demo.strobe("list", "--json", environment: environment).output.contains(socket))
            for target in [demo.folder, "\(demo.folder)/strobe/", socket, "/proc/\(demo.pid)/root/mnt/strobe/1.sock"] {
                let attached = try await demo.strobe("attach", target, "-e", "get .session")
                #expect(attached.output == Self.answer, "\(target): \(attached.errors)")
            }
            let byName = try await demo.strobe("attach", "strobe-demo", "-e", "get .session", environment: environment)
            #expect(byName.output == Self.answer, "\(byName.errors)")
            #expect(try demo.files() == ["1.json", "1.sock"])
            let byID = try await demo.strobe("attach", String(demo.pid))
            #expect(byID.status == 2 && byID.errors.contains("pid namespace, where its id is 1"), "\(byID.errors)")
            // Inside, it is found as everywhere.
            let inside = try await ProgramRun.run(
                "/usr/bin/env", demo.entering + ["strobe", "attach", "1", "-e", "get .session"])
            #expect(inside.output == Self.answer, "\(inside.errors)")

            demo.run.kill()
            _ = try await demo.run.outcome()
            let gone = try await demo.strobe("list", demo.folder)
            #expect(gone.status == 0 && gone.output.contains("There is no process"), "\(gone.output)")
            let stale = try await demo.strobe("attach", socket)
            #expect(stale.status == 2 && stale.errors.contains("nothing listens there any more"), "\(stale.errors)")
        }
    }

    @Test("a forwarded port needs the token, from a file or a variable, and never from a command line", .inNamespaces)
    func forwardedPort() async throws {
        try await ContainedDemo.with("--tcp", "\(ContainedDemo.port)") { demo in
            let forwarded = try await ForwardedPort(into: demo)
            let target = ":\(forwarded.port)"
            let without = try await demo.strobe("attach", target, "-e", "send .load")
            #expect(without.status == 2 && without.output == "")
            for word in ["needs a token", "strobe token PID", "--token-file", "STROBE_TOKEN"] {
                #expect(without.errors.contains(word), "\(without.errors)")
            }

            let printed = try await ProgramRun.run("/usr/bin/env", demo.entering + ["strobe", "token"])
            let token = printed.output.trimmingCharacters(in: .newlines)
            #expect(token.count == 64, "\(printed.errors)")
            let file = "\(demo.scratch)/token"
            try printed.output.write(toFile: file, atomically: false, encoding: .utf8)
            try #require(chmod(file, 0o644) == 0)
            let readable = try await demo.strobe("attach", target, "--token-file", file, "-e", "get .session")
            #expect(readable.status == 2 && readable.output == "")
            #expect(readable.errors.contains("its mode is 644. chmod 600 \(file)"), "\(readable.errors)")
            try #require(chmod(file, 0o600) == 0)
            for arguments in [["attach", target], ["attach", "localhost\(target)"]] {
                let run = try await ProgramRun.run(
                    Executables.strobe, arguments + ["--token-file", file] + Self.ask)
                #expect(run.output == Self.answer, "\(run.errors)")
            }
            let variable = try await demo.strobe(
                "attach", target, "-e", "get .session", environment: ["STROBE_TOKEN": token])
            #expect(variable.output == Self.answer, "\(variable.errors)")

            let recording = "\(demo.scratch)/shop.jsonl"
            let recorded = try await demo.strobe(
                "record", "-o", recording, "--for", "100ms", "--token-file", file, target)
            #expect(recorded.status == 0, "\(recorded.errors)")
            let checked = try await demo.strobe("replay", "--check", "--token-file", file, recording, target)
            #expect(checked.status == 0, "\(checked.errors)")
            let rule = try await demo.strobe(
                "conformance", "--only", "session.initialize", "--token-file", file, target)
            #expect(rule.status == 0, "\(rule.output)\(rule.errors)")

            let other = String(token.reversed())
            let wrong = try await demo.strobe("attach", target, environment: ["STROBE_TOKEN": other])
            #expect(wrong.status == 2 && wrong.errors.contains("refuses this token"), "\(wrong.errors)")
            let noToken = try await demo.strobe("attach", target, environment: ["STROBE_TOKEN": "hunter2"])
            #expect(noToken.errors.contains("STROBE_TOKEN holds no token"), "\(noToken.errors)")
            let typed = try await demo.strobe("attach", target, "--token", token)
            #expect(typed.status == 64 && typed.errors.contains("There is no --token"), "\(typed.errors)")
            for run in [without, readable, wrong, noToken, typed] {
                for secret in [token, other, "hunter2"] { #expect(!run.errors.contains(secret), "\(run.errors)") }
            }
            demo.run.terminate()
            await forwarded.close()
        }
    }

    @Test(
        "a token that both sides were given opens the port, and is written nowhere but in the discovery file",
        .inNamespaces)
    func chosenToken() async throws {
        let folder = "/tmp/strobe-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = "\(folder)/token"
        #expect(try await ProgramRun.run(Executables.strobe, ["token", "--new", "-o", file]).status == 0)
        let token = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .newlines)
        let port = "\(ContainedDemo.port)"
        func check(_ demo: ContainedDemo) async throws {
            let forwarded = try await ForwardedPort(into: demo)
            let attached = try await demo.strobe(
                "attach", ":\(forwarded.port)", "--token-file", file, "-e", "get .session")
            #expect(attached.output == Self.answer, "\(attached.errors)")
            #expect(try String(contentsOfFile: "\(demo.folder)/strobe/1.json", encoding: .utf8).contains(token))
            await forwarded.close()
            demo.run.kill()
            #expect(try await !demo.run.outcome().errors.contains(token))
        }
        try await ContainedDemo.with("--tcp", port, "--token-file=\(file)", use: check)
        try await ContainedDemo.with("--tcp", port, environment: ["STROBE_TOKEN_FILE": file], use: check)
        try await ContainedDemo.with("--tcp", port, environment: ["STROBE_TOKEN": token], use: check)
    }

    @Test("another user is told whose the server is, and what to do", .inNamespaces)
    func otherUser() async throws {
        try await ContainedDemo.with("--unix") { demo in
            let socket = "\(demo.folder)/strobe/1.sock"
            let closed = try await demo.strobe("attach", socket, user: Self.nobody)
            #expect(closed.errors.contains("the directory \(demo.folder) belongs to root (0)"), "\(closed.errors)")
            for path in [demo.folder, "\(demo.folder)/strobe"] { try #require(chmod(path, 0o755) == 0) }
            let socketClosed = try await demo.strobe("attach", socket, user: Self.nobody)
            #expect(socketClosed.errors.contains("it belongs to root (0)"), "\(socketClosed.errors)")
            // As on a volume that everybody can write to.
            try #require(chmod(socket, 0o666) == 0)
            let connected = try await demo.strobe("attach", socket, user: Self.nobody)
            #expect(connected.errors.contains("The server at \(socket) runs as root (0)"), "\(connected.errors)")
            let listed = try await demo.strobe("list", demo.folder, user: Self.nobody)
            #expect(listed.errors.contains("\(demo.folder)/strobe belongs to root (0)"), "\(listed.errors)")
            for run in [closed, socketClosed, connected, listed] {
                #expect(run.status == 2 && run.output == "")
                for word in ["you are nobody (65534)", "sudo -u root strobe"] {
                    #expect(run.errors.contains(word), "\(run.errors)")
                }
            }
        }
        try await ContainedDemo.with("--unix", user: Self.nobody) { demo in
            let root = try await demo.strobe("attach", "\(demo.folder)/strobe/1.sock")
            #expect(root.status == 2 && root.errors.contains("runs as nobody (65534), and you are root (0)"))
            #expect(root.errors.contains("sudo -u nobody strobe"), "\(root.errors)")
            let same = try await demo.strobe("attach", demo.folder, "-e", "get .session", user: Self.nobody)
            #expect(same.output == Self.answer, "\(same.errors)")
        }
    }

    @Test("a process of another user is said to be one", .inNamespaces)
    func otherUsersProcess() async throws {
        let program = try ProgramRun("/bin/sleep", ["600"])
        defer { program.kill() }
        try await ContainedDemo.with("--unix") { demo in
            for arguments in [[], ["--wake"]] {
                let told = try await ProgramRun.run(
                    "/usr/bin/env",
                    ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "\(demo.scratch)/strobe", "attach"]
                        + arguments + [String(program.pid)])
                #expect(told.status == 2, "\(told.errors)")
                for word in ["sleep (\(program.pid)) runs as root (0)", "you are nobody (65534)", "sudo -u root"] {
                    #expect(told.errors.contains(word), "\(told.errors)")
                }
            }
        }
    }

    @Test("a service puts its files into the directory that systemd made for it")
    func runtimeDirectory() async throws {
        let folder = "/tmp/strobe-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await DemoProcess.with("--unix", environment: ["RUNTIME_DIRECTORY": "\(folder):/elsewhere"], runtime: "") {
            demo in
            let path = try await demo.endpoint()
            #expect(path == "unix:\(folder)/strobe/\(demo.run.pid).sock")
            let attached = try await demo.strobe("attach", folder, "-e", "get .session")
            #expect(attached.output == Self.answer, "\(attached.errors)")
        }
    }
}
