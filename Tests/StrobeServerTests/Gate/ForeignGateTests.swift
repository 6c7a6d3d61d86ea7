import Dispatch
import StrobeProtocol
import StrobeTree
import Synchronization
import Testing

@testable import StrobeServer

/// A foreign store with a gate: a sum behind a lock, or one that is applied on a queue of its own.
private final class Till: Sendable {
    let target: DebugTarget<Int, Int>
    private let sum = Mutex(0)
    private let queue: DispatchQueue?

    init(replays: Bool = true, queue: DispatchQueue? = nil, gated: Bool = true) {
        target = DebugTarget(id: "till", state: 0, reducer: replays ? Self.add : nil, gated: gated)
        self.queue = queue
        target.onDispatch { [weak self] action in self?.dispatch(action) }
    }

    @Sendable static func add(_ sum: inout Int, _ number: Int) { sum += number }

    func dispatch(_ number: Int, cause: Int? = nil) {
        target.admit(number, cause: cause) { [self] number in
            guard let queue else { return apply(number, cause) }
            let token = DispatchToken.current
            queue.async { DispatchToken.perform(for: token) { self.apply(number, cause) } }
        }
    }

    private func apply(_ number: Int, _ cause: Int?) {
        sum.withLock { sum in
            sum += number
            target.report(number, state: sum, effects: number > 9 ? ["receipt"] : [], cause: cause)
        }
    }

    var state: Int { sum.withLock { $0 } }
}

/// A foreign store that reduces on a queue of its own, where nothing says for whom, and that shows actions to its reducer
/// alone.
private final class Register: Sendable {
    let target = DebugTarget<Int, Int>(id: "register", state: 0, gated: true)
    let queue = DispatchQueue(label: "register")
    private let sum = Mutex(0)

    init() {
        target.onDispatch(matching: ==) { [weak self] number in self?.dispatch(number) }
    }

    func dispatch(_ number: Int) {
        queue.async { [self] in
            guard target.admits(number) else { return }
            sum.withLock { sum in
                sum += number
                target.report(number, state: sum)
            }
        }
    }

    var state: Int { queue.sync { sum.withLock { $0 } } }
}

/// A foreign store that lives on the main actor.
@MainActor
private final class Shelf {
    let target = DebugTarget<[String], String>(id: "shelf", state: [], gated: true)
    private(set) var books: [String] = []

    init() {
        target.onDispatch { @MainActor [weak self] action in self?.dispatch(action) }
        target.onRestore { @MainActor [weak self] books in
            self?.books = books
            self?.target.report(nil, state: books)
        }
    }

    func dispatch(_ book: String) {
        target.admitOnMainActor(book) { [self] book in
            books.append(book)
            target.report(book, state: books)
        }
    }
}

@Suite("The gate of a store of another make", .timeLimit(.minutes(5)))
struct ForeignGateTests {
    private func attach<State, Action>(_ target: DebugTarget<State, Action>) async throws -> WireClient {
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(target)
        return try await server.attach()
    }

    @Test(
        "a paused store holds what its program dispatches, in order, and the program goes on", arguments: [true, false])
    func pause(replays: Bool) async throws {
        let till = Till(replays: replays)
        let client = try await attach(till.target)
        #expect(try await client.send(StoreDescribe()).capabilities.gate)
        try await client.send(GatePause())
        till.dispatch(1)
        till.dispatch(20, cause: 7)
        #expect(till.state == 0)
        let held = try await client.send(GateStatus())
        #expect(held.held.map(\.label) == ["1", "20"] && held.held.map(\.cause) == [nil, 7])
        #expect(held.held.map(\.origin) == ["app", "effect"])
        #expect((held.stopped?.changes != nil) == replays)
        let stepped = try await client.send(GateStep())
        #expect(stepped.seq == 1 && stepped.count == 1 && till.state == 1)
        #expect(stepped.stopped?.entry?.seq == 1 && stepped.stopped?.pending?.id == 2)
        try await client.send(GateEdit(id: 2, action: 30))
        let sent = try await client.send(ActionDispatch(action: 5))
        #expect(sent.held == 3 && till.state == 1)
        try await client.send(GateDrop(ids: [3]))
        try await client.send(ActionDispatch(action: 6))
        #expect(try await client.send(GateResume()) == GateDescription(seq: 3, paused: false))
        #expect(till.state == 37)
        let entries = try await client.send(LogList()).entries
        #expect(entries.map(\.label) == ["1", "30", "6"] && entries.map(\.origin) == ["app", "effect", "inspector"])
        #expect(entries.map(\.editedFrom) == [nil, "20", nil] && entries[1].effects.map(\.label) == ["\"receipt\""])
        till.dispatch(1)
        #expect(till.state == 38)
    }

