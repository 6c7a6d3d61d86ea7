import ComposableArchitecture
import StrobeClient
import StrobeServer
import Testing

private struct Feature: Reducer {
    struct Row: Sendable { var title: String, done = false }
    enum Destination: Sendable { case edit(title: String), alert(String) }
    struct State: Sendable {
        var count = 0
        var rows: [Row] = []
        var destination: Destination?
    }
    enum Action: Sendable {
        case up, add(String), load, loaded(Result<[String], any Error>)
        case destination(Presentation)
        case change(@Sendable (inout State) -> Void)
    }
    enum Presentation: Sendable { case open, titleChanged(String) }
    struct Failure: Error {}

    var body: some ReducerOf<Self> {
        Reduce { state, action in
            switch action {
            case .up: state.count += 1
            case .add(let title): state.rows.append(Row(title: title))
            case .load: return .run { send in await send(.loaded(.success(["a", "b"]))) }
            case .loaded(.success(let titles)): state.rows += titles.map { Row(title: $0) }
            case .loaded(.failure): state.rows = []
            case .destination(.open): state.destination = .edit(title: "new")
            case .destination(.titleChanged(let title)): state.destination = .edit(title: title)
            case .change(let change): change(&state)
            }
            return .none
        }
    }
}

@Suite("The adapter of the Composable Architecture, with a stand-in for the library", .timeLimit(.minutes(5)))
@MainActor
struct ComposableArchitectureTests {
    private func open() async throws -> (store: StoreOf<Feature>, inspection: Inspection) {
        let server = DebugServer.controlled()
        let actions = ActionCatalog<Feature.Action> { actions in
            actions.add("up") { .up }
            actions.add("add", String.self) { .add($0) }
            actions.add("load") { .load }
            actions.add("fail") { .loaded(.failure(Feature.Failure())) }
        }
        let target = DebugTarget<Feature.State, Feature.Action>(
            id: "feature", state: Feature.State(), actions: actions, gated: true)
        let store = Store(initialState: Feature.State()) { Feature().debugged(by: target) }
        target.connect(to: store, carrier: .up)
        server.add(target)
        return (store, try await Inspection(server))
    }

    @Test("states and actions that are not Codable are shown, and sent by name")
    func log() async throws {
        let (store, inspection) = try await open()
        #expect(inspection.stores.first?.capabilities == .init(dispatch: true, replay: false, jump: true, gate: true))
        store.send(.destination(.open))
        store.send(.destination(.titleChanged("tea")))
        store.send(.change { $0.count = 7 })
        let answer = try await inspection.send(["add": "milk"])
        #expect(answer.seq == 4 && answer.changes?.map(\.path) == [Path(["rows", "0"])])
        try await inspection.send("fail")
        let log = try await inspection.log()
        #expect(
            log.prefix(2) == ["1 app .destination(.open)", "2 app .destination(.titleChanged(\"tea\"))"])
        #expect(log[3] == "4 inspector .add(\"milk\")")
        #expect(try await inspection.client.send(ActionRedo(seq: 3)).seq == 6)
        let diff = try await inspection.client.send(StateDiff(from: .seq(1), to: .seq(3)))
        #expect(diff.changes.map(\.path) == [Path(["count"]), Path(["destination", "edit", "title"])])
        await inspection.end()
    }

    @Test("what effects send is in the log")
    func effects() async throws {
        let (store, inspection) = try await open()
        await store.send(.load).finish()
        try await inspection.send("load")
        #expect(try await inspection.entry(4).changed == true)
        let log = try await inspection.log()
        #expect(log.map { $0.prefix(13) } == ["1 app .load", "2 app .loaded", "3 inspector .", "4 app .loaded"])
        await inspection.end()
    }

    @Test("past states are jumped to with the carrier, which is not reduced")
    func restoring() async throws {
        let (store, inspection) = try await open()
        store.send(.up)
        store.send(.add("milk"))
        // Kept while somebody is attached, as the reducer may not be pure.
        #expect(try await inspection.client.send(HistoryJump(seq: 1)).changes?.map(\.path) == [Path(["rows", "0"])])
        store.send(.up)
        #expect(
            try await inspection.log().map { $0.prefix(9) } == ["1 app .up", "2 app .ad", "3 restore", "4 app .up"])
        let tree = try await inspection.client.send(StateTree())
        #expect(tree.node.children?.first?.value == 2)
        await inspection.end()
    }

    @Test("a breakpoint holds actions, which come again in order when they are let go")
    func gate() async throws {
        let (store, inspection) = try await open()
        _ = try await inspection.client.send(BreakpointSet(action: ".add*"))
        store.send(.up)
        store.send(.add("milk"))
        store.send(.up)
        let status = try await inspection.client.send(GateStatus())
        #expect(status.held.map(\.label) == [".add(\"milk\")", ".up"])
        _ = try await inspection.client.send(GateEdit(action: ["add": "tea"]))
        _ = try await inspection.client.send(GateResume())
        _ = try await inspection.entry(3)
        #expect(try await inspection.log() == ["1 app .up", "2 app .add(\"tea\")", "3 app .up"])
        await inspection.end()
    }
}
