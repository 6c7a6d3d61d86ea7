import Strobe
import StrobeTesting
import Testing

@Suite("Dependencies", .timeLimit(.minutes(5)))
struct DependencyTests {
    private enum NameKey: DependencyKey { static let liveValue = "live" }
    private enum NicknameKey: DependencyKey { static let liveValue: String? = "nick" }

    /// Tells what work of a store sees.
    private let seen = Collector<String>()

    @Test("a key has its live value until another is set, which may be none")
    func values() {
        var dependencies = Dependencies()
        #expect(dependencies[NameKey.self] == "live" && dependencies[NicknameKey.self] == "nick")
        let before = dependencies
        dependencies[NameKey.self] = "set"
        dependencies[NicknameKey.self] = nil
        #expect(dependencies[NameKey.self] == "set" && dependencies[NicknameKey.self] == nil)
        #expect(before[NameKey.self] == "live")
    }

    @Test("effect handlers, those of parts, middleware, its work and thunks read those of their store, as they are now")
    func store() async throws {
        let store = Store<Int, Int, Int?>(initial: 0) { (_: inout Int, action: Int) -> [Int?] in [action, nil] }
        store.dependencies[NameKey.self] = "first"
        let part = CasePath<Int?, Int>(embed: { $0 }, extract: { $0 })
        store.setEffectHandler(for: part, action: { (action: Int) in action }) { [seen] _, context in
            seen.add("part \(context.dependencies[NameKey.self])")
        }
        store.setInlineEffectHandler { [seen] _, context in seen.add("inline \(context.dependencies[NameKey.self])") }
        store.addMiddleware(on: .inline) { [seen] _, _, context in
            seen.add("middleware \(context.dependencies[NameKey.self])")
            context.run("work") { context in seen.add("work \(context.dependencies[NameKey.self])") }
        }
        let thunk = Thunk<Int, Int>("thunk") { [seen] context in
            seen.add("thunk \(context.dependencies[NameKey.self])")
        }
        store.dispatch(1)
        store.dispatch(thunk)
        let all = ["inline", "middleware", "part", "thunk", "work"]
        #expect(try await seen.wait(for: 5).sorted() == all.map { "\($0) first" })
        store.dependencies[NameKey.self] = "second"
        store.dispatch(2)
        store.dispatch(thunk)
        #expect(try await seen.wait(for: 10).suffix(5).sorted() == all.map { "\($0) second" })
    }

    @Test("a context has them after its store has ended")
    func ended() throws {
        var store: Store<Int, Int, Int>? = Store(initial: 0) { (_: inout Int, action: Int) -> [Int] in [action] }
        let contexts = Collector<EffectContext<Int>>()
        store?.setInlineEffectHandler { contexts.add($1) }
        store?.dependencies[NameKey.self] = "set"
        store?.dispatch(1)
        store = nil
        let context = try #require(contexts.all.first).map { (text: String) in text.count }
        #expect(context.dependencies[NameKey.self] == "set")
    }

    private struct Reader: AsyncReducer {
        let later: Later<Int>
        let seen: Collector<String>

        func reduce(state: Int, action: Int) async -> Int {
            seen.add("reducer \(later.dependencies[NameKey.self])")
            later("work") { [later, seen] in
                seen.add("late work \(later.dependencies[NameKey.self])")
                return nil
            }
            return action
        }
    }

    @Test("an asynchronous reducer and its late work read those of their store, and run on its executor")
    func asynchronous() async throws {
        let executor = TestExecutor()
        let store = AsyncStore(initial: 0) { [seen] in Reader(later: $0, seen: seen) }
        store.dependencies[NameKey.self] = "set"
        store.dependencies.executor = executor
        store.dispatch(1)
        #expect(seen.all.isEmpty && !executor.isIdle)
        executor.run()
        #expect(seen.all == ["reducer set", "late work set"] && store.state == 1)
    }

