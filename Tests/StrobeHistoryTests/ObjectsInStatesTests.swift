import DeclarationTesting
import Strobe
import StrobeHistory
import StrobeReflection
import StrobeTree
import Synchronization
import Testing

/// Replays, dry runs and queries never write to objects of the program.
@Suite("States and actions that hold objects", .timeLimit(.minutes(5)))
struct ObjectsInStatesTests {
    /// Without declarations it is not known whether an object is immutable.
    private static let object = Declarations.areRead ? "a mutable object" : "a value that may be mutable"

    /// An object that counts its writes.
    final class Cart: Codable, Sendable {
        private let storage: Mutex<Int>
        let writes = Atomic<Int>(0)
        var total: Int { storage.withLock { $0 } }

        init(_ total: Int = 0) { storage = Mutex(total) }
        convenience init(from decoder: any Decoder) throws { self.init(try Int(from: decoder)) }
        func encode(to encoder: any Encoder) throws { try total.encode(to: encoder) }

        func add(_ number: Int) {
            writes.add(1, ordering: .relaxed)
            storage.withLock { $0 += number }
        }
    }

    struct Shop: Sendable {
        var visits = 0
        var carts: [Cart?] = [Cart()]
    }

    struct CodableShop: Codable, Sendable {
        var visits = 0
        var cart = Cart()
    }

    struct CopiedShop: Codable, Sendable, StateCopying {
        var visits = 0
        var cart = Cart()
    }

    /// Sends a history every query that may replay.
    private func ask<State: Sendable>(_ history: History<State, Int, Never>) async {
        history.attach()
        _ = try? await history.state()
        _ = try? await history.state(at: 1)
        _ = try? await history.verify()
        _ = try? await history.verify(from: 1)
        _ = try? await history.dryRun(1)
        _ = try? await history.makeBranch(edits: [.skip(1...1)])
        _ = try? await history.makeBranch(edits: [.insert(5, before: 2)])
        _ = try? await history.changes(from: .seq(0), to: .live)
        _ = try? await history.blame(Path(["visits"]))
        _ = try? await history.graph(at: Path(["visits"])) { "\($0)" }
        _ = try? await history.setReplaying(true)
        _ = try? await history.state(at: 2)
        history.detach()
        _ = try? await history.state()
    }

    @Test("with an object in the state nothing that is asked writes to it, be the state Codable or not")
    func nothingIsWritten() async throws {
        let store = Store<Shop, Int, Never>(initial: Shop()) { shop, number in
            shop.visits += 1
            shop.carts[0]?.add(number)
            return []
        }
        let history = History(store: store)
        for _ in 0..<4 { store.dispatch(1) }
        await ask(history)
        for _ in 0..<4 { store.dispatch(1) }
        await ask(history)
        #expect(store.state.carts[0]?.total == 8)
        #expect(store.state.carts[0]?.writes.load(ordering: .relaxed) == 8)
        #expect(!history.isReplaying)
        #expect(history.replayRefusal == "the state holds \(Self.object), .carts[]: Cart")

        let codable = Store<CodableShop, Int, Never>(initial: CodableShop()) { shop, number in
            shop.visits += 1
            shop.cart.add(number)
            return []
        }
        let other = History(store: codable)
        for _ in 0..<4 { codable.dispatch(1) }
        await ask(other)
        #expect(codable.state.cart.writes.load(ordering: .relaxed) == 4)
        #expect(other.replayRefusal == "the state holds \(Self.object), .cart: Cart")
    }

    @Test("an error of what cannot be tried out says where the object is")
    func reasons() async throws {
        let store = Store<CodableShop, Int, Never>(initial: CodableShop()) { shop, _ in
            shop.visits += 1
            return []
        }
        let history = History(store: store)
        history.attach()
        store.dispatch(1)
        for ask in [
            { _ = try await history.dryRun(1) }, { _ = try await history.makeBranch(edits: [.skip(1...1)]) },
            { _ = try await history.verify() }, { _ = try await history.setReplaying(true) },
        ] {
            let error = await #expect(throws: HistoryError.self) { try await ask() }
            #expect(error?.code == .notReplayable)
            #expect(error?.message.contains(".cart: Cart") == true)
        }
        // The retained state is shown all the same.
        #expect(try await history.state().state.visits == 1)
        #expect(try await history.changes(of: 1) == [Change(.replace, Path(["visits"]), value: 1, old: 0)])
    }

