import StrobeProtocol
import StrobeTree
import Synchronization
import Testing

@testable import StrobeServer

/// A store that knows nothing of ours: a class with a lock, a state without `Codable`, and somebody it tells.
private final class RoomSensor: DebugTarget {
    struct Reading: Sendable {
        var celsius = 20.0
        var isHeating = false
    }

    enum Command: Codable, Sendable {
        case measured(Double)
        case wait
    }

    let id = "thermostat"
    let name = "Living room"
    let canReplay: Bool
    private let contents = Mutex((reading: Reading(), tell: (@Sendable (Command?, Reading) -> Void)?.none))

    init(canReplay: Bool) {
        self.canReplay = canReplay
    }

    static func apply(_ reading: inout Reading, _ command: Command) {
        guard case .measured(let celsius) = command else { return }
        reading.celsius = celsius
        reading.isHeating = celsius < 19
    }

    func send(_ command: Command) {
        contents.withLock { contents in
            Self.apply(&contents.reading, command)
            contents.tell?(command, contents.reading)
        }
    }

    // MARK: DebugTarget

    var state: Reading { contents.withLock { $0.reading } }

    func dispatch(_ action: Command) { send(action) }

    func observe(_ tell: @escaping @Sendable (Command?, Reading) -> Void) -> Reading {
        contents.withLock { contents in
            contents.tell = tell
            return contents.reading
        }
    }

    var reducer: (@Sendable (inout Reading, Command) -> Void)? {
        guard canReplay else { return nil }
        return { reading, command in Self.apply(&reading, command) }
    }

    var restorer: (@Sendable (Reading) async throws -> Void)? {
        guard canReplay else { return nil }
        return { reading in
            self.contents.withLock { contents in
                contents.reading = reading
                contents.tell?(nil, reading)
            }
        }
    }
}

/// The least that a target has to have, with nothing that can be encoded or decoded.
private struct Opaque: DebugTarget {
    struct Action: Sendable { let run: @Sendable () -> Void }

    let id = "opaque"
    var state: [Int] { [1, 2] }
    func dispatch(_ action: Action) {}
    func observe(_ tell: @escaping @Sendable (Action?, [Int]) -> Void) -> [Int] {
        tell(Action {}, [1, 2])
        return []
    }
}

@Suite("Stores of other makes")
struct ForeignTargetTests {
    private func attach(_ target: some DebugTarget) async throws -> WireClient {
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(target)
        return try await server.attach()
    }

    @Test("it is described, shown as its mirror has it, dispatched to and told of", arguments: [true, false])
    func everything(canReplay: Bool) async throws {
        let thermostat = RoomSensor(canReplay: canReplay)
        let client = try await attach(thermostat)
        let description = try await client.send(StoreDescribe())
        #expect(description.kind == "foreign" && description.name == "Living room")
        #expect(description.capabilities == .init(dispatch: true, replay: canReplay, jump: canReplay))
        let tree = try await client.send(StateTree())
        #expect(tree.node.viewOnly == true)
        #expect(tree.node.children?.map(\.name) == ["celsius", "isHeating"])
        try await client.send(Subscribe(store: "thermostat", events: [.log, .state]))

        let answer = try await client.send(ActionDispatch(action: ["measured": 17.5]))
        #expect(answer.seq == 1 && answer.changed && answer.changes?.count == 2)
        #expect(thermostat.state.isHeating)
        #expect(client.takeNotifications().map(\.method) == ["log/appended", "state/changed"])
        thermostat.send(.wait)
        #expect(try await client.notification(LogAppended.self).entry.changed == false)

        let entries = try await client.send(LogList()).entries
        #expect(entries.map(\.origin) == ["inspector", "app"])
        #expect(entries.first?.action == ["measured": 17.5])
        #expect(try await client.send(StateGet(path: Path(["celsius"]), at: .seq(1))).value == 17.5)
        #expect(try await client.send(StateDiff(from: .seq(0), to: .seq(2))).changes.count == 2)
    }

    @Test("with a pure reducer dry runs and jumps work as for any store")
    func replay() async throws {
        let thermostat = RoomSensor(canReplay: true)
        let client = try await attach(thermostat)
        thermostat.send(.measured(10))
        let run = try await client.send(ActionDispatch(action: ["measured": 30], dryRun: true))
        #expect(run.seq == 1 && run.changed && thermostat.state.celsius == 10)
        let jump = try await client.send(HistoryJump(seq: 0))
        #expect(jump.seq == 2 && thermostat.state.celsius == 20)
        let entry = try await client.send(LogGet(seq: 2)).entry
        #expect(entry.origin == "restore" && entry.label == "restore of 0" && entry.cause == nil)
        #expect(try await client.failure("action/dispatch", ["action": "wait", "ifSeq": 1]).code == .stale)
    }

    @Test("without one they are refused with what it would take")
    func withoutReducer() async throws {
        let thermostat = RoomSensor(canReplay: false)
        let client = try await attach(thermostat)
        let run = try await client.failure("action/dispatch", ["action": "wait", "dryRun": true])
        #expect(run.code == .notSupported)
        #expect(try await client.failure("history/jump", ["seq": 0]).code == .notSupported)
        thermostat.send(.wait)
        #expect(try await client.send(LogGet(seq: 1)).entry.label == ".wait")
    }

    @Test("what it tells while it is added is not lost, and what cannot be decoded cannot be dispatched")
    func opaque() async throws {
        let client = try await attach(Opaque())
        let description = try await client.send(StoreDescribe())
        #expect(description.seq == 1 && !description.capabilities.dispatch)
        #expect(try await client.failure("action/dispatch", ["action": 1]).code == .notSupported)
        let entry = try await client.send(LogGet(seq: 1)).entry
        #expect(entry.action == nil && !entry.label.isEmpty)
        #expect(try await client.send(StateGet()).value == [1, 2])
    }

    @Test("a target that throws is answered with what it threw")
    func throwing() async throws {
        struct Broken: DebugTarget {
            struct Failure: Error, CustomStringConvertible { let description = "the valve is stuck" }
            let id = "broken"
            var state: Int { 0 }
            func dispatch(_ action: Int) throws { throw Failure() }
            func observe(_ tell: @escaping @Sendable (Int?, Int) -> Void) -> Int { 0 }
        }
        let client = try await attach(Broken())
        let error = try await client.failure("action/dispatch", ["action": 1])
        #expect(error.code == .internalError && error.message.contains("the valve is stuck"))
        try await client.request("state/get")
    }
}
