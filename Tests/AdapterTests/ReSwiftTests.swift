import Foundation
@preconcurrency import ReSwift
import StrobeClient
import StrobeServer
import Testing

private struct Todos: Codable, Sendable {
    var count = 0
    var titles: [String] = []
}
private struct Increment: Action, Codable { var by = 1 }
private struct AddTodo: Action, Codable { var title: String }
private struct Edit: Action { let change: @Sendable (inout [String]) -> Void }

@Sendable
private func reduce(_ action: any Action, _ state: Todos?) -> Todos {
    var state = state ?? Todos()
    switch action {
    case let action as Increment: state.count += action.by
    case let action as AddTodo: state.titles.append(action.title)
    case let action as Edit: action.change(&state.titles)
    default: break
    }
    return state
}

@Suite("The adapter of ReSwift, with a stand-in for the library", .timeLimit(.minutes(5)))
@MainActor
struct ReSwiftTests {
    private func open(
        middleware: [Middleware<Todos>] = []
    ) async throws -> (store: ReSwift.Store<Todos>, inspection: Inspection) {
        let server = DebugServer.controlled()
        let actions = ActionCatalog<any Action> { actions in
            actions.add("shout") { Edit { $0 = $0.map { $0.uppercased() } } }
            actions.add("keep", Int.self) { count in Edit { $0 = Array($0.prefix(count)) } }
        }
        let (store, target) = makeStore(
            id: "todos", state: Todos(), middleware: middleware, actions: actions, reducer: reduce)
        server.add(target, actions: [Increment.self, AddTodo.self])
        return (store, try await Inspection(server))
    }

    @Test("what the program and clients dispatch is in the log, with its changes")
    func log() async throws {
        let (store, inspection) = try await open()
        #expect(
            inspection.stores.first?.capabilities
                == .init(dispatch: true, replay: true, jump: true, gate: true, edit: true))
        store.dispatch(Increment(by: 2))
        let answer = try await inspection.send(["AddTodo": ["title": "milk"]])
        #expect(answer.seq == 2 && answer.changes == [Change(.add, Path(["titles", "0"]), value: "milk")])
        #expect(try await inspection.log() == ["1 app .Increment(by: 2)", "2 inspector .AddTodo(title: \"milk\")"])
        #expect(try await inspection.state("count") == 2)
        #expect(try await inspection.state("count", at: 0) == 0)
        let run = try await inspection.client.send(ActionDispatch(action: ["Increment": ["by": 5]], dryRun: true))
        #expect(run.changes?.first?.value == 7)
        await inspection.end()
    }

    @Test("states are set and jumped to, beside the log and the gate")
    func restoring() async throws {
        let (store, inspection) = try await open()
        store.dispatch(Increment(by: 2))
        _ = try await inspection.client.send(GatePause())
        #expect(try await inspection.client.send(StateSet(path: Path(["count"]), value: 100)).seq == 2)
        #expect(try await inspection.client.send(HistoryJump(seq: 0)).seq == 3)
        _ = try await inspection.client.send(GateResume())
        store.dispatch(Increment())
        #expect(try await inspection.state("count") == 1)
        #expect(try await inspection.log().map { $0.prefix(6) } == ["1 app ", "2 edit", "3 rest", "4 app "])
        #expect(try await inspection.client.send(HistoryVerify()).divergence == nil)
        await inspection.end()
    }

    @Test("a breakpoint holds an action in front of the reducer, which may be edited and let go")
    func gate() async throws {
        let (store, inspection) = try await open()
        _ = try await inspection.client.send(BreakpointSet(condition: "/count > 2"))
        store.dispatch(Increment(by: 1))
        store.dispatch(Increment(by: 2))
        store.dispatch(AddTodo(title: "milk"))
        let status = try await inspection.client.send(GateStatus())
        #expect(status.held.map(\.label) == [".Increment(by: 2)", ".AddTodo(title: \"milk\")"])
        #expect(try await inspection.state("count") == 1)
        _ = try await inspection.client.send(GateEdit(action: ["Increment": ["by": 5]]))
        _ = try await inspection.client.send(BreakpointRemove(all: true))
        _ = try await inspection.client.send(GateResume())
        let entry = try await inspection.entry(3)
        #expect(entry.label == ".AddTodo(title: \"milk\")" && entry.origin == "app")
        #expect(try await inspection.state() == ["count": 6, "titles": ["milk"]])
        await inspection.end()
    }

    @Test("what a middleware dispatches is in the log in the order in which it was reduced")
    func order() async throws {
        let echo: Middleware<Todos> = { dispatch, _ in
            { next in
                { action in
                    next(action)
                    if action is AddTodo { dispatch(Increment()) }
                }
            }
        }
        let (store, inspection) = try await open(middleware: [echo])
        store.dispatch(AddTodo(title: "milk"))
        #expect(try await inspection.log() == ["1 app .AddTodo(title: \"milk\")", "2 app .Increment(by: 1)"])
        await inspection.end()
    }

    @Test("actions that are not Codable are sent by name, and shown")
    func catalog() async throws {
        let (store, inspection) = try await open()
        store.dispatch(AddTodo(title: "milk"))
        try await inspection.send("shout")
        #expect(try await inspection.state("titles") == ["MILK"])
        try await inspection.send(["keep": 0])
        #expect(try await inspection.state("titles") == [])
        #expect(try await inspection.log().dropFirst().allSatisfy { $0.contains("Edit") })
        await inspection.end()
    }

    @Test("what another thread dispatches is logged, and not held")
    func elsewhere() async throws {
        let (store, inspection) = try await open()
        _ = try await inspection.client.send(GatePause())
        nonisolated(unsafe) let shared = store
        await withCheckedContinuation { done in
            Thread.detachNewThread {
                shared.dispatch(Increment(by: 7))
                done.resume()
            }
        }
        #expect(try await inspection.log() == ["1 app .Increment(by: 7)"])
        await inspection.end()
    }

    @Test("a recorder writes the same")
    func recording() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "strobe-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (store, target) = makeStore(id: "todos", state: Todos(), reducer: reduce)
        let recorder = try FlightRecorder(directory: folder)
        recorder.add(target, actions: [Increment.self])
        store.dispatch(Increment(by: 7))
        store.dispatch(Edit { $0 = [] })
        await recorder.stop()
        let text = try String(contentsOfFile: recorder.currentFile, encoding: .utf8)
        #expect(text.contains(#"{"Increment":{"by":7}}"#) && text.contains("Edit"))
    }
}
