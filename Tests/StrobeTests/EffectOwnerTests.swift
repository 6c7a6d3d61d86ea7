import Strobe
import StrobeTesting
import Testing

private struct Row: Sendable, Equatable, Identifiable {
    let id: Int
    var text = ""
}

private enum Session: Sendable, Equatable {
    case signedOut
    case signedIn(Row)
}

private struct Page: Sendable, Equatable {
    var rows = [Row(id: 1), Row(id: 2)]
    var named = ["a": Row(id: 7)]
    var sheet: Row?
    var session = Session.signedOut
    var count = 0
}

private enum RowAction: Sendable, Equatable { case load, loaded(String) }

private enum Action: Sendable, Equatable {
    case row(ElementAction<Int, RowAction>), named(ElementAction<String, RowAction>)
    case sheet(RowAction), session(RowAction), page(Page), count, load
}

private enum Effect: Sendable, Equatable {
    case row(Int, String), named(String, String), sheet(String), session(String), whole
}

private let row = Reduce<Row, RowAction, String> { row, action in
    switch action {
    case .load: return ["load"]
    case .loaded(let text): row.text = text
    }
    return []
}

private struct PageReducer: ComposedReducer {
    var body: some Reducer<Page, Action, Effect> {
        CombinedReducer {
            row.forEach(\.rows, action: CasePath(Action.row), effect: Effect.row)
            row.forEach(\.named, action: CasePath(Action.named), effect: Effect.named)
            row.optional().scoped(state: \.sheet, action: CasePath(Action.sheet), effect: Effect.sheet)
            row.scoped(stateCase: CasePath(Session.signedIn), action: .whole)
                .scoped(state: \.session, action: CasePath(Action.session), effect: Effect.session)
            Reduce { page, action in
                switch action {
                case .page(let new): page = new
                case .count: page.count += 1
                case .load: return [.whole]
                default: break
                }
                return []
            }
        }
    }
}

@Suite("Effects that belong to parts")
struct EffectOwnerTests {
    /// Effects that end when they are cancelled, and say so.
    private let cancelled = Collector<Effect>()
    private let begun = Collector<Effect>()
    private let store: Store<Page, Action, Effect>

    init() {
        let store = Store(initial: Page(), reducer: PageReducer())
        store.setEffectHandler { [begun, cancelled] effect, _ in
            begun.add(effect)
            try? await ContinuousClock().sleep(for: .seconds(3_600))
            if Task.isCancelled { cancelled.add(effect) }
        }
        self.store = store
    }

    private var running: [Effect] { store.runningEffects.compactMap(\.effect) }

    private func change(_ body: (inout Page) -> Void) {
        var page = store.state
        body(&page)
        store.dispatch(.page(page))
    }

    @Test("an effect of an element is cancelled when the element is removed, and no other is")
    func element() async throws {
        store.dispatch(.row(.init(id: 1, action: .load)))
        store.dispatch(.row(.init(id: 2, action: .load)))
        store.dispatch(.load)
        _ = try await begun.wait(for: 3)
        change { $0.rows.removeFirst() }
        #expect(running == [.row(2, "load"), .whole])
        #expect(try await cancelled.wait(for: 1) == [.row(1, "load")])
    }

    @Test("an element that only moves keeps its effects")
    func moved() {
        store.dispatch(.row(.init(id: 1, action: .load)))
        change { $0.rows = [Row(id: 9), Row(id: 8), Row(id: 1, text: "new")] }
        #expect(running == [.row(1, "load")])
        change { $0.rows = [Row(id: 1)] }
        #expect(running == [.row(1, "load")])
        change { $0.rows = [] }
        #expect(running == [])
    }

    @Test("an effect of a key is cancelled when the key is removed")
    func key() {
        store.dispatch(.named(.init(id: "a", action: .load)))
        store.dispatch(.count)
        #expect(running == [.named("a", "load")])
        change { $0.named = ["b": Row(id: 7)] }
        #expect(running == [])
    }

