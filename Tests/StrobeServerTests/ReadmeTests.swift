import Foundation
import StrobeProtocol
import StrobeTree
import Testing

@testable import StrobeServer

/// The hand-written store that the README shows.
@Suite("The README's example")
struct ReadmeTests {
    private static let here = URL(filePath: #filePath).deletingLastPathComponent()

    @Test("is the code that is tested")
    func sameCode() throws {
        let example = try String(contentsOf: Self.here.appending(path: "ReadmeExample.swift"), encoding: .utf8)
        let readme = try String(contentsOf: Self.here.appending(path: "../../README.md"), encoding: .utf8)
        #expect(readme.contains("```swift\n" + example + "```"))
    }

    @Test("is inspected, replayed and dispatched to")
    func works() async throws {
        let thermostat = Thermostat()
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(thermostat)
        let client = try await server.attach()
        thermostat.dispatch(.measured(celsius: 17))
        let answer = try await client.send(ActionDispatch(action: "off"))
        #expect(answer.seq == 2)
        #expect(answer.changes?.map(\.path.pointer) == ["/isHeating"])
        #expect(thermostat.state.isHeating == false)
        #expect(try await client.send(StateGet(at: .seq(1))).value == ["celsius": 17.0, "isHeating": true])
    }
}
