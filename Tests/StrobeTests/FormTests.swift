import Strobe
import Testing

enum Step: Sendable { case add(Int), reset }
enum Ask: Sendable, Equatable { case save(Int), log }

struct Adder: Reducer {
    func reduce(_ state: inout Int, _ action: Step) -> [Ask] {
        switch action {
        case .add(let amount): state += amount
        case .reset: state = 0
        }
        return [.save(state)]
    }
}

struct Quiet: Reducer {
    func reduce(_ state: inout Int, _ action: Step) -> [Never] {
        if case .add(let amount) = action { state += amount }
        return []
    }
}

@Suite("Forms of reducers")
struct FormTests {
    @Test("a function from state and action to state is a reducer")
    func pure() {
        let store = Store(initial: 1) { (state: Int, action: Step) -> Int in
            if case .add(let amount) = action { state + amount } else { 0 }
        }
        store.dispatch(.add(4))
        #expect(store.state == 5)
        store.dispatch(.reset)
        #expect(store.snapshot() == (2, 0))
    }

    @Test("a function that changes the state in place is a reducer")
    func inPlace() {
        let store = Store(initial: [1]) { (state: inout [Int], action: Step) in
            if case .add(let amount) = action { state.append(amount) }
        }
        store.dispatch(.add(4))
        #expect(store.state == [1, 4])
        #expect(store.withState { $0.count } == 2)
    }

    @Test("a function that returns an effect or none is a reducer")
    func optionalEffect() async throws {
        let store = Store(initial: 0) { (state: inout Int, action: Step) -> Ask? in
            guard case .add(let amount) = action else { return nil }
            state += amount
            return .save(state)
        }
        #expect(try await store.receipt(of: .add(2)).effects == [.save(2)])
        #expect(try await store.receipt(of: .reset).effects == [])
    }

    @Test("a function that returns effects is a reducer")
    func effects() async throws {
        let store = Store(initial: 0) { (state: inout Int, action: Step) -> [Ask] in
            state += 1
            return [.log, .save(state)]
        }
        #expect(try await store.receipt(of: .reset).effects == [.log, .save(1)])
    }

    @Test("a function that returns state and effects is a reducer")
    func pair() async throws {
        let store = Store(initial: 0) { (state: Int, action: Step) -> (Int, [Ask]) in (state + 1, [.log]) }
        #expect(try await store.receipt(of: .reset).effects == [.log])
        #expect(store.state == 1)
    }

    @Test("a type is a reducer, with and without effects")
    func types() async throws {
        let store = Store(initial: 0, reducer: Adder())
        #expect(try await store.receipt(of: .add(7)).effects == [.save(7)])
        let quiet = Store(initial: 0, reducer: Quiet())
        quiet.dispatch(.add(3))
        #expect(quiet.state == 3)
    }

    @Test("a function that is passed by name is taken for what it is")
    func byName() {
        @Sendable func one(_ state: inout Int, _ action: Step) -> Ask? { nil }
        @Sendable func many(_ state: inout Int, _ action: Step) -> [Ask] { [] }
        @Sendable func none(_ state: inout Int, _ action: Step) { state += 1 }
        let first = Store(initial: 0, reduce: one)
        let second = Store(initial: 0, reduce: many)
        let third = Store(initial: 0, reduce: none)
        #expect(type(of: first) == Store<Int, Step, Ask>.self)
        #expect(type(of: second) == Store<Int, Step, Ask>.self)
        #expect(type(of: third) == Store<Int, Step, Never>.self)
    }
}
