import Foundation
import StrobeClient
import StrobeProtocol
import StrobeTree
import TerminalTesting
import Testing

/// An attacker with a shell on the same machine gets nothing, and the stores are not affected.
@Suite("From a shell of the same machine", .serialized, .timeLimit(.minutes(10)))
struct HostilePeerTests {
    /// The current seqs of the demo's stores.
    private func seqs(_ client: DebugClient) async throws -> [String: Int] {
        let stores = try await client.send(StoreList()).stores
        return Dictionary(stores.map { ($0.id, $0.seq) }) { first, _ in first }
    }

    /// Runs something against a demo that listens on TCP, and checks that its stores are unchanged and that an earlier
    /// client is still attached.
    private func unmoved(_ body: (DemoProcess, Shell) async throws -> Void) async throws {
        try await DemoProcess.with("--tcp") { demo in
            let attached = try await demo.attach()
            let before = try await seqs(attached)
            #expect(before["profile"] == 0)
            try await body(
                demo, Shell(port: try demo.port(), variables: ["hello": TypedLine.hello(token: try demo.token())]))
            #expect(try await seqs(attached) == before)
            let dispatched = try await attached.send(ActionDispatch(store: "turnstile", action: "coin"))
            #expect(dispatched.seq == (before["turnstile"] ?? 0) + 1)
            await attached.close()
        }
    }

    @Test("an HTTP POST with hello, token and a dispatch in its body is not answered", .enabled(if: Shell.has("curl")))
    func post() async throws {
        try await unmoved { _, shell in
            for type in ["text/plain", "application/json"] {
                let outcome = try await shell.run(
                    """
                    printf '%s\\n' "$hello" '\(TypedLine.dispatch)' |
                        curl --silent --max-time 60 --noproxy '*' --header 'Content-Type: \(type)' \
                        --data-binary @- "http://127.0.0.1:$port/"
                    """)
                #expect(outcome.output == "")
                // An empty reply, or a connection reset during a write or read.
                #expect([52, 55, 56].contains(outcome.status), "curl ended with \(outcome.status)")
            }
        }
    }

    @Test("the same bytes without curl, and a GET, are not answered either")
    func rawPost() async throws {
        try await unmoved { _, shell in
            for first in ["POST / HTTP/1.1", "GET /?{ HTTP/1.1", " ", "OPTIONS * HTTP/1.1"] {
                let outcome = try await shell.run(
                    """
                    exec 3<>"/dev/tcp/127.0.0.1/$port"
                    { printf '\(first.replacing("%", with: "%%"))\\r\\nHost: 127.0.0.1\\r\\n\\r\\n'
                      printf '%s\\n' "$hello" '\(TypedLine.dispatch)'; } 2>/dev/null >&3
                    cat <&3 2>/dev/null; true
                    """)
                #expect(outcome.output == "", "\(first)")
            }
        }
    }

    @Test("a wrong token is refused once, and nothing after it is read")
    func wrongToken() async throws {
        try await unmoved { demo, shell in
            let right = try demo.token()
            let last = right.hasSuffix("0") ? "1" : "0"
            for token in [nil, "", String(right.dropLast()), right.dropLast() + last, right + "0"] as [String?] {
                let outcome = try await shell.run(
                    """
                    exec 3<>"/dev/tcp/127.0.0.1/$port"
                    printf '%s\\n' '\(TypedLine.hello(token: token))' '\(TypedLine.dispatch)' >&3
                    cat <&3 2>/dev/null; true
                    """)
                let lines = outcome.output.split(separator: "\n")
                #expect(lines.count == 1 && lines[0].contains("-33001"), "\(outcome.output)")
                #expect(!outcome.output.contains(right))
            }
            // With the right token the same script gets two answers, so the test would notice them.
            let control = try await shell.run(
                """
                exec 3<>"/dev/tcp/127.0.0.1/$port"
                printf '%s\\n' "$hello" '\(TypedLine.ping)' >&3
                head -n 2 <&3
                """)
            #expect(control.output.split(separator: "\n").count == 2, "\(control.output)")
        }
    }

