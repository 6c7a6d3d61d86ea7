import Dispatch
import StrobeProtocol
import StrobeTree
import Synchronization
import Testing

@testable import StrobeServer

/// A store without any of our types: a class with a lock, a state without `Codable`, and a callback.
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

    /// Changes the state without a command.
    func change(to celsius: Double) {
        contents.withLock { contents in
            contents.reading.celsius = celsius
            contents.tell?(nil, contents.reading)
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

/// A target with the minimum of requirements, and nothing that can be encoded or decoded.
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

/// A store that applies requests on a queue of its own, where others wait as well.
private final class QueuedCounter: DebugTarget {
    let id = "queued"
    let takesToken: Bool
    private let queue = DispatchQueue(label: "queued")
    private let contents = Mutex((count: 0, tell: (@Sendable (Int?, Int) -> Void)?.none))

    init(takesToken: Bool) {
        self.takesToken = takesToken
    }

    var state: Int { contents.withLock { $0.count } }

    private func apply(_ number: Int) {
        contents.withLock { contents in
            contents.count += number
            contents.tell?(number, contents.count)
        }
    }

    func dispatch(_ action: Int) {
        let token = takesToken ? DispatchToken.current : nil
        queue.async { self.apply(100) }
        queue.async { DispatchToken.perform(for: token) { self.apply(action) } }
        queue.async { self.apply(100) }
    }

    func observe(_ tell: @escaping @Sendable (Int?, Int) -> Void) -> Int {
        contents.withLock { contents in
            contents.tell = tell
            return contents.count
        }
    }

    var reducer: (@Sendable (inout Int, Int) -> Void)? { { $0 += $1 } }

    var restorer: (@Sendable (Int) async throws -> Void)? {
        { state in
            let token = self.takesToken ? DispatchToken.current : nil
            self.queue.async {
                DispatchToken.perform(for: token) {
                    self.contents.withLock { contents in
                        contents.count = state
                        contents.tell?(nil, state)
                    }
                }
            }
        }
    }

    /// Waits until all requests are applied.
    func settle() { queue.sync {} }
}

@Suite("Stores of other makes")
struct ForeignTargetTests {
    private func attach(_ target: some DebugTarget) async throws -> WireClient {
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(target)
        return try await server.attach()
    }

    @Test("it is described, shown as its mirror has it, dispatched to and subscribed to", arguments: [true, false])
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
        #expect(answer.seq == 1 && answer.changed == true && answer.changes?.count == 2)
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

    @Test("a store that applies elsewhere is waited for by its token")
    func token() async throws {
        let counter = QueuedCounter(takesToken: true)
        let client = try await attach(counter)
        let first = try await client.send(ActionDispatch(action: 7))
        #expect(first.seq == 2 && first.changed == true && first.applied == nil)
        #expect(first.changes == [Change(.replace, .root, value: 107, old: 100)])
        counter.settle()
        let second = try await client.send(ActionDispatch(action: 5))
        #expect(second.seq == 5)
        counter.settle()
        let restored = try await client.send(HistoryJump(seq: 2))
        #expect(restored.seq == 7 && restored.applied == nil)
        let origins = try await client.send(LogList()).entries.map(\.origin)
        #expect(origins == ["app", "inspector", "app", "app", "inspector", "app", "restore"])
    }

    @Test("of a store that does not say which transition it made nothing is said")
    func untold() async throws {
        let counter = QueuedCounter(takesToken: false)
        let client = try await attach(counter)
        let answer = try await client.send(ActionDispatch(action: 7))
        #expect(
            answer.applied == false && answer.changed == nil && answer.changes == nil && answer.incomplete == .unknown)
        counter.settle()
        let restored = try await client.send(HistoryJump(seq: 1))
        #expect(restored.applied == false && restored.changes == nil && restored.incomplete == .unknown)
    }

    @Test("with a pure reducer dry runs and jumps work as for any store")
    func replay() async throws {
        let thermostat = RoomSensor(canReplay: true)
        let client = try await attach(thermostat)
        thermostat.send(.measured(10))
        let run = try await client.send(ActionDispatch(action: ["measured": 30], dryRun: true))
        #expect(run.seq == 1 && run.changed == true && thermostat.state.celsius == 10)
        let jump = try await client.send(HistoryJump(seq: 0))
        #expect(jump.seq == 2 && thermostat.state.celsius == 20)
        let entry = try await client.send(LogGet(seq: 2)).entry
        #expect(entry.origin == "restore" && entry.label == "restore of 0" && entry.cause == nil)
        #expect(try await client.failure("action/dispatch", ["action": "wait", "ifSeq": 1]).code == .stale)
    }

    @Test("a change without an action is the program's, and a restore by a client is not")
    func withoutAction() async throws {
        let thermostat = RoomSensor(canReplay: true)
        let client = try await attach(thermostat)
        thermostat.change(to: 25)
        let entry = try await client.send(LogGet(seq: 1)).entry
        #expect(entry.origin == "app" && entry.label == "change" && entry.action == nil && entry.isPlacement)
        try await client.send(HistoryJump(seq: 0))
        let restored = try await client.send(LogGet(seq: 2)).entry
        #expect(restored.origin == "restore" && restored.label == "restore of 0")
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

    @Test("what it reports while it is added is not lost, and what cannot be decoded cannot be dispatched")
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