    @Test(
        "breakpoints on what changes stop before the action with a pure reducer, else after it",
        arguments: [true, false])
    func breakpoint(replays: Bool) async throws {
        let till = Till(replays: replays)
        let client = try await attach(till.target)
        try await client.send(BreakpointSet(condition: ". > 5"))
        try await client.send(BreakpointSet(action: "*", log: "now {.}"))
        try await client.send(Subscribe(store: "till", events: [.gate]))
        for number in [2, 3, 4] { till.dispatch(number) }
        #expect(till.state == (replays ? 5 : 9))
        let status = try await client.send(GateStatus())
        #expect(status.paused && status.stopped?.phase == (replays ? .before : .after))
        // Once clients know of a stop after an action, the next action is what the gate stops before.
        till.dispatch(5)
        #expect(try await client.send(GateStatus()).held.map(\.label) == (replays ? ["4", "5"] : ["5"]))
        try await client.send(BreakpointRemove(id: 1))
        try await client.send(GateResume())
        #expect(till.state == 14)
        let lines = client.takeNotifications().filter { $0.method == "gate/logged" }
        #expect(try lines.map { try GateLogged(params: $0.params).text } == ["now 2", "now 5", "now 9", "now 14"])
    }

    @Test("a store that applies on a queue is held, and its requests are told apart by their tokens")
    func queue() async throws {
        let queue = DispatchQueue(label: "till")
        let till = Till(queue: queue)
        let client = try await attach(till.target)
        try await client.send(GatePause())
        #expect(try await client.send(ActionDispatch(action: 4)).held == 1)
        till.dispatch(1)
        try await client.send(GateResume())
        queue.sync {}
        let entries = try await client.send(LogList()).entries
        #expect(entries.map(\.label) == ["4", "1"] && entries.map(\.origin) == ["inspector", "app"])
        // What passes while a condition is looked at, before what passed first is reported, is not mistaken for it.
        try await client.send(BreakpointSet(condition: ". > 1000"))
        queue.suspend()
        for number in [1, 2, 3] { till.dispatch(number) }
        queue.resume()
        queue.sync {}
        till.dispatch(1_000)
        #expect(try await client.send(GateStatus()).stopped?.changes == [Change(.replace, .root, value: 1011, old: 11)])
    }

    @Test("a reducer on a queue is asked once for each action that is let go", .timeLimit(.minutes(1)))
    func reducerElsewhere() async throws {
        let register = Register()
        let client = try await attach(register.target)
        try await client.send(Subscribe(store: "register", events: [.log]))
        try await client.send(GatePause())
        for number in [5, 5, 2] { register.dispatch(number) }
        #expect(register.state == 0)
        #expect(try await client.send(GateStatus()).held.map(\.label) == ["5", "5", "2"])
        try await client.send(GateStep())
        #expect(try await client.notification(LogAppended.self).entry.label == "5")
        #expect(try await client.send(GateStatus()).held.map(\.label) == ["5", "2"])
        try await client.send(GateResume())
        #expect(try await client.notification(LogAppended.self).entry.seq == 2)
        #expect(try await client.notification(LogAppended.self).entry.label == "2")
        #expect(register.state == 12)
        try await client.send(ActionDispatch(action: 1))
        #expect(register.state == 13)
    }

    @Test("of two clients that ask for the same each gets its own transition")
    func equalRequests() async throws {
        let register = Register()
        let server = DebugServer(configuration: .init(access: .control), logger: .silent)
        server.add(register.target)
        let (first, second) = (try await server.attach(), try await server.attach())
        register.queue.suspend()
        async let one = first.send(ActionDispatch(action: 4))
        async let two = second.send(ActionDispatch(action: 4))
        // Both are asked for before either is applied.
        while register.target.core.contents.withLock({ $0.requests.count }) < 2 { await Task.yield() }
        register.queue.resume()
        let seqs = try await [one.seq, two.seq]
        #expect(Set(seqs) == [1, 2])
        #expect(try await first.send(LogList()).entries.map(\.origin) == ["inspector", "inspector"])
    }

