internal import StrobeSystem
internal import StrobeTransport
internal import StrobeTree

extension Probe {
    /// Section 3: who can reach a server at all.
    static let reach: [Probe] = [
        Probe("access.peer") { bench in
            guard let subject = bench.subject as? SocketSubject, case .unix(let path) = subject.endpoint else {
                throw Finding.skipped("the endpoint is not a Unix socket")
            }
            // To see more, another user would be needed; these permissions keep other users out.
            let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            let isHidden = (try? RuntimeDirectory.existing(at: folder.isEmpty ? "/" : folder)) != nil
            var found = stat()
            guard lstat(path, &found) == 0 else { throw Finding.failed("The socket \(path) does not exist.") }
            try expect(
                found.st_uid == geteuid() && (isHidden || found.st_mode & 0o077 == 0),
                "Other users can reach the socket \(path).", expected: "mode 0600, or a directory of mode 0700",
                got: .string("mode 0\(String(found.st_mode & 0o777, radix: 8)) of the user \(found.st_uid)"))
        },
        Probe("access.loopback") { bench in
            guard let subject = bench.subject as? SocketSubject, case .tcp(_, let port) = subject.endpoint else {
                throw Finding.skipped("the endpoint is not a TCP port")
            }
            let addresses = subject.otherAddresses ?? MachineAddresses.all
            guard !addresses.isEmpty else { throw Finding.skipped("this machine has only the loopback address") }
            for address in addresses.prefix(8) {
                let other = SocketSubject(endpoint: .tcp(host: address, port: port), token: subject.token)
                guard let opened = try? await other.open() else { continue }
                // Another program may listen at that address.
                let peer = bench.peer(of: opened)
                await peer.expectAnswer(to: "hello")
                try? await peer.send(bench.hello { $0["access"] = "read" })
                let answer = try? await peer.answer(to: "hello")
                try expect(
                    answer?.value["result"]?["process"] != bench.facts.hello["process"],
                    "The server can be reached at an address of this machine that is not loopback.",
                    expected: "127.0.0.1 or ::1 only", got: .string("\(address):\(port)"))
            }
        },
    ]
}
