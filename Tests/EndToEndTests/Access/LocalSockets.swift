import StrobeTransport
import TerminalTesting

/// Many TCP connections to a port of this machine, held open without sending anything.
///
/// Another process holds them: Foundation's `Process` crashes where some 1,000 files are open.
struct LocalSockets {
    private static let script = """
        ulimit -n $(($1 + 100)) 2>/dev/null || ulimit -n "$(ulimit -H -n)"
        most=$(($(ulimit -n) - 100))
        for ((made = 1; made <= $1 && made <= most; made++)); do
            eval "exec $((made + 20))<>/dev/tcp/127.0.0.1/$2" || exit 1
            if ((made % 500 == 0 || made == $1)); then echo "$made open"; fi
        done
        ((made > $1)) || echo "no more files"
        read -r
        """

    private let run: ProgramRun

    /// Begins to open connections, one after the other.
    init(_ wanted: Int, to port: Int) throws {
        run = try ProgramRun("/bin/bash", ["-c", Self.script, "bash", String(wanted), String(port)])
    }

    /// Waits until a number of them, a multiple of 500 or all, is open.
    ///
    /// - Returns: Whether they are; not if the system allows no process so many files.
    /// - Throws: `ProgramRun.Failure` if one is refused.
    func areOpen(_ count: Int) async throws -> Bool {
        try await run.waitForOutput { $0.contains("\(count) open\n") || $0.contains("no more files") }
            .contains("\(count) open\n")
    }

    /// Closes all connections.
    func closeAll() { run.kill() }
}

/// Ports of this machine.
enum LocalPort {
    /// A port that nothing listens on.
    static func free() async throws -> Int? {
        let listener = try await Transport.listen(on: .tcp(host: "127.0.0.1", port: 0))
        await listener.close()
        return if case .tcp(_, let port) = listener.endpoint { port } else { nil }
    }
}
