import Dispatch
import StrobeProtocol
import StrobeTree
import Synchronization
import Testing

@testable import StrobeServer

/// A store without any of our types: a class with a lock, a state without `Codable`, and a callback.
private final class RoomSensor: Sendable {
    struct Reading: Sendable {
        var celsius = 20.0
        var isHeating = false
    }

    enum Command: Codable, Sendable {
        case measured(Double)
        case wait
    }

    let target: DebugTarget<Reading, Command>
    private let reading = Mutex(Reading())

    init(canReplay: Bool) {
        target = DebugTarget(
            id: "thermostat", name: "Living room", state: Reading(), reducer: canReplay ? Self.apply : nil)
        target.onDispatch { [weak self] command in self?.send(command) }
        guard canReplay else { return }
        target.onRestore { [weak self] reading in self?.place(reading) }
    }

    @Sendable static func apply(_ reading: inout Reading, _ command: Command) {
        guard case .measured(let celsius) = command else { return }
        reading.celsius = celsius
        reading.isHeating = celsius < 19
    }

    func send(_ command: Command) {
        reading.withLock { reading in
            Self.apply(&reading, command)
            target.report(command, state: reading)
        }
    }

    /// Changes the state without a command.
    func change(to celsius: Double) { place(Reading(celsius: celsius, isHeating: state.isHeating)) }

    private func place(_ new: Reading) {
        reading.withLock { reading in
            reading = new
            target.report(nil, state: new)
        }
    }

    var state: Reading { reading.withLock { $0 } }
}

/// A target with the minimum, and nothing that can be encoded or decoded.
private struct OpaqueAction: Sendable { let run: @Sendable () -> Void }

/// How a store that applies requests on a queue of its own lets them be recognised.
enum Recognition: CaseIterable { case none, token, matching }

/// A store that applies requests on a queue of its own, where others wait as well.
private final class QueuedCounter: Sendable {
    let target = DebugTarget<Int, Int>(id: "queued", state: 0) { $0 += $1 }
    private let queue = DispatchQueue(label: "queued")
    private let count = Mutex(0)

    init(_ recognition: Recognition) {
        let dispatch: @Sendable (Int) -> Void = { [weak self] action in
            guard let self else { return }
            let token = recognition == .token ? DispatchToken.current : nil
            queue.async { self.apply(100) }
            queue.async { DispatchToken.perform(for: token) { self.apply(action) } }
            queue.async { self.apply(100) }
        }
        if recognition == .matching {
            target.onDispatch(matching: ==, dispatch)
        } else {
            target.onDispatch(dispatch)
        }
        target.onRestore { [weak self] state in
            guard let self else { return }
            let token = recognition == .token ? DispatchToken.current : nil
            queue.async { DispatchToken.perform(for: token) { self.place(state) } }
        }
    }

    private func apply(_ number: Int) {
        count.withLock { count in
            count += number
            target.report(number, state: count)
        }
    }

    private func place(_ state: Int) {
        count.withLock { count in
            count = state
            target.report(nil, state: state)
        }
    }

    /// Waits until all requests are applied.
    func settle() { queue.sync {} }
}

@Suite("Stores of other makes")
struct ForeignTargetTests {
    private func attach<State, Action>(_ target: DebugTarget<State, Action>) async throws -> WireClient {
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(target)
        return try await server.attach()
    }

    @Test("it is described, shown as its mirror has it, dispatched to and subscribed to", arguments: [true, false])
    func everything(canReplay: Bool) async throws {
        let thermostat = RoomSensor(canReplay: canReplay)
        let client = try await attach(thermostat.target)
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

    @Test(
        "a store that applies elsewhere is waited for by its token, or by the action",
        arguments: [Recognition.token, .matching])
    func token(_ recognition: Recognition) async throws {
        let counter = QueuedCounter(recognition)
        let client = try await attach(counter.target)
        let first = try await client.send(ActionDispatch(action: 7))
        #expect(first.seq == 2 && first.changed == true && first.applied == nil)
        #expect(first.changes == [Change(.replace, .root, value: 107, old: 100)])
        counter.settle()
        let second = try await client.send(ActionDispatch(action: 5))
        #expect(second.seq == 5)
        counter.settle()
        guard recognition == .token else { return }
        let restored = try await client.send(HistoryJump(seq: 2))
        #expect(restored.seq == 7 && restored.applied == nil)
        let origins = try await client.send(LogList()).entries.map(\.origin)
        #expect(origins == ["app", "inspector", "app", "app", "inspector", "app", "restore"])
    }

    @Test("of a store that does not say which transition it made nothing is said")
    func unreported() async throws {
        let counter = QueuedCounter(.none)
        let client = try await attach(counter.target)
        let answer = try await client.send(ActionDispatch(action: 7))
        #expect(
            answer.applied == false && answer.changed == nil && answer.changes == nil && answer.incomplete == .unknown)
        counter.settle()
        let restored = try await client.send(HistoryJump(seq: 1))
        #expect(restored.applied == false && restored.changes == nil && restored.incomplete == .unknown)
    }