    @Test(
        "another user is kept out by the directory, by the socket, and if both were opened to all by the user id",
        .enabled(
            if: geteuid() == 0 && Shell.has("setpriv") && Shell.has("perl"), "only the superuser can be another one"))
    func otherUser() async throws {
        try await DemoProcess.with("--unix") { demo in
            let attached = try await demo.attach()
            let before = try await seqs(attached)
            let folder = demo.directory.path() + "/strobe"
            let path = "\(folder)/\(demo.run.pid).sock"
            let script = """
                use IO::Socket::UNIX; $SIG{PIPE} = "IGNORE";
                my $s = IO::Socket::UNIX->new(Peer => $ARGV[0]) or do { print "$!\\n"; exit 3 };
                print "connected\\n";
                print $s "$ARGV[1]\\n$ARGV[2]\\n"; $s->flush; while (<$s>) { print } print "end\\n";
                """
            func knock(as user: Int) async throws -> String {
                try await ProgramRun.run(
                    "/usr/bin/env",
                    [
                        "setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "/usr/bin/perl", "-e",
                        script,
                        path, TypedLine.hello(), TypedLine.dispatch,
                    ]
                ).output
            }
            #expect(try await knock(as: 65_534) == "Permission denied\n")
            for open in [demo.directory.path(), folder] { try #require(chmod(open, 0o755) == 0) }
            #expect(try await knock(as: 65_534) == "Permission denied\n")
            try #require(chmod(path, 0o666) == 0)
            #expect(try await knock(as: 65_534) == "connected\nend\n")
            #expect(try await seqs(attached) == before)

            // The inspector no longer trusts such a directory.
            let listed = try await demo.strobe("list")
            #expect(listed.status == 2 && listed.errors.contains("is open to other users"), "\(listed.errors)")
            // With the right permissions the same script is answered, so the test would notice it.
            try #require(chmod(folder, 0o700) == 0)
            let own = try await ProgramRun.run(
                "/usr/bin/env",
                [
                    "perl", "-e", script.replacing("while (<$s>) { print }", with: "print scalar <$s>;"), path,
                    TypedLine.hello(), "{}",
                ])
            #expect(own.output.contains(#""session""#), "\(own.output) \(own.errors)")
            await attached.close()
        }
    }

    @Test(
        "a line of 1 GB without an end is dropped as it comes, before and after the handshake", .timeLimit(.minutes(5)))
    func endlessLine() async throws {
        try await unmoved { demo, shell in
            let facts = ProcessFacts(pid: demo.run.pid)
            let before = facts.peakMemory
            let stranger = try await shell.run(
                """
                exec 3<>"/dev/tcp/127.0.0.1/$port"
                { printf '{"jsonrpc":"2.0","x":"'; head -c 1073741824 /dev/zero | tr '\\0' x; } 2>/dev/null >&3
                cat <&3 2>/dev/null; true
                """)
            #expect(stranger.output == "")
            let known = try await shell.run(
                """
                exec 3<>"/dev/tcp/127.0.0.1/$port"
                { printf '%s\\n{"jsonrpc":"2.0","x":"' "$hello"; head -c 1073741824 /dev/zero | tr '\\0' x
                  printf '\\n%s\\n' '\(TypedLine.ping)'; } >&3
                head -n 3 <&3
                """, within: .seconds(240))
            let lines = known.output.split(separator: "\n")
            #expect(lines.count == 3, "\(known.output) \(known.errors)")
            #expect(lines.dropFirst().first?.contains("-33003") == true)
            #expect(lines.last?.contains(#""id":3"#) == true)
            if let before, let after = facts.peakMemory {
                #expect(after - before < 64 << 20, "\(before) bytes became \(after)")
            }
        }
    }

    @Test("half a handshake is held open for as long as the server allows, and no other client waits")
    func halfHandshake() async throws {
        try await unmoved { demo, shell in
            async let outcome = shell.run(
                """
                exec 3<>"/dev/tcp/127.0.0.1/$port"
                printf '{"jsonrpc":"2.0","id":1,"method":"init' >&3
                cat <&3 2>/dev/null; echo closed
                """)
            let other = try await demo.attach()
            _ = try await other.send(Ping())
            await other.close()
            let held = try await outcome
            #expect(held.output == "closed\n")
        }
    }

    @Test("10,000 silent connections keep out neither attached nor new clients")
    func manyConnections() async throws {
        try await unmoved { demo, _ in
            let facts = ProcessFacts(pid: demo.run.pid)
            let before = facts.peakMemory
            let attached = try await demo.attach()
            let sockets = try LocalSockets(10_000, to: try demo.port())
            defer { sockets.closeAll() }
            for count in stride(from: 500, through: 10_000, by: 500) {
                guard try await sockets.areOpen(count) else { break }
                _ = try await attached.send(Ping())
            }
            // A new client attaches while they are open.
            let new = try await demo.attach()
            _ = try await new.send(Ping())
            await new.close()
            await attached.close()
            if let files = facts.openFiles { #expect(files < 300) }
            if let before, let after = facts.peakMemory { #expect(after - before < 64 << 20) }
        }
    }

    @Test(
        "a server that may open no more files serves existing clients, pauses, and accepts others when files are free")
    func noFiles() async throws {
        try await DemoProcess.with("--tcp", fileLimit: 72) { demo in
            let attached = try await demo.attach()
            let port = try demo.port()
            let facts = ProcessFacts(pid: demo.run.pid)
            let sockets = try LocalSockets(120, to: port)
            defer { sockets.closeAll() }
            #expect(try await sockets.areOpen(120))
            for _ in 0..<20 { _ = try await attached.send(ActionDispatch(store: "turnstile", action: "coin")) }
            let kept = try await seqs(attached)
            #expect(kept["turnstile"] == 20)
            // Some descriptors are left: without any, libdispatch may end the process.
            if let files = facts.openFiles { #expect(files <= 64, "\(files) of 72 files are open") }
            sockets.closeAll()
            let new = try await demo.attach()
            let told = try await seqs(new)
            #expect(told["turnstile"] == 20)
            await new.close()
            await attached.close()
        }
    }
}
