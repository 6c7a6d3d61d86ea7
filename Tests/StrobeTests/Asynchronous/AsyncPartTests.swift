import Strobe
import StrobeTesting
import Testing

/// Adds a number once a clock let it; negative ones are rejected.
private struct SlowAdder: AsyncReducer {
    let clock: TestClock

    func reduce(state: Int, action: Int) async throws -> Int {
        try? await clock.sleep(for: .seconds(1))
        if action < 0 { try reject("\(action) is negative") }
        return state + action
    }
}

private struct App: Sendable, Equatable {
    var sum = AsyncPart<SlowAdder>.State(0)
    var title = ""
}

private enum AppAction: Sendable { case sum(AsyncPart<SlowAdder>.Action), rename(String) }
private enum AppEffect: Sendable { case sum(AsyncPart<SlowAdder>.Effect) }

@Suite("Asynchronous reducers that are parts")
struct AsyncPartTests {
    private let clock = TestClock()
    private let base: Store<App, AppAction, AppEffect>

    init() {
        let part = AsyncPart(SlowAdder(clock: clock))
        base = Store(
            initial: App(),
            reducer: CombinedReducer<App, AppAction, AppEffect> {
                part.scoped(state: \.sum, action: CasePath(AppAction.sum), effect: AppEffect.sum)
                Reduce { app, action in
                    if case .rename(let title) = action { app.title = title }
                    return []
                }
            })
        base.dependencies.executor = clock.executor
        base.setEffectHandler(for: CasePath(AppEffect.sum), action: AppAction.sum, performing: part)
    }

    private func advance() {
        clock.advance(by: .seconds(1))
    }

    @Test("actions are reduced one after the other, while the rest of the state goes on")
    func order() {
        base.dispatch(.sum(.dispatch(1)))
        base.dispatch(.sum(.dispatch(2)))
        base.dispatch(.rename("a"))
        #expect(base.state.sum.reducing == 1 && base.state.sum.waiting == [2])
        #expect(base.state.title == "a")
        #expect(base.runningEffects.map(\.name) == ["SlowAdder 1"])
        advance()
        #expect(base.state.sum.value == 1 && base.state.sum.reducing == 2)
        advance()
        #expect(base.state.sum == App(sum: .init(3)).sum.numbered(2))
    }

    @Test("actions that wait are coalesced where the reducer says so, but never the one that is being reduced")
    func coalesced() {
        struct Texts: AsyncReducer {
            func reduce(state: String, action: String) async -> String { action }
            func coalesce(_ waiting: String, with newer: String) -> String? { newer.hasPrefix(waiting) ? newer : nil }
        }
        var state = AsyncPart<Texts>.State("")
        let part = AsyncPart(Texts())
        for text in ["a", "ab", "abc", "x", "xy"] { _ = part.reduce(&state, .dispatch(text)) }
        #expect(state.reducing == "a" && state.waiting == ["abc", "xy"])
    }

    @Test("an action that is rejected changes nothing, and the next one is reduced")
    func rejected() {
        base.dispatch(.sum(.dispatch(-1)))
        base.dispatch(.sum(.dispatch(2)))
        advance()
        advance()
        #expect(base.state.sum.value == 2 && base.state.sum.reducing == nil)
    }

    @Test("a reduction that is cancelled is ended, what it returns is ignored, and the next one begins")
    func cancelled() {
        base.dispatch(.sum(.dispatch(1)))
        base.dispatch(.sum(.dispatch(2)))
        base.dispatch(.sum(.cancel))
        #expect(base.runningEffects.map(\.name) == ["SlowAdder 2"])
        base.dispatch(.sum(.reduced(77, number: 1)))
        base.dispatch(.sum(.cancel))
        base.dispatch(.sum(.cancel))
        #expect(base.runningEffects.isEmpty)
        base.dispatch(.sum(.reduced(77, number: 2)))
        base.dispatch(.sum(.rejected("late", number: 2)))
        #expect(base.state.sum.value == 0 && base.state.sum.reducing == nil)
    }

