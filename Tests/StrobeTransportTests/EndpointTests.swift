import Foundation
import Testing

@testable import StrobeTransport

@Suite("Endpoints")
struct EndpointTests {
    @Test(
        "endpoints are read as people write them",
        arguments: [
            ("localhost:4711", Endpoint.tcp(host: "localhost", port: 4711)),
            (":4711", .tcp(host: "127.0.0.1", port: 4711)),
            ("tcp::0", .tcp(host: "127.0.0.1", port: 0)),
            ("tcp:127.0.0.1:1", .tcp(host: "127.0.0.1", port: 1)),
            ("tcp://example.org:65535", .tcp(host: "example.org", port: 65535)),
            ("[::1]:4711", .tcp(host: "::1", port: 4711)),
            ("tcp:[fe80::1%eth0]:80", .tcp(host: "fe80::1%eth0", port: 80)),
            ("/run/x.sock", .unix(path: "/run/x.sock")),
            ("./x", .unix(path: "./x")),
            ("../x:1", .unix(path: "../x:1")),
            ("unix:x.sock", .unix(path: "x.sock")),
            ("unix:///run/x", .unix(path: "/run/x")),
        ])
    func reading(text: String, endpoint: Endpoint) throws {
        #expect(try Endpoint(parsing: text) == endpoint)
        #expect(try Endpoint(parsing: endpoint.description) == endpoint)
        let json = try JSONEncoder().encode([endpoint])
        #expect(try JSONDecoder().decode([Endpoint].self, from: json) == [endpoint])
    }

    @Test(
        "what is no endpoint is refused with the text in the message",
        arguments: [
            "", "demo", "4711", ":", ":x", ":65536", ":-1", ":+1", ":٣", "::1:4711", "[::1]", "[::1]4711", "[::1",
            "[host]:1", "a b:1", "a/b:1", "unix:", "unix:a\0b", ":4711 ",
        ])
    func refusing(text: String) {
        let error = #expect(throws: TransportError.self) { try Endpoint(parsing: text) }
        #expect(error?.code == .malformedEndpoint)
        #expect(error?.message.contains("\"\(text)\"") == true)
    }

    @Test("a path that no socket can have is refused with the limit")
    func longPath() {
        let path = "/" + String(repeating: "x", count: UnixSocketPath.longest)
        let error = #expect(throws: TransportError.self) { try Endpoint(parsing: path) }
        #expect(error?.code == .pathTooLong)
        #expect(error?.limit == UnixSocketPath.longest)
        #expect(throws: Never.self) { try Endpoint(parsing: String(path.dropLast())) }
    }

    @Test("only this machine counts as local")
    func locality() throws {
        for text in [":1", "localhost:1", "127.8.9.1:1", "[::1]:1", "/x"] {
            #expect(try Endpoint(parsing: text).isLocal)
        }
        for text in ["0.0.0.0:1", "[::]:1", "127.0.0.1.example.org:1", "127.0.0:1", "10.0.0.1:1"] {
            #expect(try !Endpoint(parsing: text).isLocal)
        }
    }
}
