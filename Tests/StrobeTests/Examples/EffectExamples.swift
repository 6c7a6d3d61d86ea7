import Strobe
import StrobeTesting
import Synchronization
import Testing

/// The examples of effects; each is in the documentation of what it shows.
@Suite("Examples of effects", .timeLimit(.minutes(5)))
struct EffectExamples {
    @Test("an effect handler dispatches through its context")
    func context() {
        let store = Store(initial: 0) { (sum: inout Int, number: Int) -> [String] in
            sum += number
            return sum > 9 ? ["carry"] : []
        }
        store.setInlineEffectHandler { effect, context in
            print("\(effect), asked for by #\(context.cause ?? 0)")
            context.dispatch(-10)
        }
        store.dispatch(12)  // prints: carry, asked for by #1
        print(store.state)  // 2
        #expect(store.state == 2)
    }

    @Test("an id is a name")
    func effectID() {
        let search: EffectID = "search"
        let page: EffectID = "page \(3)"
        let schedules = [EffectSchedule.debounced(search, for: .seconds(1)), .replacing(page)]
        #expect(schedules.map(\.id) == ["search", "page 3"])
    }

    @Test("a part has a handler of its own")
    func part() async {
        enum Search {
            enum Action: Sendable { case found([String]) }
            enum Effect: Sendable { case find(String) }

            static func perform(_ effect: Effect, _ context: EffectContext<Action>) async {
                if case .find(let text) = effect { context.dispatch(.found([text])) }
            }
        }
        enum Action: Sendable { case type(String), search(Search.Action) }
        enum Effect: Sendable { case search(Search.Effect), save }
        let store = Store(initial: [String]()) { (results: inout [String], action: Action) -> [Effect] in
            switch action {
            case .type(let text): return [.search(.find(text)), .save]
            case .search(.found(let found)): results = found
            }
            return []
        }
        store.setEffectHandler(for: CasePath(Effect.search), action: Action.search, async: Search.perform)
        store.setEffectHandler { effect, context in print(effect) }  // prints: save
        store.dispatch(.type("tea"))
        for await results in store.states() where results == ["tea"] { break }
        #expect(store.seq == 2)
    }

    @Test("effects are scheduled by their values")
    func schedule() async {
        enum Effect: Sendable { case search(String), refresh, stop }
        let store = Store(initial: [String]()) { (results: inout [String], text: String) -> [Effect] in
            results.append(text)
            return [.search(text)]
        }
        store.setEffectHandler(
            schedule: { effect in
                switch effect {
                case .search: .debounced("search", for: .milliseconds(300), replacing: true)
                case .refresh: .unlessRunning("refresh")
                case .stop: .cancelling("search")
                }
            },
            async: { effect, context in
                // Runs once per burst of searches.
            })
        store.dispatch("te")
        store.dispatch("tea")
        #expect(store.runningEffects.count == 1)
    }

    @Test("a phase shows what waits")
    func phase() {
        let store = Store(initial: 0) { (sum: inout Int, number: Int) -> [String] in ["save"] }
        store.setEffectHandler(schedule: { _ in .debounced("save", for: .seconds(60)) }, async: { _, _ in })
        store.dispatch(1)
        let waiting = store.runningEffects.filter { $0.phase == .waiting }.count  // 1
        #expect(waiting == 1)
        #expect(store.cancelAllEffects() == 1)
    }

    @Test("a running effect is listed with its cause")
    func runningEffect() {
        let store = Store(initial: 0) { (sum: inout Int, number: Int) -> [String] in ["save"] }
        store.setEffectHandler(async: { effect, context in try? await Task.sleep(for: .seconds(60)) })
        store.dispatch(1)
        for effect in store.runningEffects {
            print(effect.id, effect.effect ?? "", effect.phase, effect.cause ?? 0)  // 1 save running 1
        }
        store.cancelAllEffects()
        #expect(store.runningEffects.isEmpty)
    }

    @Test("a handler replaces what still loads")
    func handler() async {
        enum Action: Sendable { case open(page: Int), loaded(String) }
        let store = Store(initial: "") { (text: inout String, action: Action) -> [Int] in
            switch action {
            case .open(let page): return [page]
            case .loaded(let loaded): text = loaded
            }
            return []
        }
        store.setEffectHandler(
            schedule: { _ in .replacing("page") },
            async: { page, context in context.dispatch(.loaded("text of page \(page)")) })
        store.dispatch(.open(page: 3))
        for await text in store.states() where !text.isEmpty {
            #expect(text == "text of page 3")
            break
        }
    }
}
