import Foundation
import Strobe
import StrobeClient
import StrobeServer
import Testing

/// The code of the README, compiled with the imports above and nothing else.
@Suite("Examples of the README", .timeLimit(.minutes(5)))
struct ReadmeExamples {
    @Test("one line attaches a store, one line starts the server")
    func program() async throws {
        struct Counter: Codable { var count = 0 }
        enum CounterAction: Codable { case increment(by: Int), reset }

        let store = Store(initial: Counter()) { (state: inout Counter, action: CounterAction) in
            switch action {
            case .increment(let step): state.count += step
            case .reset: state.count = 0
            }
        }

        let server = DebugServer(configuration: .init(access: .control))  // by default clients may only look
        server.add(store, id: "counter")  // one line attaches a store
        try await server.start(on: [.unix()])  // one line starts the server
        store.dispatch(.increment(by: 2))
        #expect(store.state.count == 2)
        await server.stop()
    }

    @Test("a store that is not ours is inspected, replayed and dispatched to")
    func foreign() async throws {
        let (server, thermostat) = (DebugServer(configuration: .init(access: .control)), Thermostat())
        server.add(thermostat.target)
        let folder = ExampleFolder()
        let endpoint = try #require(
            try await server.start(on: [.unix(path: folder.path + "/thermostat.sock")]).first)
        let client = try await DebugClient.connect(to: endpoint)
        _ = try await client.initialize(client: .init(name: "example", version: "1.0"), access: .control)
        thermostat.dispatch(.measured(celsius: 17))
        let answer = try await client.send(ActionDispatch(action: "off"))
        #expect(answer.seq == 2)
        #expect(answer.changes?.map(\.path.pointer) == ["/isHeating"])
        #expect(thermostat.state.isHeating == false)
        #expect(try await client.send(StateGet(at: .seq(1))).value == ["celsius": 17.0, "isHeating": true])
        await client.close()
        await server.stop()
    }

    @Test("a program that records itself")
    func recording() throws {
        let store = Store(initial: 0) { (count: inout Int, step: Int) in count += step }
        // Compiled alone: tests write to folders of their own.
        let record: () throws -> Void = {
            let recorder = try FlightRecorder(directory: "/var/tmp/shop-recordings")
            recorder.add(store, id: "shop")
        }
        _ = record
    }
}
