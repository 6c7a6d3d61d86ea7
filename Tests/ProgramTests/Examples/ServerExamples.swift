import Foundation
import Observation
import Strobe
import StrobeServer
import Synchronization
import Testing

#if !hasFeature(MemberImportVisibility)
    #error("the examples have to be compiled with MemberImportVisibility, as programs do")
#endif

/// The code in the documentation of the server, compiled with the imports above and nothing else.
@Suite("Examples of servers", .timeLimit(.minutes(5)))
struct ServerExamples {
    private let folder = ExampleFolder()
    private var path: String { folder.path + "/shop.sock" }

    @Test("a server with a store")
    func server() async throws {
        let store = Store(initial: 0) { (count: inout Int, step: Int) in count += step }
        let server = DebugServer(configuration: .init(access: .control))
        server.add(store, id: "counter")
        try await server.start(on: [.unix(path: path)])  // without, in the user's runtime directory
        store.dispatch(2)
        #expect(store.state == 2)
        await server.stop()
    }

    @Test("stores whose actions are of many types, and of other kinds")
    func kinds() async throws {
        let server = DebugServer()
        do {
            protocol WidgetAction: Sendable {}
            struct RefreshWidgets: WidgetAction, Codable {}
            let store = Store(initial: 0) { (refreshes: inout Int, action: any WidgetAction) in
                if action is RefreshWidgets { refreshes += 1 }
            }
            server.add(store, id: "widgets", actions: [RefreshWidgets.self])
            store.dispatch(RefreshWidgets())
            #expect(store.state == 1)
        }
        do {
            let store = AsyncStore(initial: 0) { (count: Int, step: Int) in count + step }
            server.add(store, id: "counter")
            #expect(try await store.receipt(of: 2).seq == 1)
        }
        await server.stop()
    }

    @Test("where a server waits, and why it cannot")
    func endpoints() async throws {
        let server = DebugServer()
        let path = path
        let opened = try await server.start(on: [.unix(path: path), .tcp()])
        for case .tcp(_, let port) in opened { print("clients come to port \(port)") }
        #expect(opened.count == 2 && opened.contains(.unix(path: path)))
        let names: [DebugServer.Endpoint] = opened
        #expect(names == opened)
        do {
            try await server.start(on: [.unix(path: "/nowhere/shop.sock")])
        } catch {
            print(error.code, error.message)  // cannotListen, and why
        }
        #expect(!FileManager.default.fileExists(atPath: "/nowhere"))
        await server.stop()
    }

    @Test("a server that is asked for")
    func asking() async throws {
        let server = DebugServer()
        // Compiled alone: the signal is the process' own.
        let asking: @Sendable () async throws -> Void = {
            let opened = try await server.startWhenAsked(by: [.environment, .signal])
            print(opened.isEmpty ? "STROBE=1 and SIGUSR1 ask for the server" : "listening on \(opened)")
        }
        let briefly: @Sendable () async throws -> Void = {
            try await server.startWhenAsked(by: [.environment, .signal])
        }
        _ = (asking, briefly)
        let opened = try await server.startWhenAsked(
            by: [.environment], on: [.unix(path: path)], environment: ["STROBE": "1"])
        #expect(opened == [.unix(path: path)])
        await server.stop()
    }

    @Test("a foreign store")
    func target() async throws {
        final class Lamp: Sendable {
            let target = DebugTarget<Bool, String>(id: "lamp", state: false)
            private let isOn = Mutex(false)

            init() {
                target.onDispatch { [weak self] action in self?.send(action) }
            }

            func send(_ action: String) {
                isOn.withLock { isOn in
                    isOn = action == "on"
                    target.report(action, state: isOn)
                }
            }
        }
        let (server, lamp) = (DebugServer(), Lamp())
        server.add(lamp.target)
        try await server.start(on: [.unix(path: path)])
        lamp.send("on")
        #expect(lamp.target.report(nil, state: true) == 2)
        await server.stop()
    }

