import Foundation
import StrobeTransport
import TerminalTesting
import Testing

/// The demo as in a container: with its own network, mounts and process ids, and a folder shared with this machine.
struct ContainedDemo {
    /// What its folder is called inside.
    static let inside = "/mnt"
    static let port = 4711

    /// The demo; outside, its id is another.
    let run: ProgramRun
    let pid: Int32
    /// Its folder here, and in it what a test needs.
    let folder: String
    let scratch: String

    /// Whether namespaces can be made: as the superuser, and in a container possibly not even then.
    static func canBeMade() async throws -> Bool {
        guard ProcessInfo.processInfo.environment["STROBE_NEEDS_NAMESPACES"] == nil else { return true }
        guard geteuid() == 0, ["unshare", "nsenter", "setpriv", "ip"].allSatisfy(Shell.has) else { return false }
        let tried = try await ProgramRun.run(
            "/usr/bin/env",
            ["unshare", "--net", "--mount", "--pid", "--fork", "--mount-proc", "mount", "-t", "tmpfs", "none", "/mnt"])
        return tried.status == 0
    }

    /// Starts it, runs a test with it, and ends it in any case.
    ///
    /// - Parameters:
    ///   - user: The user that it runs as.
    ///   - environment: Variables added to its environment.
    static func with(
        _ arguments: String..., user: Int = 0, environment: [String: String] = [:],
        use: (ContainedDemo) async throws -> Void
    ) async throws {
        let scratch = "/tmp/strobe-\(UUID().uuidString.prefix(8))"
        let folder = "\(scratch)/shop"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        // Where every user can run them. Not copied here: a process that another test starts meanwhile would have the
        // file open, which could not be run then.
        let copy = try await ProgramRun.run("/usr/bin/env", ["cp", Executables.strobe, Executables.demo, scratch])
        try #require(copy.status == 0, "\(copy.errors)")
        try #require(chown(folder, uid_t(user), gid_t(user)) == 0 && chmod(folder, 0o700) == 0)
        let script = """
            mount --bind "$0" \(inside) && mount -t tmpfs none /run && mkdir -p /run/sshd && ip link set lo up &&
            exec setpriv --reuid=\(user) --regid=\(user) --clear-groups "$@"
            """
        let run = try ProgramRun(
            "/usr/bin/env",
            [
                "unshare", "--net", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child", "/bin/sh", "-c",
                script,
                folder, "\(scratch)/strobe-demo", "--quiet", "--delay", "1",
            ] + arguments, environment: environment.merging(["XDG_RUNTIME_DIR": inside]) { $1 })
        defer { run.kill() }
        let endpoints = arguments.count { ["--tcp", "--unix"].contains($0) }
        try await run.waitForErrors {
            $0.components(separatedBy: "listening on ").count > endpoints && $0.hasSuffix("\n")
        }
        let children = try String(contentsOfFile: "/proc/\(run.pid)/task/\(run.pid)/children", encoding: .utf8)
        let pid = try #require(children.split(separator: " ").first.flatMap { Int32($0) })
        // Its first process ends all others; `--kill-child` does not reach one that has become another user.
        defer { kill(pid, SIGKILL) }
        try await use(ContainedDemo(run: run, pid: pid, folder: folder, scratch: scratch))
    }

    /// Runs the inspector of this machine, as a user of it.
    func strobe(
        _ arguments: String..., user: Int = 0, environment: [String: String] = [:], input: String = ""
    ) async throws -> ProgramRun.Outcome {
        try await ProgramRun.run(
            "/usr/bin/env",
            ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "\(scratch)/strobe"] + arguments,
            input: input, environment: environment.merging(["NO_COLOR": "1"]) { $1 })
    }

    /// The command that runs another one inside, like `docker exec`.
    var entering: [String] {
        [
            "nsenter", "--target", String(pid), "--net", "--mount", "--pid", "env", "XDG_RUNTIME_DIR=\(Self.inside)",
            "PATH=\(scratch):/usr/bin:/bin", "NO_COLOR=1",
        ]
    }

    /// The names of the files of discovery.
    func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder)/strobe").sorted()
    }
}

/// A port of this machine that is forwarded into a namespace, as `ssh -L` and `kubectl port-forward` do.
final class ForwardedPort: Sendable {
    let port: Int
    private let listener: Listener
    private let serving: Task<Void, Never>

    init(into demo: ContainedDemo) async throws {
        let listener = try await Transport.listen(on: .tcp(host: "127.0.0.1", port: 0))
        guard case .tcp(_, let port) = listener.endpoint else {
            throw ProgramRun.Failure(description: "no port was opened")
        }
        (self.listener, self.port) = (listener, port)
        let far = "exec 3<>/dev/tcp/127.0.0.1/\(ContainedDemo.port); cat <&3 & cat >&3"
        let command = ["/usr/bin/env"] + demo.entering + ["bash", "-c", far]
        serving = Task {
            for await near in listener.connections {
                Task {
                    let far = try await ChildProcess.launch(command: command)
                    let answers = Task {
                        while let line = try await far.connection.nextLine() { try await near.write(line + [10]) }
                        await near.close()
                    }
                    while let line = try await near.nextLine() { try await far.connection.write(line + [10]) }
                    await far.terminate()
                    _ = await answers.result
                }
            }
        }
    }

    func close() async {
        await listener.close()
        serving.cancel()
    }
}
