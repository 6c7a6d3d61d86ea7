import Foundation
import Strobe
import StrobeProtocol
import StrobeSystem
import StrobeTransport
import StrobeReflection
import StrobeTree
import Testing

@testable import StrobeServer

/// Reducers that take as long as a test wants.
@Suite("Slow reducers", .timeLimit(.minutes(5)))
struct SlowReducerTests {
    /// Blocks threads in a reducer.
    private final class Hold: Sendable {
        private let door = NSCondition()
        // Guarded by the condition's lock.
        nonisolated(unsafe) private var isOpen = false
        private let arrived = AsyncCondition(0)

        func pass() {
            arrived.update { $0 += 1 }
            door.lock()
            while !isOpen { door.wait() }
            door.unlock()
        }

        func open() {
            door.lock()
            isOpen = true
            door.broadcast()
            door.unlock()
        }

        func waitForArrivals(_ count: Int) async {
            _ = await arrived.wait { $0 >= count ? true : nil }
        }
    }

    private let hold = Hold()
    private let shop = makeShop()

    private func slowStore() -> Store<Int, Int, Never> {
        Store(initial: 0) { [hold] (sum: inout Int, number: Int) -> Void in
            if number < 0 { hold.pass() }
            sum += number
        }
    }

    private func server(_ stores: [Store<Int, Int, Never>], drainTimeout: Duration = .seconds(60)) -> DebugServer {
        var configuration = DebugServer.Configuration(
            access: .control, handshakeTimeout: .seconds(60), drainTimeout: drainTimeout)
        configuration.runtimeDirectory =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("strobe-slow-\(UUID().uuidString.prefix(8))").path
        let server = DebugServer.serving(shop, configuration)
        for (number, store) in stores.enumerated() { server.add(store, id: "slow\(number)") }
        return server
    }

    @Test("while more reducers run than there are processors, other clients are answered, notified and accepted")
    func others() async throws {
        let count = 2 * ProcessInfo.processInfo.activeProcessorCount + 2
        let stores = (0..<count).map { _ in slowStore() }
        let server = server(stores)
        let before = try await server.attach()
        try await before.send(Subscribe(store: "shop", events: [.log]))
        var asking: [(client: WireClient, id: RequestID)] = []
        for number in 0..<count {
            let client = try await server.attach()
            asking.append(
                (client, try await client.post("action/dispatch", ["store": .string("slow\(number)"), "action": -1])))
        }
        try await within { await hold.waitForArrivals(count) }

        // Sessions whose own dispatch waits still answer.
        for (client, _) in asking {
            try await client.connection.write(Envelope.request(id: .int(900), method: "ping", params: [:]).encode())
            guard case .result(.int(900), _)? = try await client.next() else {
                Issue.record("no answer to a ping")
                return
            }
        }
        try await before.request("ping")
        #expect(try await before.send(StateGet(store: "shop", path: Path(["count"]))).value == 0)
        try await before.send(ActionDispatch(store: "shop", action: ["increment": ["by": 3]]))
        #expect(before.takeNotifications().map(\.method) == [LogAppended.method])
        let new = try await server.attach()
        #expect(try await new.send(StoreList()).stores.count == count + 1)
        #expect(try await new.send(StateGet(store: "shop", path: Path(["count"]))).value == 3)

        hold.open()
        for (client, id) in asking { _ = try await client.answer(to: id).get() }
        #expect(stores.allSatisfy { $0.seq == 1 })
        await server.stop()
    }

    @Test("a client whose connection breaks while its reducer runs is forgotten at once")
    func gone() async throws {
        let store = slowStore()
        let server = server([store])
        let endpoint = try #require(try await server.start(on: [.tcp()]).first)
        let peer = try RawPeer(endpoint)
        try peer.send(
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1,"access":"control","#
                + #""token":"\#(server.token.secret)","client":{"name":"raw","version":"1"}}}"# + "\n"
                + #"{"jsonrpc":"2.0","id":2,"method":"action/dispatch","params":{"store":"slow0","action":-1}}"# + "\n")
        try await within { await hold.waitForArrivals(1) }
        peer.go(.reset)
        try await within { await server.waitForSessions(0) }
        hold.open()
        await server.stop()
    }

    @Test("stop waits for a reducer no longer than it may, and says farewell")
    func stopping() async throws {
        let store = slowStore()
        let server = server([store], drainTimeout: .milliseconds(50))
        let client = try await server.attach()
        _ = try await client.post("action/dispatch", ["store": "slow0", "action": -1])
        try await within { await hold.waitForArrivals(1) }
        try await within { await server.stop() }
        #expect(try await client.notification(ServerClosing.self).reason == "the server is stopping")
        #expect(try await client.next() == nil)
        hold.open()
    }

    @Test("an action of the program that takes long holds up no session")
    func program() async throws {
        let store = slowStore()
        let server = server([store])
        await server.activate()
        let thread = Thread { store.dispatch(-1) }
        thread.start()
        try await within { await hold.waitForArrivals(1) }
        let client = try await server.attach()
        #expect(try await client.send(StateGet(store: "shop", path: Path(["count"]))).value == 0)
        #expect(try await client.send(StoreList()).stores.map(\.seq) == [0, 0])
        hold.open()
        try await within { while store.seq < 1 { await Task.yield() } }
        #expect(try await client.send(StateGet(store: "slow0", at: .seq(1))).value == -1)
        await server.stop()
    }
}