    @Test("a store on the main actor is held, let go and restored there")
    func mainActor() async throws {
        let shelf = await Shelf()
        let client = try await attach(shelf.target)
        try await client.send(GatePause())
        for book in ["Emma", "Ulysses", "Dracula"] { await shelf.dispatch(book) }
        #expect(await shelf.books.isEmpty)
        let stepped = try await client.send(GateStep())
        #expect(stepped.seq == 1 && stepped.count == 2)
        #expect(try await client.send(GateResume()).seq == 3)
        #expect(await shelf.books == ["Emma", "Ulysses", "Dracula"])
        #expect(try await client.send(ActionDispatch(action: "Momo")).seq == 4)
        #expect(try await client.send(StateSet(path: Path(["0"]), value: "Persuasion")).seq == 5)
        #expect(await shelf.books.first == "Persuasion")
    }

    @Test("what held actions dispatch when they are let go comes right after them")
    func nested() async throws {
        let target = DebugTarget<[Int], Int>(id: "nested", state: [], gated: true)
        let numbers = Mutex<[Int]>([])
        @Sendable func dispatch(_ number: Int) {
            target.admit(number) { number in
                let state = numbers.withLock { numbers in
                    numbers.append(number)
                    return numbers
                }
                target.report(number, state: state)
                if number < 10 { dispatch(number * 10) }
            }
        }
        let client = try await attach(target)
        try await client.send(GatePause())
        dispatch(1)
        try await client.send(GateResume())
        #expect(numbers.withLock { $0 } == [1, 10])
        // Behind what is held, it waits like anything else.
        try await client.send(GatePause())
        dispatch(2)
        dispatch(3)
        try await client.send(GateStep())
        #expect(try await client.send(GateStatus()).held.map(\.label) == ["3", "20"])
        try await client.send(GateResume())
        #expect(numbers.withLock { $0 } == [1, 10, 2, 3, 20, 30])
    }

    @Test("a store that was not declared to have a gate has none, and applies at once")
    func none() async throws {
        let till = Till(gated: false)
        let client = try await attach(till.target)
        #expect(try await client.send(StoreDescribe()).capabilities.gate == false)
        let refusal = try await client.failure("gate/pause")
        #expect(refusal.code == .notSupported && refusal.message.contains("gated: true"))
        till.dispatch(3)
        #expect(till.state == 3)
    }

    @Test("without a server nothing is held or numbered, and a second server shares the log of the first")
    func sharing() async throws {
        let till = Till()
        till.dispatch(3)
        #expect(till.target.report(1, state: 4) == nil)
        let first = try await attach(till.target)
        #expect(try await first.send(StateGet()).value == 4)
        till.dispatch(3)
        let second = try await attach(till.target)
        #expect(try await second.send(LogList()).entries.map(\.seq) == [1])
        try await second.send(GatePause())
        till.dispatch(1)
        #expect(till.state == 6)
    }

    @Test("an action whose dispatch does not return delays the actions behind it for a limited time, and no client")
    func stuck() async throws {
        let (never, end) = AsyncStream.makeStream(of: Void.self)
        defer { end.finish() }
        let target = DebugTarget<Int, Int>(id: "stuck", state: 0, gated: true)
        let sum = Mutex(0)
        target.onDispatch { number in
            guard target.admits(number) else { return }
            sum.withLock { sum in
                sum += number
                target.report(number, state: sum)
            }
            if number == 1 { for await _ in never {} }
        }
        let client = try await attach(target)
        try await client.send(GatePause())
        #expect(!target.admits(1) && !target.admits(2))
        _ = try await within { try await client.send(GateResume()) }
        try await within {
            while try await client.send(StoreDescribe()).seq < 2 { await Task.yield() }
        }
        #expect(sum.withLock { $0 } == 3)
        #expect(try await client.send(LogList()).entries.map(\.label) == ["1", "2"])
        #expect(target.admits(3))
    }
}
