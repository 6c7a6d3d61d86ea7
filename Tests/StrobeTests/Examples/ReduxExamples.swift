import Strobe
import Synchronization
import Testing

/// The examples of stores as Redux has them; each is in the documentation of what it shows.
@Suite("Examples of Redux", .timeLimit(.minutes(5)))
struct ReduxExamples {
    @Test("a middleware sees every action")
    func middleware() {
        struct Analytics: Middleware {
            let track: @Sendable (String) -> Void

            func apply(state: [Int], action: Int, context: EffectContext<Int>) {
                track("\(action) comes to \(state.count) others")
            }
        }
        let store = Store(initial: [Int]()) { (numbers: inout [Int], number: Int) in numbers.append(number) }
        store.addMiddleware(Analytics(track: { print($0) }))
        store.dispatch(7)  // prints: 7 comes to 0 others
        let tracked = Mutex<[String]>([])
        store.addMiddleware(Analytics(track: { text in tracked.withLock { $0.append(text) } }), on: .inline)
        store.dispatch(8)
        #expect(tracked.withLock { $0 } == ["8 comes to 1 others"])
    }

    @Test("a closure is a middleware")
    func middlewareClosure() async {
        enum Action: Sendable { case refresh, refreshed }
        let store = Store(initial: 0) { (count: inout Int, action: Action) in
            if action == .refreshed { count += 1 }
        }
        store.addMiddleware { count, action, context in
            if action == .refresh { context.dispatch(.refreshed) }
        }
        store.dispatch(.refresh)
        for await count in store.states() where count == 1 { break }
        #expect(store.seq == 2)
    }

    @Test("actions of many types conform to one protocol")
    func reduxStore() async {
        protocol WidgetAction: Sendable {}
        struct Rename: WidgetAction { var name: String }
        struct Shout: WidgetAction {}

        let store = ReduxStore<String, any WidgetAction>(
            state: "",
            reducers: [
                { name, action in (action as? Rename)?.name ?? name },
                { name, action in action is Shout ? name.uppercased() : name },
            ])
        store.dispatch(Rename(name: "lamp"))
        store.dispatch(Shout())  // the state becomes "lamp", then "LAMP"
        for await name in store.store.states() where name == "LAMP" { break }
        #expect(store.store.seq == 2)
    }

    @Test("a thunk dispatches when it sees fit")
    func thunk() async {
        let store = Store(initial: [Int]()) { (numbers: inout [Int], number: Int) in numbers.append(number) }
        let refresh = Thunk<[Int], Int>("refresh") { context in
            guard context.state?.isEmpty == true else { return }
            context.dispatch(42)  // or what was loaded meanwhile
        }
        let id = store.dispatch(refresh)  // for store.cancelEffect
        #expect(id == 1)
        for await numbers in store.states() where numbers == [42] { break }
    }

    @Test("a thunk's context has the state, and dispatches")
    func thunkContext() async {
        let store = Store(initial: 3) { (count: inout Int, step: Int) in count += step }
        let countdown = Thunk<Int, Int>("countdown") { context in
            for _ in 0..<(context.state ?? 0) { context.dispatch(-1) }
        }
        store.dispatch(countdown)
        for await count in store.states() where count == 0 { break }
        #expect(store.seq == 3)
    }

    @Test("a listener looks for itself")
    @MainActor func listener() {
        @MainActor final class WidgetList: UpdateListener {
            var reloads = 0

            func stateUpdated() { reloads += 1 }
        }
        let store = Store(initial: 0) { (count: inout Int, step: Int) in count += step }
        let list = WidgetList()
        store.addListener(list)  // on the main actor, held weakly
        store.dispatch(1)
        #expect(list.reloads == 1)
    }
}
