import Strobe
import Testing

@Suite("Reducers that reject actions")
struct RejectionTests {
    private struct TooMuch: Error, CustomStringConvertible {
        let limit: Int
        var description: String { "more than \(limit)" }
    }

    private enum Part: Sendable { case left(Int), right(Int) }
    private struct Whole: Sendable, Equatable { var left = 0, right = 0 }

    private let withdraw = Reduce<Int, Int, String> { balance, amount in
        if amount > balance { try reject("only \(balance) left") }
        balance -= amount
        return ["pay \(amount)"]
    }

    @Test("a rejected action counts, changes nothing, has no effects, and its receipt says why")
    func receipt() async throws {
        let store = Store(initial: 3, reducer: withdraw)
        let paid = Collector<String>()
        store.setInlineEffectHandler { effect, _ in paid.add(effect) }
        let rejected = try await store.receipt(of: 5)
        #expect(rejected.seq == 1 && rejected.rejection == "only 3 left" && rejected.effects.isEmpty)
        store.dispatch(4)
        #expect(store.snapshot() == (2, 3))
        #expect(try await store.receipt(of: 2).rejection == nil)
        #expect(store.state == 1)
        #expect(paid.all == ["pay 2"])
    }

    @Test("an observer gets the reason, on every way into the store")
    func observed() {
        let store = Store(initial: 3) { (balance: inout Int, amount: Int) in
            if amount > balance { try reject("only \(balance) left") }
            balance -= amount
        }
        let notes = TransitionNotes<Int, Int>()
        store.install(notes)
        store.dispatch(5)
        store.setMeasuring(true)
        store.dispatch(6)
        store.setMeasuring(false)
        let subscription = store.subscribe(to: \.self) { [weak store] balance in if balance == 2 { store?.dispatch(7) }
        }
        store.dispatch(1)
        #expect(
            notes.told.all == [
                "1 app 5 rejected: only 3 left -> 3", "2 app 6 rejected: only 3 left -> 3", "3 app 1 -> 2",
                "4 app 7 rejected: only 2 left -> 2",
            ])
        subscription.cancel()
    }

    @Test("any error rejects, and is shown as it describes itself")
    func anyError() async throws {
        let store = Store(initial: 0) { (sum: inout Int, number: Int) in
            guard number < 10 else { throw TooMuch(limit: 10) }
            sum += number
        }
        #expect(try await store.receipt(of: 11).rejection == "more than 10")
        #expect(store.state == 0)
    }

    @Test("a part that rejects an action rejects it for the whole")
    func part() async throws {
        let store = Store(
            initial: Whole(left: 1, right: 1),
            reducers: [
                withdraw.scoped(state: \Whole.left, action: CasePath(Part.left)),
                withdraw.scoped(state: \Whole.right, action: CasePath(Part.right)),
            ])
        #expect(try await store.receipt(of: .right(2)).rejection == "only 1 left")
        #expect(try await store.receipt(of: .left(1)).rejection == nil)
        #expect(store.state == Whole(left: 0, right: 1))
    }

    @Test("a machine that is a part of a reducer rejects what its table does not have")
    func machine() async throws {
        struct Screen: Sendable { var download = Download.idle, visits = 0 }
        enum Event: Sendable { case download(DownloadEvent), visit }
        let visits = Reduce<Screen, Event, String> { screen, event in
            if case .visit = event { screen.visits += 1 }
            return []
        }
        let store = Store(
            initial: Screen(),
            reducers: [Download.machine.scoped(state: \Screen.download, action: CasePath(Event.download)), visits])
        #expect(try await store.receipt(of: .download(.retry)).rejection == "no transition on retry from idle")
        #expect(try await store.receipt(of: .visit).rejection == nil)
    }

    @Test("a rejected action leaves an optional state and the payload of a case as they were")
    func containers() async throws {
        enum Account: Sendable, Equatable { case none, open(Int) }
        let optional = Store<Int?, Int, String>(initial: 3, reducer: withdraw.optional())
        #expect(try await optional.receipt(of: 5).rejection == "only 3 left")
        #expect(optional.state == 3)
        let account = Store(
            initial: Account.open(3), reducer: withdraw.scoped(stateCase: CasePath(Account.open), action: .whole))
        #expect(try await account.receipt(of: 5).rejection == "only 3 left")
        #expect(account.state == .open(3))
    }

    @Test("an asynchronous reducer rejects in the same way")
    func asynchronous() async throws {
        let store = AsyncStore(initial: 3) { (balance: Int, amount: Int) in
            await Task.yield()
            if amount > balance { try reject("only \(balance) left") }
            return balance - amount
        }
        let rejected = try await store.receipt(of: 5)
        #expect(rejected.seq == 1 && rejected.rejection == "only 3 left")
        #expect(try await store.receipt(of: 3).rejection == nil)
        #expect(store.state == 0)
    }

    @Test("a Redux reducer rejects for those after it")
    func redux() async throws {
        let store = ReduxStore<Int, Int>(
            state: 3,
            reducers: [
                { balance, amount in
                    if amount > balance { try reject("only \(balance) left") }
                    return balance - amount
                }, { balance, _ in balance * 10 },
            ], serialDispatcher: .inline)
        #expect(try await store.store.receipt(of: 4).rejection == "only 3 left")
        #expect(store.state == 3)
        store.dispatch(1)
        #expect(store.state == 20)
    }
}