    @Test("late work of a part begins once its reduction is committed, is an effect of the store, and comes back to the part")
    func late() {
        struct Fetcher: AsyncReducer {
            let later: Later<String>

            func reduce(state: [String], action: String) async throws -> [String] {
                if action.hasPrefix("fetch") {
                    later("request") { [later] in
                        try? await later.dependencies.clock.sleep(for: .seconds(1))
                        later("log") { "logged" }
                        return "answer"
                    }
                }
                if action == "fetch nothing" { try reject("nothing") }
                return state + [action]
            }
        }
        enum FetchAction: Sendable { case part(AsyncPart<Fetcher>.Action) }
        enum FetchEffect: Sendable { case part(AsyncPart<Fetcher>.Effect) }
        let part = AsyncPart { Fetcher(later: $0) }
        let store = Store(
            initial: AsyncPart<Fetcher>.State([]),
            reducer: part.scoped(state: \.self, action: CasePath(FetchAction.part), effect: FetchEffect.part))
        store.dependencies = Dependencies(clock: clock, executor: clock.executor)
        store.setEffectHandler(for: CasePath(FetchEffect.part), action: FetchAction.part, performing: part)
        store.dispatch(.part(.dispatch("fetch nothing")))
        store.dispatch(.part(.dispatch("fetch")))
        clock.executor.run()
        #expect(store.state.value == ["fetch"])
        #expect(store.runningEffects.map(\.name) == ["request"])
        advance()
        #expect(Set(store.state.value) == ["fetch", "answer", "logged"])
        #expect(store.runningEffects.isEmpty)
    }

    @Test("a reduction that began before a state was restored is not taken for one that began after it")
    func restored() {
        base.dispatch(.sum(.dispatch(1)))
        base.restore(App())
        base.dispatch(.sum(.dispatch(20)))
        #expect(base.runningEffects.count == 1)
        advance()
        #expect(base.state.sum.value == 20 && base.state.sum.reducing == nil)
    }

    @Test("two parts of one type have reductions of their own")
    func two() {
        struct Both: Sendable { var first = AsyncPart<SlowAdder>.State(0), second = AsyncPart<SlowAdder>.State(0) }
        enum Action: Sendable { case first(AsyncPart<SlowAdder>.Action), second(AsyncPart<SlowAdder>.Action) }
        enum Effect: Sendable { case first(AsyncPart<SlowAdder>.Effect), second(AsyncPart<SlowAdder>.Effect) }
        let part = AsyncPart(SlowAdder(clock: clock))
        let store = Store(
            initial: Both(),
            reducer: CombinedReducer<Both, Action, Effect> {
                part.scoped(state: \.first, action: CasePath(Action.first), effect: Effect.first)
                part.scoped(state: \.second, action: CasePath(Action.second), effect: Effect.second)
            })
        store.dependencies.executor = clock.executor
        store.setEffectHandler(for: CasePath(Effect.first), action: Action.first, performing: part)
        store.setEffectHandler(for: CasePath(Effect.second), action: Action.second, performing: part)
        store.dispatch(.first(.dispatch(1)))
        store.dispatch(.second(.dispatch(2)))
        #expect(store.runningEffects.map(\.name) == ["SlowAdder 1", "SlowAdder (2) 1"])
        store.dispatch(.second(.cancel))
        advance()
        #expect(store.state.first.value == 1 && store.state.second.value == 0)
    }
}

extension AsyncPart.State where Part == SlowAdder {
    /// The same after a number of reductions.
    fileprivate func numbered(_ count: Int) -> Self {
        var state = Self(0)
        let part = AsyncPart(SlowAdder(clock: TestClock()))
        for number in 1...count {
            _ = part.reduce(&state, .dispatch(0))
            _ = part.reduce(&state, .reduced(value, number: number))
        }
        return state
    }
}
