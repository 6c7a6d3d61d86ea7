import Strobe
import Testing

/// The examples of stores that are reduced asynchronously; each is in the documentation of its type.
@Suite("Examples of asynchronous stores", .timeLimit(.minutes(5)))
struct AsynchronousExamples {
    @Test("an asynchronous reducer is a type")
    func asyncReducer() async throws {
        struct Adder: AsyncReducer {
            func reduce(state: Int, action: Int) async -> Int {
                await Task.yield()
                return state + action
            }
        }
        let store = AsyncStore(initial: 0) { _ in Adder() }
        try await store.receipt(of: 2)
        #expect(store.state == 2)
    }

    @Test("reductions run one after the other")
    func asyncStore() async throws {
        let store = AsyncStore(initial: 0) { (count: Int, step: Int) in
            await Task.yield()
            return count + step
        }
        for step in 1...3 { store.dispatch(step) }
        let receipt = try await store.receipt(of: 4)
        print(receipt.seq, store.state)  // 4 10
        #expect(receipt.seq == 4)
        #expect(store.state == 10)
    }

    @Test("actions that wait are coalesced")
    func coalescing() async throws {
        struct Form: AsyncReducer {
            enum Action: Sendable { case typed(String), signIn }

            func reduce(state: [String], action: Action) async -> [String] {
                await Task.yield()  // asks a server whether the text is valid
                switch action {
                case .typed(let text): return [text]
                case .signIn: return state + ["signed in"]
                }
            }

            func coalesce(_ waiting: Action, with newer: Action) -> Action? {
                if case .typed = waiting, case .typed = newer { newer } else { nil }
            }
        }
        let store = AsyncStore(initial: []) { _ in Form() }
        for text in ["a", "ad", "ada"] { store.dispatch(.typed(text)) }
        try await store.receipt(of: .signIn)
        print(store.state)  // ["ada", "signed in"]
        #expect(store.state == ["ada", "signed in"])
    }

    @Test("a late result is an action")
    func later() async {
        struct Login: AsyncReducer {
            enum State: Sendable { case idle, authenticating, authenticated }
            enum Action: Sendable { case authenticate, authenticated }
            let later: Later<Action>

            func reduce(state: State, action: Action) async -> State {
                switch action {
                case .authenticate:
                    later("authenticate") {
                        try? await Task.sleep(for: .milliseconds(10))  // asks a server
                        return .authenticated
                    }
                    return .authenticating
                case .authenticated:
                    return .authenticated
                }
            }
        }
        let store = AsyncStore(initial: .idle) { later in Login(later: later) }
        store.dispatch(.authenticate)
        for await state in store.states() where state == .authenticated { break }
        #expect(store.seq == 2)
    }

    @Test("what is being reduced and what waits is listed")
    func pendingAction() {
        let store = AsyncStore(initial: 0) { (count: Int, seconds: Int) in
            try? await Task.sleep(for: .seconds(seconds))
            return count + 1
        }
        store.dispatch(60)
        store.dispatch(30)
        print(store.pending?.action ?? 0, store.queued.compactMap(\.action))  // 60 [30]
        store.cancelReduction()
        // The 60 seconds are cancelled, and the 30 have begun or are about to: nothing was counted.
        #expect(store.state == 0)
    }
}