    @Test("a state that can be copied with its objects is replayed, and the program's object is left alone")
    func copied() async throws {
        let store = Store<CopiedShop, Int, Never>(initial: CopiedShop()) { shop, number in
            shop.visits += 1
            shop.cart.add(number)
            return []
        }
        let history = History(store: store)
        for _ in 0..<4 { store.dispatch(2) }
        await ask(history)
        #expect(history.isReplaying)
        for _ in 0..<4 { store.dispatch(2) }
        history.attach()
        #expect(try await history.state(at: 6).state.visits == 6)
        let changes = try await history.dryRun(2).changes
        #expect(changes.filter { !$0.isIncomparable } == [Change(.replace, Path(["visits"]), value: 9, old: 8)])
        // The object is a copy, and its content cannot be inspected.
        #expect(changes.filter(\.isIncomparable).map(\.path) == [Path(["cart"])])
        let past = try await history.state(at: 6).state.cart
        let present = try await history.state().state.cart
        #expect(store.state.cart.writes.load(ordering: .relaxed) == 8)
        #expect(store.state.cart.total == 16)
        // Each state has an object of its own, with the values of that time.
        #expect(past.total == 12)
        #expect(present.total == 16)
        #expect(present !== store.state.cart)
    }

    protocol Part: Sendable {}
    struct Leaf: Part { var number = 1 }
    final class Motor: Part, Sendable {
        let starts = Atomic<Int>(0)
    }

    struct Machine: Sendable {
        var runs = 0
        var parts: [any Part] = [Leaf()]
    }

    enum Order: Sendable {
        case run
        case put(any Part)
    }

    @Test("what is behind a protocol is looked at: a store is replayed until a state or an action holds an object")
    func byValue() async throws {
        let reduce: @Sendable (inout Machine, Order) -> [Never] = { machine, order in
            machine.runs += 1
            for case let motor as Motor in machine.parts { motor.starts.add(1, ordering: .relaxed) }
            if case .put(let part) = order {
                machine.parts.append(part)
                (part as? Motor)?.starts.add(1, ordering: .relaxed)
            }
            return []
        }
        let store = Store<Machine, Order, Never>(initial: Machine(), reduce: reduce)
        let history = History(store: store)
        history.attach()
        store.dispatch(.run)
        store.dispatch(.put(Leaf()))
        #expect(try await history.verify().divergence == nil)
        #expect(history.isReplaying && history.replayRefusal == nil)
        #expect(try await history.dryRun(.run).changes.count == 1)

        let motor = Motor()
        let error = await #expect(throws: HistoryError.self) { try await history.dryRun(.put(motor)) }
        #expect(error?.message.contains(".put: Motor") == true)
        #expect(motor.starts.load(ordering: .relaxed) == 0)
        await #expect(throws: HistoryError.self) {
            try await history.makeBranch(edits: [.insert(.put(motor), before: 2)])
        }
        #expect(motor.starts.load(ordering: .relaxed) == 0)

        store.dispatch(.put(motor))
        _ = try? await history.state()
        _ = try? await history.verify()
        _ = try? await history.state(at: 3)
        store.dispatch(.run)
        _ = try? await history.state()
        #expect(motor.starts.load(ordering: .relaxed) == 2)
        #expect(!history.isReplaying)
        #expect(history.replayRefusal == "#3: the action holds \(Self.object), .put: Motor")
        // If it were enabled again, the replay would use the object that the state holds now.
        await #expect(throws: HistoryError.self) { try await history.setReplaying(true) }

        let second = Store<Machine, Order, Never>(initial: Machine(parts: [motor]), reduce: reduce)
        let other = History(store: second)
        other.attach()
        second.dispatch(.run)
        _ = try? await other.state(at: 1)
        #expect(motor.starts.load(ordering: .relaxed) == 3)
        #expect(other.replayRefusal == "the state holds \(Self.object), .parts[]: Motor")
    }

    @Test("an action that is a closure is not called again")
    func closures() async throws {
        let calls = Atomic<Int>(0)
        let store = closureStore()
        let history = History(store: store)
        history.attach()
        store.dispatch { state in
            calls.add(1, ordering: .relaxed)
            state += 1
        }
        _ = try? await history.state(at: 1)
        _ = try? await history.verify()
        #expect(calls.load(ordering: .relaxed) == 1)
        #expect(try await history.state().state == 1)
        #expect(history.replayRefusal == "#1: the action holds a closure, which may change objects, a closure")
    }

    @Test("an action that must not be replayed is no divergence, whenever it is dispatched")
    func closuresAtAnyTime() async throws {
        for number in 0..<300 {
            let store = closureStore()
            let history = History(store: store)
            history.attach()
            // The debug thread reads the store while actions arrive.
            async let state = history.state()
            for _ in 0..<(1 + number % 50) { store.dispatch { $0 += 1 } }
            _ = try? await state
            #expect(try await history.state().state == 1 + number % 50)
            #expect(history.divergence == nil)
            #expect(history.replayRefusal?.hasPrefix("#1: the action holds a closure") == true)
        }
    }

    private func closureStore() -> Store<Int, @Sendable (inout Int) -> Void, Never> {
        Store(initial: 0) { state, action in
            action(&state)
            return []
        }
    }
}
