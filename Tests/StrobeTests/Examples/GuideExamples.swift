import Observation
import Strobe
import StrobeTesting
import Testing

/// The code of the README's guide; each test is one of its designs.
@Suite("The guide of the README", .timeLimit(.minutes(5)))
struct GuideExamples {
    @Test("a reducer takes commands and asks for effects")
    func reducer() async {
        struct Profile: Reducer {
            enum Command: Codable, Sendable { case load, loaded(String), failed }
            enum View: Codable, Sendable, Equatable { case empty, loading, showing(String) }
            enum Effect: Codable, Sendable { case load }

            func reduce(_ view: inout View, _ command: Command) throws -> [Effect] {
                switch (command, view) {
                case (.load, .empty), (.load, .showing):
                    view = .loading
                    return [.load]
                case (.loaded(let name), .loading): view = .showing(name)
                case (.failed, .loading): view = .empty
                case (.load, .loading), (.loaded, .empty), (.loaded, .showing), (.failed, .empty), (.failed, .showing):
                    try reject("\(command) while \(view)")  // the state stays as it is, and the log shows why
                }
                return []
            }
        }

        let store = Store(initial: Profile.View.empty, reducer: Profile())
        store.setEffectHandler { effect, context in context.dispatch(.loaded("Ada")) }
        store.dispatch(.load)  // loading, then showing Ada
        for await view in store.states() where view == .showing("Ada") { break }
        #expect(store.seq == 2)
    }

    @Test("a screen is told of what it reads")
    @MainActor func screens() {
        struct Search: Sendable { var text = "", results: [String] = [] }
        enum Event: Sendable { case typed(String), found([String]) }

        let store = Store(initial: Search()) { (search: inout Search, event: Event) in
            switch event {
            case .typed(let text): search.text = text
            case .found(let results): search.results = results
            }
        }
        let search = store.observed  // on the main actor; keep it, in @State or in a property
        withObservationTracking {
            print(search.results)  // a SwiftUI body tracks what it reads in the same way
        } onChange: {
            print("the results change")
        }
        search.dispatch(.typed("tea"))
        print(search.text)  // tea, at once; nothing else is printed: only the results were read
        search.dispatch(.found(["green tea"]))  // prints: the results change
        #expect(search.text == "tea" && search.results == ["green tea"])
    }

    @Test("an asynchronous reducer leaves what takes long for later")
    func asynchronous() async {
        struct Login: AsyncReducer {
            enum State: Codable, Sendable, Equatable { case idle, waiting, welcome(String) }
            enum Action: Codable, Sendable { case logIn(String), loggedIn(String) }
            let later: Later<Action>

            func reduce(state: State, action: Action) async -> State {
                switch action {
                case .logIn(let name):
                    later("log in") { .loggedIn(name) }  // may take its time; other actions come first
                    return .waiting
                case .loggedIn(let name):
                    return .welcome(name)
                }
            }
        }

        let store = AsyncStore(initial: .idle) { later in Login(later: later) }
        store.dispatch(.logIn("Ada"))  // returns at once
        for await state in store.states() where state == .welcome("Ada") { break }
        #expect(store.seq == 2)
    }

    @Test("Redux has actions of many types and middleware")
    func redux() async {
        protocol WidgetAction: Sendable {}
        struct Refresh: WidgetAction, Codable {}
        struct Update: WidgetAction, Codable { var widgets: [String] }

        struct Provider: Middleware {
            func apply(state: [String], action: any WidgetAction, context: EffectContext<any WidgetAction>) {
                if action is Refresh { context.dispatch(Update(widgets: ["clock"])) }
            }
        }

        let redux = ReduxStore<[String], any WidgetAction>(
            state: [],
            reducers: [{ widgets, action in (action as? Update)?.widgets ?? widgets }],
            middleware: [Provider()])
        redux.dispatch(Update(widgets: []))
        redux.dispatch(
            Thunk("refresh") { context in
                if context.state?.isEmpty == true { context.dispatch(Refresh()) }
            })
        for await widgets in redux.store.states() where !widgets.isEmpty {
            #expect(widgets == ["clock"])
            break
        }
        // What the test dispatched, what the thunk did, and what the middleware answered.
        #expect(redux.store.seq == 3)
    }

    @Test("a table rejects what it does not have")
    func machine() async throws {
        enum Gate: String, Codable, Kinded, CaseIterable { case locked, unlocked }
        enum Event: String, Codable, Kinded, CaseIterable { case coin, push }

        let machine = StateMachine<Gate, Event, String>(
            initial: .locked,
            transitions: [
                .on(.coin, from: .locked, to: .unlocked, run: ["thank"]),
                .on(.push, from: .unlocked, to: .locked),
            ],
            enter: [.unlocked: ["open the bolt"]],
            exit: [.unlocked: ["close the bolt"]])
        let store = Store(machine: machine)
        store.dispatch(.push)  // rejected: no transition on push from locked
        #expect(store.state == .locked)
        #expect(try await store.receipt(of: .push).rejection == "no transition on push from locked")
        #expect(try await store.receipt(of: .coin).effects == ["thank", "open the bolt"])
    }

    @Test("a message may return a command")
    func messages() async {
        struct Converter: Codable, Sendable {
            enum Message: Codable, Sendable { case typed(String), loaded(rate: Double?), reload }
            enum Command: Sendable { case load(String, onComplete: @Sendable (Double?) -> Message) }
            var amount: Double?
            var rate: Double?
            var output: Double? { amount.flatMap { amount in rate.map { amount * $0 } } }

            mutating func send(_ message: Message) -> Command? {
                switch message {
                case .typed(let text): amount = Double(text)
                case .loaded(let new): rate = new ?? rate
                case .reload: return .load("/rates", onComplete: Message.loaded)
                }
                return nil
            }
        }

        let store = Store<Converter, Converter.Message, Converter.Command>(initial: Converter()) { converter, message in
            converter.send(message)
        }
        store.setEffectHandler { command, context in
            guard case .load(_, let onComplete) = command else { return }
            context.dispatch(onComplete(1.1))
        }
        store.dispatch(.typed("20"))
        #expect(store.state.output == nil)
        store.dispatch(.reload)
        for await output in store.values(of: \.output) where output == 22 { break }
        store.dispatch(.typed("a lot"))
        #expect(store.state.output == nil)
        store.dispatch(.loaded(rate: nil))
        #expect(store.state.rate == 1.1)
    }

    @Test("a test asserts every change and every effect")
    func testing() async {
        enum Action: Sendable { case typed(String), found([String]) }
        struct Search: Sendable { var text = "", results: [String] = [] }

        let store = TestStore(initial: Search()) { (search: inout Search, action: Action) -> [String] in
            switch action {
            case .typed(let text):
                search.text = text
                return [text]
            case .found(let results):
                search.results = results
                return []
            }
        }
        store.setEffectHandler(schedule: { _ in .debounced("search", for: .seconds(1)) }) { text, context in
            context.dispatch(.found(["green \(text)"]))
        }

        await store.send(.typed("te")) { $0.text = "te" }
        await store.send(.typed("tea")) { $0.text = "tea" }  // within the second: replaces the first
        store.clock.advance(by: .seconds(1))
        await store.receive(.found(["green tea"])) { $0.results = ["green tea"] }
        await store.finish()
        #expect(store.state.results == ["green tea"])
    }
}
