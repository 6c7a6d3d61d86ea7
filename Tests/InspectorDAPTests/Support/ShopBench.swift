import Foundation
import Logging
import Strobe
import StrobeClient
import StrobeServer
import StrobeSystem
import StrobeTree
import Testing

@testable import Inspector
@testable import InspectorDAP

struct Shop: Codable, Sendable, Equatable {
    var count = 0
    var note: String?
    var items: [Int] = []
}

enum ShopAction: Codable, Sendable, Equatable {
    case increment(by: Int)
    case reset
    case load
    case loaded([Int])
    case annotate(String)
}

enum ShopEffect: String, Codable, Sendable { case fetch }

enum Turnstile: String, Kinded, CaseIterable, Codable { case locked, unlocked }
enum TurnstileEvent: String, Kinded, CaseIterable, Codable { case coin, push }

/// A process with a shop and a turnstile, and an editor that can attach to it.
final class ShopBench: Sendable {
    let shop = Store<Shop, ShopAction, ShopEffect>(initial: Shop()) { state, action in
        switch action {
        case .increment(let step): state.count &+= step
        case .reset: state = Shop()
        case .load: return [.fetch]
        case .loaded(let items): state.items = items
        case .annotate(let note): state.note = note
        }
        return []
    }
    let turnstile = Store(
        machine: StateMachine<Turnstile, TurnstileEvent, String>(
            initial: .locked,
            transitions: [.on(.coin, from: .locked, to: .unlocked), .on(.push, from: .unlocked, to: .locked)]))
    let server: DebugServer
    let path: String
    let editor: EditorBench
    private let remains: Remains

    /// - Parameter own: A server with stores of its own instead.
    init(access: Access = .control, server own: DebugServer? = nil) async throws {
        var template = Array("/tmp/strobe-dap-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        path = folder + "/socket"
        server = own ?? DebugServer(configuration: .init(access: access), logger: .silent)
        if own == nil {
            server.add(shop, id: "shop")
            server.add(turnstile, id: "turnstile")
        }
        shop.setEffectHandler { effect, context in
            if effect == .fetch { context.dispatch(.loaded([1, 2, 3])) }
        }
        _ = try await server.start(on: [.unix(path: path)])
        var host = DapCommand.host
        // The editor may outlive this.
        let remains = Remains(folder: folder, server: server)
        host.find = { _ in Discovery.Target(endpoints: [.unix(path: remains.folder + "/socket")]) }
        editor = EditorBench(host: host)
        self.remains = remains
    }

    /// Another connection to the process.
    func client() async throws -> DebugClient {
        let client = try await DebugClient.connect(to: .unix(path: path))
        _ = try await client.initialize(client: .init(name: "test", version: "1"), access: .control)
        return client
    }

    /// Waits until the shop has reduced some number of actions.
    func reach(_ seq: Int) async throws {
        let other = try await client()
        try await other.send(Subscribe(store: "shop", events: [.log], fromSeq: 0))
        for await event in other.events {
            if case .notification(let told as LogAppended, _) = event, told.entry.seq >= seq { break }
        }
        await other.close()
    }
}

/// What is cleaned up when neither a bench nor its editor needs it.
private final class Remains: Sendable {
    let folder: String
    private let server: DebugServer

    init(folder: String, server: DebugServer) { (self.folder, self.server) = (folder, server) }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
        Task { [server] in await server.stop() }
    }
}

extension Logger {
    /// One that says nothing.
    static let silent = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
}
