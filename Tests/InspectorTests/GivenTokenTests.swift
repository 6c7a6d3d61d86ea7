import StrobeClient
import StrobeProtocol
import StrobeTransport
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Tokens and names of processes")
struct GivenTokenTests {
    private let port = Discovery.Target(endpoints: [.tcp(host: "127.0.0.1", port: 9001)])

    private func record(_ name: String, pid: Int) -> DiscoveryRecord {
        DiscoveryRecord(
            pid: pid, name: name, startedAt: 1, endpoints: ["tcp:127.0.0.1:9001"], token: "own")
    }

    @Test("a token from a file is that of the process that it was given for, and no other gets it")
    func others() throws {
        let file = GivenToken.file("a")
        #expect(try file.applied(to: port).token == "a")
        #expect(try file.forOthers.applied(to: port).token == nil)
        guard case .variable("b") = GivenToken.variable("b").forOthers else {
            Issue.record("the variable is for all endpoints")
            return
        }
    }

    @Test("a token would reach whatever listens on a port only where no discovery file says who does")
    func listeners() {
        let known = Discovery.Target(record("shop", pid: 7))
        let socket = Discovery.Target(endpoints: [.unix(path: "/tmp/a.sock")])
        for token in [GivenToken.file("a"), .variable("b")] {
            #expect(token.isSent(to: port) && !token.isSent(to: known) && !token.isSent(to: socket))
        }
        #expect(!GivenToken.none.isSent(to: port))
    }

    @Test("a shell is offered no name that it would expand")
    func names() {
        let records = [
            record("shop", pid: 7), record("a.b-c_1", pid: 8), record("$(touch x)", pid: 9), record("`x`", pid: 10),
        ]
        #expect(ProcessChoice.completions(of: records) == ["a.b-c_1", "shop", "7", "8", "9", "10"])
    }
}
