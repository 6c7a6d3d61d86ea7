import Observation
import Strobe
import Synchronization
import Testing

/// The examples of stores and what they are used with; each is in the documentation of its type.
@Suite("Examples of stores")
struct StoreExamples {
    @Test("a store reduces actions and notifies its subscribers")
    func dispatching() {
        enum Step: Sendable { case up(Int), reset }
        let store = Store(initial: 0) { (count: inout Int, step: Step) in
            switch step {
            case .up(let number): count += number
            case .reset: count = 0
            }
        }
        let subscription = store.subscribe { print("count is \($0)") }
        store.dispatch(.up(3))  // prints: count is 3
        #expect(store.state == 3)
        store.dispatch(.reset)
        #expect(store.state == 0)
        subscription.cancel()
    }

    @Test("a subscription that was cancelled is not called")
    func subscription() {
        let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
        let sums = Mutex<[Int]>([])
        let subscription = store.subscribe { sum in sums.withLock { $0.append(sum) } }
        store.dispatch(1)
        subscription.cancel()
        store.dispatch(1)  // sums are [1]
        #expect(sums.withLock { $0 } == [1])
    }

    @Test("a subscriber is called on a queue")
    func delivery() async {
        let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
        let sums = Mutex<[Int]>([])
        let subscription = store.subscribe(on: .serialQueue()) { sum in sums.withLock { $0.append(sum) } }
        store.dispatch(5)  // soon, sums are [5]
        while sums.withLock({ $0.isEmpty }) { await Task.yield() }
        #expect(sums.withLock { $0 } == [5])
        subscription.cancel()
    }

    @Test("a label is changed on the main actor")
    @MainActor func mainActorDelivery() {
        @MainActor final class Label { var text = "" }
        let label = Label()
        let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
        let subscription = store.subscribe(on: .mainActor) { sum in label.text = "\(sum)" }
        store.dispatch(5)  // on the main actor, the label says 5 when this returns
        #expect(label.text == "5")
        subscription.cancel()
    }

    @Test("a view is told of what it has read")
    @MainActor func observedState() {
        struct Form: Sendable { var name = "", visits = 0 }
        enum Event: Sendable { case typed(String), visited }
        let store = Store(initial: Form()) { (form: inout Form, event: Event) in
            switch event {
            case .typed(let name): form.name = name
            case .visited: form.visits += 1
            }
        }
        let form = store.observed
        withObservationTracking {
            print(form.name)
        } onChange: {
            print("the name changes")
        }
        form.dispatch(.visited)  // prints nothing: nobody has read the visits
        form.dispatch(.typed("Ada"))  // prints: the name changes
        print(form.name)  // Ada
        #expect(form.name == "Ada" && form.visits == 1)
    }

    @Test("a test works off by hand what is delivered")
    func byHand() {
        let jobs = Mutex<[@Sendable () -> Void]>([])
        let byHand = Delivery.custom { job in jobs.withLock { $0.append(job) } }
        let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
        let sums = Mutex<[Int]>([])
        let subscription = store.subscribe(on: byHand) { sum in sums.withLock { $0.append(sum) } }
        store.dispatch(1)
        #expect(sums.withLock { $0 } == [])
        for job in jobs.withLock({ $0 }) { job() }
        #expect(sums.withLock { $0 } == [1])
        subscription.cancel()
    }

    @Test("a receipt has the number and the effects")
    func receipt() async throws {
        let store = Store(initial: "") { (draft: inout String, text: String) -> [String] in
            draft += text
            return ["save \(draft)"]
        }
        let receipt = try await store.receipt(of: "Dear Ada")
        print(receipt.seq, receipt.effects)  // 1 ["save Dear Ada"]
        #expect(receipt.seq == 1)
        #expect(receipt.effects == ["save Dear Ada"])
    }

    @Test("an origin says where an action came from")
    func origin() {
        func heading(_ info: TransitionInfo) -> String { info.origin == .script ? "a script did it" : "" }
        #expect(
            heading(TransitionInfo(seq: 1, origin: .script, cause: nil, source: nil, timing: nil)) == "a script did it")
    }

    @Test("an action for another number than the present one is refused")
    func storeError() async {
        let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
        do {
            _ = try await store.receipt(of: 1, ifSeq: 7)
        } catch {
            print(error.code, error.message)  // stale, and why
        }
        await #expect(throws: StoreError.self) { try await store.receipt(of: 1, ifSeq: 7) }
        #expect(store.seq == 0)
    }

    @Test("every store is used in the same way")
    func anyStore() {
        func label<S: StoreProtocol<Int, Bool>>(of store: S) -> String {
            store.dispatch(true)
            return "\(store.state) after #\(store.seq)"
        }
        let counter = Store(initial: 0) { (count: inout Int, isUp: Bool) in count += isUp ? 1 : -1 }
        print(label(of: counter))  // 1 after #1
        #expect(label(of: counter) == "2 after #2")
    }

    @Test("the store of a reducer is named by the reducer")
    func storeOf() {
        struct Counter: Reducer {
            func reduce(_ count: inout Int, _ step: Int) -> [Never] {
                count += step
                return []
            }
        }
        final class Screen { let store: StoreOf<Counter> = Store(initial: 0, reducer: Counter()) }
        let screen = Screen()
        screen.store.dispatch(2)
        #expect(screen.store.state == 2)
    }

    @Test("a reducer is a type")
    func reducer() throws {
        struct Search: Reducer {
            enum Action: Sendable { case typed(String), found([String]) }
            struct State: Sendable { var text = "", results: [String] = [] }
            enum Effect: Sendable, Equatable { case find(String) }

            func reduce(_ state: inout State, _ action: Action) -> [Effect] {
                switch action {
                case .typed(let text):
                    state.text = text
                    return [.find(text)]
                case .found(let results):
                    state.results = results
                    return []
                }
            }
        }
        let store = Store(initial: Search.State(), reducer: Search())
        store.dispatch(.typed("tea"))
        #expect(store.state.text == "tea")
        store.dispatch(.found(["green tea"]))
        #expect(store.state.results == ["green tea"])
        var state = store.state
        #expect(try store.reduce(&state, .typed("milk")) == [.find("milk")])
    }
}
