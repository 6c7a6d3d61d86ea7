import Foundation
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
        #expect(target.report(.title("Tea"), state: "Tea") == nil)
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
