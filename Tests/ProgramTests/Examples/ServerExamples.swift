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
        final class Lamp: DebugTarget {
            private let core = Mutex((isOn: false, tell: (@Sendable (String?, Bool) -> Void)?.none))
            let id = "lamp"
            var state: Bool { core.withLock { $0.isOn } }

            func dispatch(_ action: String) {
                core.withLock { core in
                    core.isOn = action == "on"
                    core.tell?(action, core.isOn)
                }
            }

            func observe(_ tell: @escaping @Sendable (String?, Bool) -> Void) -> Bool {
                core.withLock { core in
                    core.tell = tell
                    return core.isOn
                }
            }
        }
        let (server, lamp) = (DebugServer(), Lamp())
        server.add(lamp)
        try await server.start(on: [.unix(path: path)])
        lamp.dispatch("on")
        #expect(lamp.state)
        await server.stop()
    }

    @Test("a store that applies actions on a queue of its own")
    func token() async throws {
        final class Counter: DebugTarget {
            let id = "counter"
            private let queue = DispatchQueue(label: "counter")
            private let core = Mutex((count: 0, tell: (@Sendable (Int?, Int) -> Void)?.none))
            var state: Int { core.withLock { $0.count } }

            private func apply(_ action: Int) {
                core.withLock { core in
                    core.count += action
                    core.tell?(action, core.count)
                }
            }

            func dispatch(_ action: Int) {
                let token = DispatchToken.current
                queue.async { DispatchToken.perform(for: token) { self.apply(action) } }
            }

            func observe(_ tell: @escaping @Sendable (Int?, Int) -> Void) -> Int {
                core.withLock { core in
                    core.tell = tell
                    return core.count
                }
            }

            /// Waits until all that was asked for is applied.
            func settle() { queue.sync {} }
        }
        let (server, counter) = (DebugServer(), Counter())
        server.add(counter)
        try await server.start(on: [.unix(path: path)])
        counter.dispatch(3)
        counter.settle()
        #expect(counter.state == 3)
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

    /// A store whose effects can be left out while recorded actions are dispatched, and whose state can be replaced.
    private final class Counter: DebugTarget {
        let id = "counter"
        private let core = Mutex((count: 0, isReplaying: false))
        var state: Int { core.withLock { $0.count } }
        func dispatch(_ action: Int) { core.withLock { $0.count += action } }
        func observe(_ tell: @escaping @Sendable (Int?, Int) -> Void) -> Int { state }
        var replayer: (@Sendable (ReplayInfo?) -> Void)? {
            { info in self.core.withLock { $0.isReplaying = info?.effects == .suppressed } }
        }
        var isReplaying: Bool { core.withLock { $0.isReplaying } }
    }

    @Test("all that signatures of the module name can be named")
    func names() async throws {
        let counter = Counter()
        counter.replayer?(ReplayInfo(effects: .suppressed))
        #expect(counter.isReplaying)
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
