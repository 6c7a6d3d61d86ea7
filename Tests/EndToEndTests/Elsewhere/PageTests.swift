import Foundation
import TerminalTesting
import Testing

/// The commands of the page about other machines, as it shows them.
@Suite("The page about other machines", .timeLimit(.minutes(5)))
struct PageTests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Inspector/Inspector.docc/OtherMachines.md")

    /// The marked commands.
    private static func commands() throws -> [String] {
        try String(contentsOf: page, encoding: .utf8).components(separatedBy: "<!-- run -->\n```sh\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
    }

    /// Programs that the commands call: the real SSH to a server inside, and others that enter as `docker exec` does.
    private func write(into folder: String, _ demo: ContainedDemo) async throws {
        let key = try await ProgramRun.run(
            "/usr/bin/env", ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "\(folder)/key"])
        try #require(key.status == 0, "\(key.errors)")
        let enter = demo.entering.joined(separator: " ")
        let sshd = "/usr/sbin/sshd -i -f \(folder)/sshd_config"
        let files = [
            "sshd_config": """
            HostKey \(folder)/key
            AuthorizedKeysFile \(folder)/key.pub
            StrictModes no
            UsePAM no
            PermitRootLogin yes
            SetEnv PATH=\(demo.scratch):/usr/bin:/bin XDG_RUNTIME_DIR=\(ContainedDemo.inside)
            """,
            "ssh_config": """
            Host far
              User root
              IdentityFile \(folder)/key
              ProxyCommand \(enter) \(sshd)
              StrictHostKeyChecking no
              UserKnownHostsFile /dev/null
              ExitOnForwardFailure yes
              LogLevel ERROR
              ControlMaster auto
              ControlPath \(folder)/control
            """,
            "ssh": "exec /usr/bin/ssh -F \(folder)/ssh_config \"$@\"",
            "docker": "shift; while [[ $1 == -* ]]; do shift; done; shift; exec \(enter) \"$@\"",
            "kubectl": "while [[ $1 != -- ]]; do shift; done; shift; exec \(enter) \"$@\"",
            "sudo": "shift 2; exec setpriv --reuid=65534 --regid=65534 --clear-groups \"$@\"",
        ]
        for (name, text) in files {
            let file = URL(filePath: "\(folder)/\(name)")
            if name.hasSuffix("_config") {
                try (text + "\n").write(to: file, atomically: true, encoding: .utf8)
            } else {
                try writeProgram("#!/bin/bash\n\(text)\n", at: file)
            }
        }
    }

    private func check(_ commands: [String], with demo: ContainedDemo) async throws {
        let folder = "\(demo.scratch)/programs"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        try await write(into: folder, demo)
        let port = try #require(try await LocalPort.free())
        for command in commands {
            var script = command
            for (text, here) in [
                ("/run/user/1000/strobe/4711.sock", "\(ContainedDemo.inside)/strobe/1.sock"),
                ("/srv/shop", demo.folder),
                ("/run/shop", demo.folder), ("/tmp/far.sock", "\(folder)/far.sock"), ("9001", String(port)),
                ("shop.token", "\(folder)/shop.token"),
            ] { script = script.replacing(text, with: here) }
            // SSH in the background keeps the streams of the shell open.
            script = script.replacing("ssh -f ", with: "ssh -f </dev/null >/dev/null 2>&1 ")
            let ran = try await ProgramRun.run(
                "/bin/bash", ["-euo", "pipefail", "-c", script], input: "get .session\n",
                environment: ["PATH": "\(folder):\(demo.scratch):/usr/bin:/bin:/usr/sbin:/sbin", "NO_COLOR": "1"])
            #expect(ran.status == 0, "\(script): \(ran.errors)")
            if command.contains("attach") || command.contains("relay") {
                #expect(ran.output.contains("\"initialized\"\n"), "\(script): \(ran.output)\(ran.errors)")
            }
            _ = try await ProgramRun.run("\(folder)/ssh", ["-O", "exit", "far"])
        }
    }

    @Test(
        "the commands that it marks do what it says",
        .enabled(
            "They need namespaces and openssh-server. STROBE_NEEDS_NAMESPACES=1 makes that a failure."
        ) {
            guard try await ContainedDemo.canBeMade() else { return false }
            return Shell.has("sshd") || ProcessInfo.processInfo.environment["STROBE_NEEDS_NAMESPACES"] != nil
        })
    func commands() async throws {
        let commands = try Self.commands()
        let asNobody = commands.filter { $0.hasPrefix("sudo ") }
        #expect(commands.count == 10 && asNobody.count == 1)
        try await ContainedDemo.with("--unix", "--tcp", "\(ContainedDemo.port)") { demo in
            try await check(commands.filter { !$0.hasPrefix("sudo ") }, with: demo)
        }
        try await ContainedDemo.with("--unix", user: 65_534) { try await check(asNobody, with: $0) }
    }
}
