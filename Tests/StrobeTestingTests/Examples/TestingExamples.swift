import Strobe
import StrobeTesting
import Testing

/// The examples of what tests use; each is in the documentation of what it shows.
@Suite("Examples of test stores and clocks", .timeLimit(.minutes(5)))
struct TestingExamples {
    @Test("a clock moves when a test says so")
    func clock() async throws {
        let clock = TestClock()
        let ticks = Task(executorPreference: clock.executor) {
            for _ in 1...3 { try await clock.sleep(for: .seconds(1)) }
            return clock.now.offset
        }
        clock.advance(by: .seconds(3))
        let offset = try await ticks.value  // 3 seconds
        #expect(offset == .seconds(3))
    }

    @Test("an executor runs jobs when a test says so")
    func executor() async {
        let executor = TestExecutor()
        let task = Task(executorPreference: executor) { "hello" }
        assert(!executor.isIdle)
        executor.run()
        let text = await task.value  // "hello"
        #expect(text == "hello")
    }

    @Test("a test store asserts every change and effect")
    func testStore() async {
        struct Shop: Sendable { var items: [String] = [], isLoading = false }
        enum Action: Sendable { case reload, loaded([String]) }
        enum Effect: Sendable { case fetch(page: Int) }
        let reduce: @Sendable (inout Shop, Action) -> [Effect] = { shop, action in
            switch action {
            case .reload:
                shop.isLoading = true
                return [.fetch(page: 1)]
            case .loaded(let items):
                shop = Shop(items: items)
                return []
            }
        }
        let store = TestStore(initial: Shop(), reduce: reduce)
        await store.send(.reload) { $0.isLoading = true }
        store.expect(.fetch(page: 1))
        await store.send(.loaded(["tea"])) { $0 = Shop(items: ["tea"]) }
        await store.finish()
        #expect(store.state.items == ["tea"])
    }

    @Test("what effects dispatch is received")
    func receiving() async {
        let search = TestStore(initial: "") { (text: inout String, new: String) -> [String] in
            text = new
            return new == "te" ? ["complete"] : []
        }
        search.setEffectHandler(schedule: { _ in .debounced("search", for: .seconds(1)) }) { effect, context in
            context.dispatch("tea")
        }
        await search.send("te") { $0 = "te" }
        search.clock.advance(by: .seconds(1))
        await search.receive("tea") { $0 = "tea" }
        await search.finish()
        #expect(search.state == "tea")
    }

    @Test("a reducer that is a type is tested")
    func ofReducer() async {
        struct Doubling: Reducer {
            func reduce(_ state: inout Int, _ action: Int) -> [Never] {
                state = action * 2
                return []
            }
        }
        let store = TestStoreOf<Doubling>(initial: 0, reducer: Doubling())
        await store.send(2) { $0 = 4 }
        await store.finish()
        #expect(store.state == 4)
    }

    @Test("a test says what an action changes")
    func send() async {
        let store = TestStore(initial: [Int]()) { (numbers: inout [Int], number: Int) in
            if number > 0 { numbers.append(number) }
        }
        await store.send(7) { $0.append(7) }
        await store.send(0)  // changes nothing
        await store.finish()
        #expect(store.state == [7])
    }

    @Test("a test says what an action asks for")
    func expect() async {
        let store = TestStore(initial: 0) { (page: inout Int, turn: Int) -> [String] in
            page += turn
            return ["fetch \(page)", "track"]
        }
        await store.send(1) { $0 = 1 }
        store.expect("fetch 1", "track")
        await store.finish()
        #expect(store.state == 1)
    }

    @Test("a test says what the functions in an effect return")
    func expectWhere() async {
        enum Message: Equatable { case load, rates([String: Double]) }
        struct Load: Sendable {
            var path: String
            var onComplete: @Sendable ([String: Double]) -> Message
        }
        let store = TestStore(initial: 0) { (count: inout Int, message: Message) -> [Load] in
            count += 1
            return message == .load ? [Load(path: "/rates", onComplete: Message.rates)] : []
        }
        await store.send(.load) { $0 = 1 }
        store.expect("a load of /rates that answers .rates") { load in
            load.path == "/rates" && load.onComplete(["EUR": 1]) == .rates(["EUR": 1])
        }
        await store.finish()
        #expect(store.state == 1)
    }