    @Test("an effect of an optional value is cancelled when the value is nil")
    func optional() {
        store.dispatch(.sheet(.load))
        #expect(running == [])
        change { $0.sheet = Row(id: 3) }
        store.dispatch(.sheet(.load))
        store.dispatch(.sheet(.loaded("a")))
        #expect(running == [.sheet("load")])
        change { $0.sheet = nil }
        #expect(running == [])
    }

    @Test("an effect of a case is cancelled when the state is in another case")
    func stateCase() {
        change { $0.session = .signedIn(Row(id: 1)) }
        store.dispatch(.session(.load))
        change { $0.session = .signedIn(Row(id: 2)) }
        #expect(running == [.session("load")])
        change { $0.session = .signedOut }
        #expect(running == [])
    }

    @Test("effects end with their part when a state is restored")
    func restored() {
        let before = store.state
        change { $0.sheet = Row(id: 3) }
        store.dispatch(.sheet(.load))
        store.restore(before)
        #expect(running == [])
    }

    @Test("what an effect of a part began ends with the part")
    func more() async throws {
        let store = Store(initial: Page(sheet: Row(id: 1)), reducer: PageReducer())
        let begun = Collector<Int>()
        store.setEffectHandler { _, context in
            context.run("more") { _ in
                begun.add(1)
                try? await ContinuousClock().sleep(for: .seconds(3_600))
            }
        }
        store.dispatch(.sheet(.load))
        #expect(try await begun.wait(for: 1) == [1])
        #expect(store.runningEffects.map(\.name) == ["more"])
        store.dispatch(.page(Page()))
        #expect(store.runningEffects.isEmpty)
    }

    @Test("parts of parts end with what they are in")
    func deep() {
        struct App: Sendable { var page: Page? = Page() }
        enum Input: Sendable { case page(Action), close }
        let reducer = CombinedReducer<App, Input, Effect> {
            PageReducer().optional().scoped(state: \.page, action: CasePath(Input.page))
            Reduce { app, input in
                if case .close = input { app.page = nil }
                return []
            }
        }
        let store = Store(initial: App(), reducer: reducer)
        store.setEffectHandler { _, _ in try? await ContinuousClock().sleep(for: .seconds(3_600)) }
        store.dispatch(.page(.row(.init(id: 1, action: .load))))
        store.dispatch(.page(.load))
        #expect(store.runningEffects.count == 2)
        store.dispatch(.close)
        #expect(store.runningEffects.isEmpty)
    }

    @Test("a part that an action removes and an effect in the same reduction leave nothing running")
    func atOnce() {
        let reducer = CombinedReducer<Page, RowAction, String> {
            row.optional().scoped(state: \.sheet, action: .whole)
            Reduce { page, _ in
                page.sheet = nil
                return []
            }
        }
        let store = Store(initial: Page(sheet: Row(id: 1)), reducer: reducer)
        store.setEffectHandler { _, _ in try? await ContinuousClock().sleep(for: .seconds(3_600)) }
        store.dispatch(.load)
        #expect(store.runningEffects.isEmpty)
    }

    @Test("a test store sees the effects of a part end")
    func tested() async {
        let store = TestStore(Store(initial: Page(), reducer: PageReducer()))
        let clock = store.clock
        store.setEffectHandler { effect, context in
            guard case .row(let id, _) = effect, (try? await clock.sleep(for: .seconds(1))) != nil else { return }
            context.dispatch(.row(.init(id: id, action: .loaded("late"))))
        }
        await store.send(.row(.init(id: 1, action: .load)))
        await store.send(.row(.init(id: 2, action: .load)))
        await store.send(.page(Page(rows: [Row(id: 2)]))) { $0.rows = [Row(id: 2)] }
        clock.advance(by: .seconds(1))
        await store.receive(.row(.init(id: 2, action: .loaded("late")))) { $0.rows[0].text = "late" }
        await store.finish()
    }
}