    @Test("what another store reports in answer to a request is its own")
    func others() async throws {
        let (front, back) = (DebugTarget<Int, Int>(id: "front", state: 0), DebugTarget<Int, Int>(id: "back", state: 0))
        front.onDispatch { [unowned front, back] action in
            back.report(7, state: 7)
            front.report(action, state: action)
        }
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(front)
        server.add(back)
        let client = try await server.attach()
        back.report(6, state: 6)
        let answer = try await client.send(ActionDispatch(store: "front", action: 3))
        #expect(answer.seq == 1 && answer.changes == [Change(.replace, .root, value: 3, old: 0)])
        #expect(try await client.send(LogList(store: "front")).entries.map(\.origin) == ["inspector"])
        #expect(try await client.send(LogList(store: "back")).entries.map(\.origin) == ["app", "app"])
    }

    @Test("with a pure reducer dry runs and jumps work as for any store")
    func replay() async throws {
        let thermostat = RoomSensor(canReplay: true)
        let client = try await attach(thermostat.target)
        thermostat.send(.measured(10))
        let run = try await client.send(ActionDispatch(action: ["measured": 30], dryRun: true))
        #expect(run.seq == 1 && run.changed == true && thermostat.state.celsius == 10)
        #expect(try await client.failure("history/jump", ["seq": 0, "ifSeq": 0]).code == .stale)
        let jump = try await client.send(HistoryJump(seq: 0, ifSeq: 1))
        #expect(jump.seq == 2 && thermostat.state.celsius == 20)
        let entry = try await client.send(LogGet(seq: 2)).entry
        #expect(entry.origin == "restore" && entry.label == "restore of 0" && entry.cause == nil)
        #expect(try await client.failure("action/dispatch", ["action": "wait", "ifSeq": 1]).code == .stale)
    }

    @Test("a change without an action is the program's, and a restore by a client is not")
    func withoutAction() async throws {
        let thermostat = RoomSensor(canReplay: true)
        let client = try await attach(thermostat.target)
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
        let client = try await attach(thermostat.target)
        let run = try await client.failure("action/dispatch", ["action": "wait", "dryRun": true])
        #expect(run.code == .notSupported)
        #expect(try await client.failure("history/jump", ["seq": 0]).code == .notSupported)
        thermostat.send(.wait)
        #expect(try await client.send(LogGet(seq: 1)).entry.label == ".wait")
    }

    @Test("what cannot be decoded cannot be dispatched, but again")
    func opaque() async throws {
        let target = DebugTarget<[Int], OpaqueAction>(id: "opaque", state: [])
        let runs = Mutex(0)
        target.onDispatch { action in
            action.run()
            target.report(action, state: [1, 2])
        }
        defer { target.onDispatch { _ in } }
        let client = try await attach(target)
        target.report(OpaqueAction { runs.withLock { $0 += 1 } }, state: [1, 2])
        let description = try await client.send(StoreDescribe())
        #expect(description.seq == 1 && !description.capabilities.dispatch)
        let refusal = try await client.failure("action/dispatch", ["action": 1])
        #expect(refusal.code == .notSupported && refusal.message.contains("ActionCatalog"))
        let entry = try await client.send(LogGet(seq: 1)).entry
        #expect(entry.action == nil && !entry.label.isEmpty)
        #expect(try await client.send(StateGet()).value == [1, 2])
        #expect(try await client.send(ActionRedo(seq: 1)).seq == 2)
        #expect(runs.withLock { $0 } == 1)
    }

    @Test("a target that throws is answered with what it threw, and one that takes nothing says so")
    func throwing() async throws {
        struct Failure: Error, CustomStringConvertible { let description = "the valve is stuck" }
        let target = DebugTarget<Int, Int>(id: "broken", state: 0)
        let client = try await attach(target)
        #expect(try await client.send(StoreDescribe()).capabilities.dispatch == false)
        let refusal = try await client.failure("action/dispatch", ["action": 1])
        #expect(refusal.code == .notSupported && refusal.message.contains("onDispatch"))
        target.onDispatch { _ in throw Failure() }
        let error = try await client.failure("action/dispatch", ["action": 1])
        #expect(error.code == .internalError && error.message.contains("the valve is stuck"))
        try await client.request("state/get")
    }
}
