import Strobe
import Testing

private func wait(until isSo: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(10)
    while !isSo(), ContinuousClock.now < deadline { await Task.yield() }
    return isSo()
}

private enum Door: Kinded, CaseIterable { case shut, open }
private enum DoorEvent: Kinded, CaseIterable { case push, pull }

private let door = StateMachine<Door, DoorEvent, Never>(
    initial: .shut, transitions: [.on(.push, from: .shut, to: .open), .on(.pull, from: .open, to: .shut)])

@Suite("The examples of parts")
struct PartExamples {
    @Test("a reducer that is a type is made of others")
    func composed() {
        struct Likes: Reducer {
            func reduce(_ count: inout Int, _ step: Int) -> [Never] {
                count += step
                return []
            }
        }
        struct Screen: Sendable { var likes = 0, title = "" }
        enum Event: Sendable { case likes(Int), rename(String) }
        struct ScreenReducer: ComposedReducer {
            var body: some Reducer<Screen, Event, Never> {
                CombinedReducer {
                    Likes().scoped(state: \.likes, action: CasePath(Event.likes))
                    Reduce { screen, event in
                        if case .rename(let title) = event { screen.title = title }
                    }
                }
            }
        }
        let store = Store(initial: Screen(), reducer: ScreenReducer())
        store.dispatch(.likes(2))
        #expect(store.state.likes == 2)
        store.dispatch(.rename("lamps"))
        #expect(store.state.title == "lamps")
    }

    @Test("reducers are listed in braces")
    func listed() {
        struct Form: Sendable { var name = "", age = 0 }
        enum Entry: Sendable { case name(String), age(Int) }
        let form = CombinedReducer<Form, Entry, Never> {
            Reduce { form, entry in
                if case .name(let name) = entry { form.name = name }
            }
            Reduce { form, entry in
                if case .age(let age) = entry { form.age = age }
            }
        }
        let store = Store(initial: Form(), reducer: form)
        store.dispatch(.age(7))
        store.dispatch(.name("Ada"))
        #expect(store.state.age == 7 && store.state.name == "Ada")
    }

    @Test("reducers are listed in a loop")
    func loop() {
        func counters(_ count: Int) -> CombinedReducer<[Int], Int, Never> {
            CombinedReducer {
                for index in 0..<count {
                    Reduce { counts, step in counts[index] += step }
                }
            }
        }
        let store = Store(initial: [0, 0], reducer: counters(2))
        store.dispatch(3)  // the state is [3, 3]
        #expect(store.state == [3, 3])
    }

    @Test("the effects of elements end with them")
    func elements() async {
        struct Row: Sendable, Identifiable {
            let id: Int
            var text = ""
        }
        struct List: Sendable { var rows = [Row(id: 1), Row(id: 2)] }
        enum RowAction: Sendable { case load, loaded(String) }
        enum Action: Sendable { case row(ElementAction<Int, RowAction>), remove(Int) }
        enum Effect: Sendable { case row(Int, String) }
        let row = Reduce<Row, RowAction, String> { row, action in
            switch action {
            case .load: return ["load"]
            case .loaded(let text): row.text = text
            }
            return []
        }
        let reducer = CombinedReducer<List, Action, Effect> {
            row.forEach(\.rows, action: CasePath(Action.row), effect: Effect.row)
            Reduce { list, action in
                if case .remove(let id) = action { list.rows.removeAll { $0.id == id } }
                return []
            }
        }
        let store = Store(initial: List(), reducer: reducer)
        store.setEffectHandler(forEach: CasePath(Effect.row), action: Action.row) { id, effect, context in
            context.dispatch(.loaded("\(effect) of \(id)"))
        }
        store.dispatch(.row(ElementAction(id: 1, action: .load)))
        store.dispatch(.remove(1))  // cancels what still runs for it
        store.dispatch(.row(ElementAction(id: 2, action: .load)))
        #expect(await wait { store.state.rows.map(\.text) == ["load of 2"] })
    }

    @Test("an asynchronous reducer is a part")
    func asynchronous() async {
        struct Login: AsyncReducer {
            enum State: Sendable, Equatable { case idle, loggedIn }
            func reduce(state: State, action: String) async throws -> State {
                if action.isEmpty { try reject("no name") }
                await Task.yield()  // asks a server
                return .loggedIn
            }
        }
        struct App: Sendable { var login = AsyncPart<Login>.State(.idle) }
        enum AppAction: Sendable { case login(AsyncPart<Login>.Action) }
        enum AppEffect: Sendable { case login(AsyncPart<Login>.Effect) }

        let login = AsyncPart(Login())
        let store = Store(
            initial: App(),
            reducer: login.scoped(
                state: \App.login, action: CasePath(AppAction.login), effect: AppEffect.login))
        store.setEffectHandler(for: CasePath(AppEffect.login), action: AppAction.login, performing: login)
        store.dispatch(.login(.dispatch("Ada")))
        #expect(await wait { store.state.login.value == .loggedIn })
    }

