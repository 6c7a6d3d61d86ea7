import StrobeClient
import StrobeServer
import Testing
@preconcurrency import Workflow

private struct Counter: Workflow {
    struct State: Codable, Sendable, Equatable {
        var count = 0
        var step: Int
    }
    enum Action: WorkflowAction, Codable, Sendable {
        typealias WorkflowType = Counter
        case up, tell

        func apply(toState state: inout State, context: ApplyContext<Counter>) -> Output? {
            guard case .up = self else { return .told(state.count) }
            state.count += state.step
            return nil
        }
    }
    enum Output: Codable, Sendable { case told(Int) }
    struct Screen {
        let count: Int
        let actions: Sink<AnyWorkflowAction<Counter>>
    }

    let step: Int

    func makeInitialState() -> State { State(step: step) }
    func workflowDidChange(from previous: Counter, state: inout State) { state.step = step }
    func render(state: State, context: RenderContext<Counter>) -> Screen {
        Screen(count: state.count, actions: context.makeSink(of: AnyWorkflowAction.self))
    }
}

/// Has a counter until it closes that.
private struct Root: Workflow {
    struct State: Equatable, Sendable {
        var told: Int?
        var isOpen = true
        var step = 1
    }
    typealias Output = Never
    enum Action: WorkflowAction {
        typealias WorkflowType = Root
        case told(Int), walk(Int), close

        func apply(toState state: inout State, context: ApplyContext<Root>) -> Never? {
            switch self {
            case .told(let told): state.told = told
            case .walk(let step): state.step = step
            case .close: state.isOpen = false
            }
            return nil
        }
    }

    let screen: Screen

    func makeInitialState() -> State { State() }
    func render(state: State, context: RenderContext<Root>) {
        screen.root = context.makeSink(of: Action.self)
        screen.counter =
            state.isOpen
            ? Counter(step: state.step).rendered(in: context) { .told($0.count) as Action } : nil
    }
}

/// What is shown.
private final class Screen {
    var root: Sink<Root.Action>?
    var counter: Counter.Screen?
}

extension Counter.Output {
    fileprivate var count: Int {
        switch self {
        case .told(let count): count
        }
    }
}

@Suite("The adapter of Workflow, with a stand-in for the library", .timeLimit(.minutes(5)))
@MainActor
struct WorkflowTests {
    private func open() async throws -> (screen: Screen, host: WorkflowHost<Root>, inspection: Inspection) {
        let screen = Screen()
        let server = DebugServer.controlled()
        let actions = ActionCatalog<any WorkflowAction<Counter>> { actions in
            actions.add("up") { Counter.Action.up }
            actions.add("tell") { Counter.Action.tell }
        }
        let counter = DebugTarget<Counter.State, any WorkflowAction<Counter>>(
            id: "Counter", state: Counter.State(step: 1), actions: actions)
        let root = DebugTarget<Root.State, any WorkflowAction<Root>>(id: "Root", state: Root.State())
        let host = WorkflowHost(
            workflow: Root(screen: screen),
            observers: [
                WorkflowTarget<Counter>(target: counter, sink: { $0.actions }), WorkflowTarget<Root>(target: root),
            ])
        server.add(counter)
        server.add(root)
        return (screen, host, try await Inspection(server))
    }

    @Test("workflows are shown with what they and clients do, and keep their log when they end")
    func log() async throws {
        let (screen, host, inspection) = try await open()
        #expect(inspection.stores.map(\.id).sorted() == ["Counter", "Root"])
        let counter = try #require(inspection.stores.first { $0.id == "Counter" })
        #expect(counter.capabilities == .init(dispatch: true, replay: false, jump: true, gate: false, edit: true))
        screen.counter?.actions.send(AnyWorkflowAction(Counter.Action.up))
        try await inspection.send("up", store: "Counter")
        screen.counter?.actions.send(
            AnyWorkflowAction { state, _ in
                state.count *= 10; return nil
            })
        // A change by the parent, without an action.
        screen.root?.send(.walk(3))
        try await inspection.send("up", store: "Counter")
        let log = try await inspection.log(store: "Counter")
        #expect(log.prefix(2) == ["1 app .up", "2 inspector .up"])
        #expect(log[2].contains("fileID: \"AdapterTests/WorkflowTests.swift\""))
        #expect(log[3] == "4 app change" && log[4] == "5 inspector .up")
        #expect(try await inspection.state("count", store: "Counter") == 23)
        #expect(try await inspection.log(store: "Root") == ["1 app .walk(3)"])
        screen.root?.send(.close)
        #expect(screen.counter == nil)
        // The sink that the adapter has does nothing any more.
        #expect(try await inspection.send("up", store: "Counter").applied == false)
        #expect(try await inspection.log(store: "Counter").count == 5)
        withExtendedLifetime(host) {}
        await inspection.end()
    }

    @Test("the output of an action is shown as its effect")
    func output() async throws {
        let (_, host, inspection) = try await open()
        try await inspection.send("tell", store: "Counter")
        #expect(try await inspection.log(store: "Counter") == ["1 inspector .tell → .told(0)"])
        #expect(try await inspection.log(store: "Root") == ["1 app .told(0)"])
        withExtendedLifetime(host) {}
        await inspection.end()
    }

    @Test("states are set and jumped to where a rendering takes actions")
    func restoring() async throws {
        let (screen, host, inspection) = try await open()
        let client = inspection.client
        screen.counter?.actions.send(AnyWorkflowAction(Counter.Action.up))
        #expect(try await client.send(StateSet(store: "Counter", path: Path(["count"]), value: 100)).seq == 2)
        #expect(screen.counter?.count == 100)
        #expect(try await client.send(HistoryJump(store: "Counter", seq: 0)).seq == 3)
        #expect(screen.counter?.count == 0)
        #expect(try await inspection.log(store: "Counter").map { $0.prefix(6) } == ["1 app ", "2 edit", "3 rest"])
        await #expect(throws: ClientError.self) { try await client.send(HistoryJump(store: "Root", seq: 0)) }
        withExtendedLifetime(host) {}
        await inspection.end()
    }
}
