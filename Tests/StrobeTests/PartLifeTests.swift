import Synchronization
import Testing

@testable import Strobe

/// How often two ids were compared.
private let comparisons = Atomic<Int>(0)

private struct ID: Hashable, Sendable {
    let number: Int

    static func == (first: ID, second: ID) -> Bool {
        comparisons.add(1, ordering: .relaxed)
        return first.number == second.number
    }
}

private struct Row: Sendable, Identifiable {
    let id: ID

    init(_ number: Int) {
        id = ID(number: number)
    }
}

private struct Table: Sendable {
    var rows: [Row] = []
    var sheet: Int?
}

private enum Action: Sendable {
    case row(ElementAction<ID, Bool>), sheet, close, rows([Row])
}

private struct TableReducer: ComposedReducer {
    /// What an action returns that sets the rows.
    var effects: [String] = []

    var body: some Reducer<Table, Action, String> {
        CombinedReducer {
            Reduce<Row, Bool, String> { _, _ in ["load"] }.forEach(
                \.rows,
                action: CasePath(
                    embed: Action.row, extract: { action in if case .row(let own) = action { own } else { nil } }))
            Reduce<Int, Void, String> { _, _ in ["save"] }.optional().scoped(
                state: \.sheet,
                action: CasePath(
                    embed: { Action.close }, extract: { action in if case .close = action { () } else { nil } }))
            Reduce { table, action in
                switch action {
                case .close: table.sheet = nil
                case .rows(let rows):
                    table.rows = rows
                    return effects
                case .row, .sheet: break
                }
                return []
            }
        }
    }
}

/// Runs what it is given before it returns.
private final class EagerExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
}

private struct Folder: Sendable, Identifiable {
    let id: Int
    var name = ""
    var folders: [Folder] = []
}

private indirect enum FolderAction: Sendable {
    case rename(String), folder(ElementAction<Int, FolderAction>)
}

private struct FolderReducer: ComposedReducer {
    var body: some Reducer<Folder, FolderAction, Never> {
        CombinedReducer {
            Reduce { folder, action in
                if case .rename(let name) = action { folder.name = name }
            }
            FolderReducer().forEach(\.folders, action: CasePath(FolderAction.folder))
        }
    }
}

@Suite("Parts that come, move and go", .serialized)
struct PartLifeTests {
    @Test("an effect of a part that the same action removes is never begun")
    func atOnce() {
        let store = Store(initial: Table(sheet: 1), reducer: TableReducer())
        store.dependencies.executor = EagerExecutor()
        let begun = Collector<String>()
        store.setEffectHandler { effect, _ in begun.add(effect) }
        store.dispatch(.close)
        #expect(begun.all.isEmpty && store.runningEffects.isEmpty)
    }

    @Test("an effect of a removed part does not stand in the way of one with its name that the same action asks for")
    func sameName() {
        let store = Store(initial: Table(rows: [Row(1)]), reducer: TableReducer(effects: ["load"]))
        store.setEffectHandler(schedule: { .unlessRunning(EffectID($0)) }) { _, _ in
            try? await ContinuousClock().sleep(for: .seconds(3_600))
        }
        store.dispatch(.row(.init(id: ID(number: 1), action: true)))
        store.dispatch(.rows([Row(2)]))
        #expect(store.runningEffects.map(\.cause) == [2])
    }

    @Test("elements with running effects that all moved are looked for where they were found last")
    func moved() {
        let store = Store(initial: Table(rows: (0..<1_000).map(Row.init)), reducer: TableReducer())
        store.setEffectHandler { _, _ in try? await ContinuousClock().sleep(for: .seconds(3_600)) }
        for number in 500..<600 { store.dispatch(.row(.init(id: ID(number: number), action: true))) }
        store.dispatch(.rows((10..<1_000).map(Row.init)))
        let before = comparisons.load(ordering: .relaxed)
        store.dispatch(.sheet)
        #expect(comparisons.load(ordering: .relaxed) - before < 1_000)
        #expect(store.runningEffects.count == 100)
        store.dispatch(.rows((0..<550).reversed().map(Row.init)))
        #expect(store.runningEffects.count == 50)
    }

    @Test("a store looks for the owners of effects only where parts may have effects and may go")
    func looksForOwners() {
        struct Page: Sendable { var sheet: Int?, count = 0 }
        func adds<Effect>(_ type: Effect.Type, _ effects: [Effect]) -> Reduce<Int, Int, Effect> {
            Reduce { count, step in
                count += step
                return effects
            }
        }
        let silent = adds(Never.self, []).optional().scoped(state: \Page.sheet, action: .whole)
        #expect(Store(initial: Page(), reducer: silent).ownedReduce == nil)
        let fixed = adds(String.self, ["a"]).scoped(state: \Page.count, action: .whole)
        #expect(Store(initial: Page(), reducer: fixed).ownedReduce == nil)
        let sheet = adds(String.self, ["a"]).optional().scoped(state: \Page.sheet, action: .whole)
        #expect(Store(initial: Page(), reducer: sheet).ownedReduce != nil)
    }

    @Test("a part may have parts of its own type")
    func recursive() {
        let folders = [Folder(id: 2, folders: [Folder(id: 3)])]
        let store = Store(initial: Folder(id: 1, folders: folders), reducer: FolderReducer())
        store.dispatch(.folder(.init(id: 2, action: .folder(.init(id: 3, action: .rename("x"))))))
        #expect(store.state.folders[0].folders[0].name == "x")
    }
}
