import Strobe
import StrobeTesting
import Testing

/// The code of the article on testing.
@Suite("The article on testing", .timeLimit(.minutes(5)))
struct TestingArticleExamples {
    struct Search: Reducer {
        struct State: Sendable { var text = "", results: [String] = [], isSearching = false }
        enum Action: Sendable { case typed(String), found([String]) }
        enum Effect: Sendable { case find(String) }

        func reduce(_ state: inout State, _ action: Action) throws -> [Effect] {
            switch action {
            case .typed(let text):
                state.text = text
                state.isSearching = true
                return [.find(text)]
            case .found(let results):
                guard state.isSearching else { try reject("nothing is searched for") }
                state.results = results
                state.isSearching = false
                return []
            }
        }
    }

    @Test("changes and effects are asserted")
    func changes() async {
        let store = TestStore(initial: Search.State(), reducer: Search())
        await store.sendRejected(.found([]), reason: "nothing is searched for")
        await store.send(.typed("tea")) {
            $0.text = "tea"
            $0.isSearching = true
        }
        store.expect(.find("tea"))
        await store.send(.found(["green tea"])) {
            $0.results = ["green tea"]
            $0.isSearching = false
        }
        await store.finish()
        #expect(store.state.results == ["green tea"])
    }

    @Test("effects are performed, by a clock that the test moves")
    func effects() async {
        let store = TestStore(initial: Search.State(), reducer: Search())
        store.setEffectHandler(schedule: { _ in .debounced("find", for: .milliseconds(300)) }) {
            effect, context in
            guard case .find(let text) = effect else { return }
            context.dispatch(.found(["green \(text)"]))
        }

        await store.send(.typed("te")) {
            $0.text = "te"
            $0.isSearching = true
        }
        await store.send(.typed("tea")) { $0.text = "tea" }  // within 300 milliseconds
        store.clock.advance(by: .milliseconds(300))
        await store.receive(.found(["green tea"])) {
            $0.results = ["green tea"]
            $0.isSearching = false
        }
        await store.finish()
        #expect(store.runningEffects.isEmpty)
    }

    @Test("a function in an effect is called")
    func functions() async {
        enum Message: Equatable, Sendable { case reload, rate(Double?) }
        enum Command: Sendable {
            case load(path: String, onComplete: @Sendable (Double?) -> Message)
        }

        let store = TestStore<Double?, Message, Command>(initial: nil) { rate, message in
            switch message {
            case .reload: return .load(path: "/rates", onComplete: Message.rate)
            case .rate(let new): rate = new ?? rate
            }
            return nil
        }
        await store.send(.reload)
        store.expect("a load of /rates that answers .rate") { command in
            guard case .load("/rates", let onComplete) = command else { return false }
            return onComplete(1.1) == .rate(1.1) && onComplete(nil) == .rate(nil)
        }
        await store.send(.rate(1.1)) { $0 = 1.1 }
        await store.finish()
        #expect(store.state == 1.1)
    }

    @Test("a test is about one thing among many")
    func exhaustivity() async {
        let store = TestStore(initial: Search.State(), reducer: Search())
        store.exhaustivity = .off
        store.setEffectHandler { effect, context in context.dispatch(.found(["green tea"])) }
        await store.send(.typed("tea"))
        await store.receive("results", where: { if case .found = $0 { true } else { false } }) {
            $0.results = ["green tea"]
        }
        print(store.skipped)  // that the text and isSearching changed
        await store.finish()
        #expect(!store.skipped.isEmpty)
    }

    @Test("an asynchronous reducer sleeps on the test's clock")
    func asynchronous() async {
        let clock = TestClock()
        let counter = AsyncStore(initial: 0) { (count: Int, step: Int) in
            try await clock.sleep(for: .seconds(1))
            return count + step
        }
        let store = TestStore(counter, clock: clock)
        store.dispatch(2)
        clock.advance(by: .seconds(1))
        await store.receive(2) { $0 = 2 }
        await store.finish()
        #expect(counter.state == 2)
    }
}