    @Test("middleware and thunks of a Redux store read those of their store, also by a scope of it")
    func redux() async throws {
        let executor = TestExecutor()
        let store = ReduxStore<Int, Int>(
            state: 0, reducers: [{ $0 + $1 }], serialDispatcher: .inline,
            middleware: [Reading(seen: seen)], middlewareDispatcher: .inline)
        let scope = store.scope(state: \.self, action: { (action: Int) in action })
        scope.dependencies = Dependencies(executor: executor)
        scope.dependencies[NameKey.self] = "set"
        #expect(scope.dependencies[NameKey.self] == "set")
        store.dispatch(1)
        store.dispatch(Thunk("thunk") { [seen] context in seen.add("thunk \(context.dependencies[NameKey.self])") })
        #expect(seen.all == ["middleware set"])
        executor.run()
        #expect(seen.all == ["middleware set", "thunk set"])
    }

    private struct Reading: Middleware {
        let seen: Collector<String>

        func apply(state: Int, action: Int, context: EffectContext<Int>) {
            seen.add("middleware \(context.dependencies[NameKey.self])")
        }
    }

    @MainActor private final class Host { var names: [String] = [] }

    private final class Entering: StateObject<Bool, String, Host> {
        override func enter() {
            run("name") { [name = dependencies[NameKey.self]] in name }
        }

        override func next(on event: String) -> Bool? {
            host?.names.append(event)
            return true
        }
    }

    @Test("state objects read those of their machine, which wait by its clock")
    @MainActor func stateObjects() async {
        let host = Host()
        let machine = StateObjectMachine<Bool, String, Host>(initial: false, host: host) { _, host in
            Entering(host: host)
        }
        machine.dependencies[NameKey.self] = "set"
        machine.start()
        for await isNamed in machine.states() where isNamed { break }
        #expect(host.names.first == "set")
    }

    @Test("what is set ends without the store's lock, to which it may come back")
    func deinitialised() {
        let store = Store(initial: 0) { (_: inout Int, _: Int) in }
        final class Coming: Sendable {
            let store: Store<Int, Int, Never>
            init(_ store: Store<Int, Int, Never>) { self.store = store }
            deinit { _ = store.dependencies.clock }
        }
        enum ComingKey: DependencyKey { static let liveValue: Coming? = nil }
        store.dependencies[ComingKey.self] = Coming(store)
        store.dependencies[ComingKey.self] = nil
        #expect(store.dependencies[ComingKey.self] == nil)
    }

    @Test("now goes with the system's clock")
    func now() {
        let before = Timing.now()
        let now = Dependencies().now()
        #expect(.nanoseconds(before) <= now && now <= .nanoseconds(Timing.now()))
    }
}

@Suite("A random source")
struct RandomSourceTests {
    @Test("gives the same numbers for a seed each time, and others for another")
    func seeded() {
        let (one, same, other) = (RandomSource.seeded(1), RandomSource.seeded(1), RandomSource.seeded(2))
        let numbers = (1...100).map { _ in one.next() }
        #expect(numbers == (1...100).map { _ in same.next() })
        #expect(Set(numbers + (1...100).map { _ in other.next() }).count == 200)
    }

    @Test("shares its numbers with its copies, and with any number of tasks")
    func shared() async {
        let source = RandomSource.seeded(1)
        let drawn = await withTaskGroup(of: [UInt64].self) { group in
            for _ in 0..<4 { group.addTask { (1...1_000).map { _ in source.next() } } }
            return await group.reduce(into: []) { $0 += $1 }
        }
        let sequence = RandomSource.seeded(1)
        #expect(drawn.sorted() == (1...4_000).map { _ in sequence.next() }.sorted())
    }

    @Test("may be any function, and is random by default")
    func others() {
        var three = RandomSource { 3 }
        #expect(three.next() == 3)
        #expect((1...9).randomElement(using: &three) != nil)
        #expect(Dependencies().random.next() != Dependencies().random.next())
    }
}
