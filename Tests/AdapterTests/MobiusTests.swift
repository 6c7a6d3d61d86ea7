import Dispatch
import MobiusCore
import StrobeClient
import StrobeServer
import Testing

private struct Model: Codable, Sendable {
    var count = 0
    var greeting: String?
}
private enum Event: Codable, Sendable { case up, down, greet, greeted(String) }
private enum Effect: Codable, Sendable { case fetchGreeting(for: Int) }
private typealias Controller = MobiusController<Model, Event, Effect>

@Sendable
private func update(_ model: Model, _ event: Event) -> Next<Model, Effect> {
    var model = model
    switch event {
    case .up: model.count += 1
    case .down where model.count == 0: return .noChange
    case .down: model.count -= 1
    case .greet: return .dispatchEffects([.fetchGreeting(for: model.count)])
    case .greeted(let text): model.greeting = text
    }
    return .next(model)
}

@Suite("The adapter of Mobius, with a stand-in for the library", .timeLimit(.minutes(5)))
struct MobiusTests {
    /// A program with a loop; its events come from `send`.
    private struct Program {
        let controller: Controller
        let send: (Event) -> Void
        let inspection: Inspection
    }

    private func open() async throws -> Program {
        let server = DebugServer.controlled()
        let events = Events()
        let handler = AnyConnectable<Effect, Event> { consumer in
            events.consumer = consumer
            return MobiusCore.Connection(
                acceptClosure: { effect in
                    if case .fetchGreeting(let number) = effect { consumer(.greeted("hello \(number)")) }
                }, disposeClosure: {})
        }
        let queue = DispatchQueue(label: "loop")
        let target = DebugTarget<Model, Event>(
            id: "greeter", state: Model(),
            reducer: { model, event in model = update(model, event).model ?? model }, gated: true)
        let adapter = MobiusTarget<Model, Event, Effect>(target, loopQueue: queue)
        let controller = Mobius.loop(update: update, effectHandler: handler)
            .withLogger(adapter).withEventSource(adapter).withEventConsumerTransformer(adapter.gate)
            .makeController(from: Model(), loopQueue: queue)
        adapter.restore(with: controller)
        server.add(target)
        controller.start()
        return Program(
            controller: controller, send: { events.consumer?($0) },
            inspection: try await Inspection(server))
    }

    /// What a loop takes events with.
    private final class Events {
        var consumer: Consumer<Event>?
    }

    @Test("what the program, its effects and clients send is in the log, with its effects")
    func log() async throws {
        let program = try await open()
        let inspection = program.inspection
        #expect(
            inspection.stores.first?.capabilities
                == .init(dispatch: true, replay: true, jump: true, gate: true, edit: true))
        program.send(.up)
        #expect(try await inspection.entry(1).origin == "app")
        // The loop has a queue of its own: the answer is about this event, not about the one that follows from it.
        let answer = try await inspection.send("greet")
        #expect(answer.seq == 2 && answer.changed == false && answer.effects.map(\.label) == [".fetchGreeting(for: 1)"])
        #expect(try await inspection.entry(3).changed == true)
        #expect(
            try await inspection.log() == [
                "1 app .up", "2 inspector .greet → .fetchGreeting(for: 1)", "3 app .greeted(\"hello 1\")",
            ])
        #expect(try await inspection.state() == ["count": 1, "greeting": "hello 1"])
        #expect(try await inspection.state("count", at: 0) == 0)
        await inspection.end()
    }

    @Test("models are set and jumped to, which starts the loop again")
    func restoring() async throws {
        let program = try await open()
        let inspection = program.inspection
        program.send(.up)
        _ = try await inspection.entry(1)
        #expect(try await inspection.client.send(StateSet(path: Path(["count"]), value: 100)).seq == 2)
        #expect(program.controller.model.count == 100)
        #expect(try await inspection.client.send(HistoryJump(seq: 0)).seq == 3)
        program.send(.up)
        _ = try await inspection.entry(4)
        #expect(program.controller.model.count == 1)
        #expect(try await inspection.client.send(HistoryVerify()).divergence == nil)
        await inspection.end()
    }

    @Test("a breakpoint holds events, which may be edited and let go")
    func gate() async throws {
        let program = try await open()
        let inspection = program.inspection
        _ = try await inspection.client.send(BreakpointSet(action: ".greet*"))
        program.send(.greet)
        program.send(.up)
        let held = try await inspection.send("up")
        #expect(held.held != nil)
        let status = try await inspection.client.send(GateStatus())
        #expect(status.held.map(\.label) == [".greet", ".up", ".up"])
        #expect(program.controller.model.count == 0)
        _ = try await inspection.client.send(GateEdit(action: ["greeted": "hi"]))
        _ = try await inspection.client.send(GateResume())
        _ = try await inspection.entry(3)
        #expect(try await inspection.log() == ["1 app .greeted(\"hi\")", "2 app .up", "3 inspector .up"])
        await inspection.end()
    }

    @Test("a loop that is stopped takes nothing, not even what was held, and says so")
    func stopped() async throws {
        let program = try await open()
        let inspection = program.inspection
        _ = try await inspection.client.send(GatePause())
        program.send(.up)
        #expect(try await inspection.send("up").held != nil)
        program.controller.stop()
        _ = try await inspection.client.send(GateResume())
        await #expect(throws: ClientError.self) { try await inspection.send("up") }
        await #expect(throws: ClientError.self) { try await inspection.client.send(HistoryJump(seq: 0)) }
        #expect(try await inspection.log() == [])
        program.controller.start()
        #expect(try await inspection.send("up").seq == 1)
        await inspection.end()
    }

    @Test("nothing is lost, doubled or put in another order while a client pauses and resumes")
    func pausing() async throws {
        let program = try await open()
        let inspection = program.inspection
        for round in 0..<30 {
            _ = try await inspection.client.send(GatePause())
            for number in 1...30 { program.send(.greeted("\(round * 30 + number)")) }
            _ = try await inspection.client.send(GateStep())
            _ = try await inspection.client.send(GateResume())
        }
        _ = try await inspection.entry(900)
        let labels = try await inspection.client.send(LogList(from: 1, limit: 900)).entries.map(\.label)
        #expect(labels == (1...900).map { ".greeted(\"\($0)\")" })
        #expect(try await inspection.client.send(HistoryVerify()).divergence == nil)
        await inspection.end()
    }
}