    @Test("a test says what came back")
    func receive() async {
        let store = TestStore(initial: 0) { (sum: inout Int, number: Int) -> [Int] in
            sum += number
            return number > 9 ? [number % 10] : []
        }
        store.setEffectHandler { digit, context in context.dispatch(digit) }
        await store.send(12) { $0 = 12 }
        await store.receive(2) { $0 = 14 }
        await store.finish()
        #expect(store.state == 14)
    }

    @Test("a test need not say everything")
    func exhaustivity() async {
        struct Total: Sendable { var sum = 0, count = 0 }
        let store = TestStore(initial: Total()) { (total: inout Total, number: Int) -> [Int] in
            total.sum += number
            total.count += 1
            return number > 9 ? [number / 10, number % 10] : []
        }
        store.exhaustivity = .off
        store.setEffectHandler { digit, context in context.dispatch(digit) }
        await store.send(45) { $0.sum = 45 }
        await store.receive(5) { $0.count = 3 }
        print(store.skipped)  // what 45 and 5 changed, and the action 4 with what it changed
        await store.finish()
        #expect(store.skipped.count == 7)
    }

    @Test("a test says of what kind it is that came back")
    func receiveWhere() async {
        let store = TestStore(initial: 0) { (sum: inout Int, number: Int) -> [Int] in
            sum += number
            return number > 9 ? [number % 10] : []
        }
        store.setEffectHandler { digit, context in context.dispatch(digit) }
        await store.send(12) { $0 = 12 }
        await store.receive("a digit", where: { $0 < 10 }) { $0 = 14 }
        await store.finish()
        #expect(store.state == 14)
    }

    @Test("an asynchronous store is tested")
    func asyncStore() async {
        let clock = TestClock()
        let base = AsyncStore(initial: 0) { (count: Int, step: Int) in
            if step > 9 { try? await clock.sleep(for: .seconds(1)) }
            return count + step
        }
        let store = TestStore(base, clock: clock)
        await store.send(2) { $0 = 2 }
        store.dispatch(10)  // takes a second
        clock.advance(by: .seconds(1))
        await store.receive(10) { $0 = 12 }
        await store.finish()
        #expect(base.state == 12)
    }

    @MainActor
    @Test("a machine of state objects is tested")
    func machine() async {
        @MainActor final class Lamp { var isOn = false }
        final class Off: StateObject<Bool, String, Lamp> {
            override func next(on event: String) -> Bool? { event == "press" ? true : nil }
        }
        final class On: StateObject<Bool, String, Lamp> {
            override func enter() { host?.isOn = true }
        }
        let lamp = Lamp()
        let machine = StateObjectMachine<Bool, String, Lamp>(initial: false, host: lamp) { isOn, lamp in
            isOn ? On(host: lamp) : Off(host: lamp)
        }
        let store = TestStore(machine)
        await store.send("press") { $0 = true }
        await store.sendRejected("press")
        await store.finish()
        #expect(lamp.isOn)
    }

    @Test("dependencies are replaced")
    func dependencies() async {
        enum RollKey: DependencyKey {
            static let liveValue: @Sendable () async -> Int = { 4 }  // asks a server
        }
        let store = TestStore(initial: 0) { (sum: inout Int, number: Int) -> [String] in
            sum += number
            return number == 0 ? ["roll"] : []
        }
        store.dependencies[RollKey.self] = { 6 }
        store.setEffectHandler { _, context in
            try? await context.dependencies.clock.sleep(for: .seconds(1))
            context.dispatch(await context.dependencies[RollKey.self]())
        }
        await store.send(0)
        store.clock.advance(by: .seconds(1))
        await store.receive(6) { $0 = 6 }
        await store.finish()
    }

    @Test("a Redux store is tested")
    func redux() async {
        let clock = TestClock()
        let dispatcher = Delivery.executor(clock.executor)
        let redux = ReduxStore<[String], String>(
            state: [], reducers: [{ list, item in list + [item] }], serialDispatcher: dispatcher,
            middlewareDispatcher: dispatcher)
        let store = TestStore(redux, clock: clock)
        await store.send("lamp") { $0 = ["lamp"] }
        store.dispatch(
            Thunk("later") { context in
                try? await clock.sleep(for: .seconds(1))
                context.dispatch("desk")
            })
        clock.advance(by: .seconds(1))
        await store.receive("desk") { $0 = ["lamp", "desk"] }
        await store.finish()
        #expect(redux.state == ["lamp", "desk"])
    }
}
