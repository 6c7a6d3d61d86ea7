import Foundation
import Strobe
import StrobeServer
import Synchronization

// Realistic programs that a careless debugger would crash, change or slow down:
//
//     HarmFixture SCENARIO
//
// It serves one store, `s`, and runs until its input ends. Then it prints what happened to it: how often its reducer
// wrote to objects, how often actions were dispatched, and which of its code was called by others.

/// Calls of code that only the program may call.
enum Calls {
    static let names = Mutex<Set<String>>([])
    static func note(_ name: String) { names.withLock { _ = $0.insert(name) } }
}

/// A client of some service, thread-safe by a lock, as most are.
final class Client: Codable, Hashable, CustomStringConvertible, @unchecked Sendable {
    private let lock = NSLock()
    private var cache: [String: [Int]] = [:]
    private var log: [String] = []
    private(set) var writes = 0

    init() {}
    init(from decoder: any Decoder) throws { Calls.note("init(from:) of Client") }
    func encode(to encoder: any Encoder) throws {
        Calls.note("encode(to:) of Client")
        var container = encoder.singleValueContainer()
        try container.encode(log)
    }
    static func == (a: Client, b: Client) -> Bool {
        Calls.note("== of Client")
        return a.log == b.log
    }
    func hash(into hasher: inout Hasher) { Calls.note("hash(into:) of Client") }
    var description: String {
        Calls.note("description of Client")
        return log.joined()
    }

    func work(_ number: Int) {
        lock.withLock {
            cache["k\(number % 100)"] = [number, number + 1]
            log.append("line number \(number) of the log of the client")
            if log.count > 50 { (log, cache) = ([], [:]) }
        }
    }

    func write() { lock.withLock { writes += 1 } }
}

actor Session {
    var cache: [String: [Int]] = [:]
    func work(_ number: Int) {
        cache["k\(number % 100)"] = [number]
        if number % 1_000 == 0 { cache = [:] }
    }
}

/// A common idiom with Core Data: decoding it without a context ends the program.
struct Managed: Codable, Sendable {
    var size = 1
    enum CodingKeys: CodingKey { case size }

    init() {}
    init(from decoder: any Decoder) throws { fatalError("there is no context to decode this in") }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(size, forKey: .size)
    }
}

struct Plain: Codable, Sendable {
    var n = 0
    var isOn = false
}
enum Tick: Codable, Sendable { case tick }
enum Effect: Sendable { case fetch(Int, with: Client) }
enum Order: Sendable { case go(Client), wait }
struct WithClient: Codable, Equatable, Sendable {
    var n = 0
    var isOn = false
    var client: Client
    var others: [Client] = []
    var byName: [String: Client] = [:]
}
struct WithSession: Sendable {
    var n = 0
    var session: Session
    var clients: Set<Client> = []
}
struct WithAny: Sendable {
    var n = 0
    var any: any Sendable
}
struct WithManaged: Codable, Sendable {
    var n = 0
    var managed: Managed? = Managed()
    init() {}
    init(from decoder: any Decoder) throws { fatalError("a state is never decoded for a look") }
}
enum ManagedAction: Codable, Sendable { case put(Managed), drop }
final class Owner: Sendable { let name = "owner" }
struct Dangling: Sendable {
    var n = 0
    unowned let owner: Owner
    unowned(unsafe) let other: Owner
}

/// Objects that live as long as the program.
enum Program {
    static let client = Client()
    static let session = Session()
    static let server = DebugServer()

    /// Creates the store of a scenario.
    ///
    /// - Returns: A closure that dispatches to it; `nil` if there is no such scenario.
    static func make(_ scenario: String?) -> (@Sendable () -> Void)? {
        switch scenario {
        case "effects":
            let store = Store<Plain, Tick, Effect>(initial: Plain()) { (state: inout Plain, _: Tick) -> Effect? in
                state.n += 1
                return .fetch(state.n, with: client)
            }
            store.setInlineEffectHandler { _, _ in }
            server.add(store, id: "s")
            return { store.dispatch(.tick) }
        case "actions": return serve(Plain(), Order.go(client)) { state, _ in state.n += 1 }
        case "impure": return serve(Plain(), Tick.tick) { state, _ in state.n = .random(in: 0..<1_000_000_000) }
        case "writing-actions":
            return serve(Plain(), Order.go(client)) { state, order in
                state.n += 1
                if case .go(let client) = order { client.write() }
            }
        case "state":
            return serve(WithClient(client: client, others: [client], byName: ["a": client]), Tick.tick) { state, _ in
                state.n += 1
                state.isOn.toggle()
                state.client.write()
            }
        case "actor":
            return serve(WithSession(session: session, clients: [client]), Tick.tick) { state, _ in state.n += 1 }
        case "any":
            return serve(WithAny(any: [client] as [any Sendable]), Tick.tick) { state, _ in
                state.n += 1
                for case let client as Client in state.any as? [any Sendable] ?? [] { client.write() }
            }
        case "decoding":
            return serve(WithManaged(), ManagedAction.put(Managed())) { state, action in
                state.n += 1
                if case .put(let managed) = action { state.managed = managed }
            }
        case "unowned":
            // The owner is released when this returns.
            let make = { (owner: Owner) in Dangling(owner: owner, other: owner) }
            return serve(make(Owner()), Tick.tick) { state, _ in state.n += 1 }
        default: return nil
        }
    }

    private static func serve<State: Sendable, Action: Sendable>(
        _ state: State, _ action: Action, _ reduce: @escaping @Sendable (inout State, Action) -> Void
    ) -> @Sendable () -> Void {
        let store = Store(initial: state) { (state: inout State, action: Action) in reduce(&state, action) }
        server.add(store, id: "s")
        return { store.dispatch(action) }
    }
}

guard let dispatch = Program.make(CommandLine.arguments.dropFirst().first) else {
    FileHandle.standardError.write(Data("HarmFixture SCENARIO\n".utf8))
    exit(64)
}
try await Program.server.start(on: [.unix()])
/// Whether the input has ended.
enum End {
    static let isReached = Atomic<Bool>(false)
}
Thread {
    while !FileHandle.standardInput.availableData.isEmpty {}
    End.isReached.store(true, ordering: .releasing)
}.start()
// Both write in bursts, so that what else runs on the machine goes on as well.
Thread {
    var number = 0
    while !End.isReached.load(ordering: .acquiring) {
        number += 1
        Program.client.work(number)
        if number % 500 == 0 { Thread.sleep(forTimeInterval: 0.002) }
    }
}.start()
let busy = Task {
    var number = 0
    while !End.isReached.load(ordering: .acquiring) {
        number += 1
        await Program.session.work(number)
        if number % 500 == 0 { try? await Task.sleep(for: .milliseconds(2)) }
    }
}
var dispatched = 0
for _ in 0..<5 {
    dispatch()
    dispatched += 1
}
Calls.names.withLock { $0 = [] }
FileHandle.standardError.write(Data("ready\n".utf8))
while !End.isReached.load(ordering: .acquiring) {
    dispatch()
    dispatched += 1
    try await Task.sleep(for: .milliseconds(2))
}
await busy.value
await Program.server.stop()
let called = Calls.names.withLock { $0.sorted().joined(separator: ", ") }
print("dispatched \(dispatched), written \(Program.client.writes), called [\(called)]")