    @Test("state objects are a part")
    @MainActor func stateObjects() {
        enum Light: Sendable { case red, green }
        @MainActor final class Lamp { var text = "" }
        final class Red: StateObject<Light, String, Lamp> {
            override func next(on event: String) -> Light? { event == "go" ? .green : nil }
        }
        final class Green: StateObject<Light, String, Lamp> {
            override func enter() { host?.text = "go" }
        }
        struct Street: Sendable { var light = Light.red }
        enum StreetAction: Sendable { case light(StateObjectPart<Light, String>.Action) }
        enum StreetEffect: Sendable { case light(StateObjectPart<Light, String>.Effect) }

        let lamp = Lamp()
        let machine = StateObjectMachine<Light, String, Lamp>(initial: .red, host: lamp) { light, lamp in
            light == .red ? Red(host: lamp) : Green(host: lamp)
        }
        let store = Store(
            initial: Street(),
            reducer: StateObjectPart<Light, String>().scoped(
                state: \Street.light, action: CasePath(StreetAction.light), effect: StreetEffect.light))
        store.setEffectHandler(
            for: CasePath(StreetEffect.light), action: StreetAction.light, state: \.light, performing: machine)
        store.dispatch(.light(.event("go")))  // on the main actor, the lamp says "go" before this returns
        #expect(lamp.text == "go")
        #expect(store.state.light == .green)
    }

    @Test("an asynchronous reducer has parts of other designs")
    func asynchronousParent() async throws {
        struct Visits: AsyncReducer {
            func reduce(state: [String], action: String) async -> [String] { state + [action] }
        }
        struct House: Sendable { var door = Door.shut, visits: [String] = [] }
        enum HouseAction: Sendable { case door(DoorEvent), visit(String) }
        struct HouseReducer: AsyncReducer {
            let visits = Visits()  // an asynchronous reducer

            func reduce(state: House, action: HouseAction) async throws -> House {
                var house = state
                switch action {
                case .door(let event): _ = try door.reduce(&house.door, event)  // a state machine
                case .visit(let name): house.visits = await visits.reduce(state: house.visits, action: name)
                }
                return house
            }
        }
        let store = AsyncStore(initial: House()) { _ in HouseReducer() }
        #expect(try await store.receipt(of: .door(.pull)).rejection == "no transition on pull from shut")
        store.dispatch(.door(.push))
        try await store.receipt(of: .visit("Ada"))
        #expect(store.state.door == .open && store.state.visits == ["Ada"])
    }

    @Test("a Redux module is a part, and a machine is a part of a Redux store")
    func redux() async throws {
        #expect(await useModule())
        enum Turnstile: Kinded, CaseIterable { case locked, unlocked }
        enum TurnstileEvent: Kinded, CaseIterable { case coin, push }
        let machine = StateMachine<Turnstile, TurnstileEvent, Never>(
            initial: .locked,
            transitions: [.on(.coin, from: .locked, to: .unlocked), .on(.push, from: .unlocked, to: .locked)])
        struct Station: Sendable { var turnstile = Turnstile.locked }
        let event = CasePath<any Sendable, TurnstileEvent>(embed: { $0 }, extract: { $0 as? TurnstileEvent })
        let store = ReduxStore<Station, any Sendable>(
            state: Station(), reducer: machine.scoped(state: \Station.turnstile, action: event))
        store.dispatch(TurnstileEvent.coin)
        #expect(try await store.receipt(of: TurnstileEvent.coin).rejection == "no transition on coin from unlocked")
    }
}

private func useModule() async -> Bool {
    protocol CartAction: Sendable {}
    struct Add: CartAction { let item: String }
    struct Reserved: CartAction {}
    struct Reservation: Middleware {
        func apply(state: [String], action: any CartAction, context: EffectContext<any CartAction>) {
            if action is Add { context.dispatch(Reserved()) }
        }
    }
    let cart = Reduce<[String], any CartAction, Never> { items, action in
        items + ((action as? Add).map { [$0.item] } ?? [])
    }
    struct Shop: Sendable { var cart: [String] = [] }
    enum Action: Sendable { case cart(any CartAction), close }
    let inCart = CasePath(Action.cart)
    let store = Store(initial: Shop(), reducer: cart.scoped(state: \Shop.cart, action: inCart))
    store.addMiddleware(Reservation(), state: \.cart, action: inCart)
    store.dispatch(.cart(Add(item: "tea")))
    return await wait { store.seq == 2 } && store.state.cart == ["tea"]
}