    @Test("a store that applies actions on a queue of its own")
    func token() async throws {
        final class Counter: Sendable {
            let target = DebugTarget<Int, Int>(id: "counter", state: 0)
            private let queue = DispatchQueue(label: "counter")
            private let count = Mutex(0)

            func apply(_ action: Int) {
                count.withLock { count in
                    count += action
                    target.report(action, state: count)
                }
            }

            init() {
                let queue = queue
                target.onDispatch { [unowned counter = self] action in
                    let token = DispatchToken.current
                    queue.async { DispatchToken.perform(for: token) { counter.apply(action) } }
                }
            }

            var state: Int { count.withLock { $0 } }
        }
        let (server, counter) = (DebugServer(), Counter())
        server.add(counter.target)
        try await server.start(on: [.unix(path: path)])
        counter.apply(3)
        #expect(counter.state == 3)
        await server.stop()
    }

    @Test("actions that are not codable, by name")
    func catalog() async throws {
        enum Edit: Sendable { case undo, title(String), run(@Sendable () -> Void) }
        let catalog = ActionCatalog<Edit> { catalog in
            catalog.add("undo") { .undo }
            catalog.add("title", String.self) { .title($0) }
        }
        let target = DebugTarget(id: "draft", state: "", actions: catalog)
        DebugServer().add(target)
        #expect(target.report(.title("Tea"), state: "Tea") == nil)
    }

    @Test("a store on the main actor")
    @MainActor
    func mainActor() {
        let shelf = Shelf()
        DebugServer().add(shelf.target)
        shelf.dispatch("Emma")
        #expect(shelf.books == ["Emma"] && shelf.target.state == ["Emma"])
    }

    @Test("models and values")
    @MainActor
    func values() async {
        let server = DebugServer()
        let cart = Cart()
        server.add(observing: cart, id: "cart", set: { ($0.items, $0.total) = ($1.items, $1.total) }) {
            CartView(items: $0.items, total: $0.total)
        }
        let cache = Mutex(["a": 1])
        let watch = server.watch("cache") { cache.withLock { $0 } }
        cache.withLock { $0["b"] = 2 }
        watch.changed()
        cache.withLock { watch.changed(to: $0, "evict") }
        actor Session {
            var user = ""
            var requests = 0
        }
        struct SessionView: Codable, Sendable {
            var user: String
            var requests: Int
        }
        let session = Session()
        await server.watch("session", on: session) { SessionView(user: $0.user, requests: $0.requests) }
        await server.stop()
    }

    @Test("a recorder in the field")
    func recorder() async throws {
        let store = Store(initial: 0) { (count: inout Int, step: Int) in count += step }
        let directory = folder.path + "/recordings"
        let recorder = try FlightRecorder(directory: directory, options: .init(parts: 4))
        recorder.add(store, id: "shop")
        recorder.note("signed in")
        await recorder.stop()
        let written = try String(contentsOfFile: recorder.currentFile, encoding: .utf8)
        #expect(written.contains("signed in"))
    }

    @Test("all that signatures of the module name can be named")
    func names() async throws {
        let info = ReplayInfo(effects: .suppressed)
        #expect(info.effects == ReplayEffects.suppressed)
        let (near, far): (MemoryConnection, MemoryConnection) = MemoryConnection.pair()
        let connection: any DebugServer.Connection = near
        #expect(connection.peer.kind == .memory)
        let server = DebugServer()
        async let served: Void = server.serve(connection)
        await far.close()
        await served
        do throws(TreeError) {
            _ = try Redaction(parsing: ["!"])
            Issue.record("an exception from nothing was read")
        } catch {
            #expect(error.code == .malformedRule)
        }
    }
}

@MainActor
final class Shelf {
    let target = DebugTarget<[String], String>(id: "shelf", state: [], gated: true)
    private(set) var books: [String] = []

    init() {
        target.onDispatch { @MainActor [weak self] book in self?.dispatch(book) }
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

@MainActor @Observable
final class Cart {
    var items: [String] = []
    var total = 0
}

struct CartView: Codable, Sendable {
    var items: [String]
    var total: Int
}
