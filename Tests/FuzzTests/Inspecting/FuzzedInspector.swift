import Foundation
import LineEditing
import Logging
import SeededTesting
import Strobe
import StrobeClient
import StrobeProtocol
import StrobeServer
import StrobeTransport
import Synchronization

@testable import Inspector
@testable import InspectorCore

/// A session of the inspector with a faulty server, from its begin to its end.
struct FuzzedInspector {
    struct Shop: Codable, Sendable, Equatable {
        enum Mode: String, Codable, Sendable, CaseIterable { case idle, busy, closed }
        struct Item: Codable, Sendable, Equatable, Identifiable {
            var id: Int
            var name: String
        }
        var count = 0
        var mode = Mode.idle
        var items: [Item] = [Item(id: 1, name: "tea")]
        var notes: [String: String] = ["a": "b"]
        var total: Double = 0
    }

    enum ShopAction: Codable, Sendable {
        case reset
        case add(String)
        case step(Int)
        case toggle
    }

    enum Lamp: String, Codable, Sendable { case on, off }

    /// The folder for files written by a session.
    private let folder: URL
    private let seed: UInt64
    private var random: SeededGenerator
    private let shop = Store<Shop, ShopAction, String>(initial: Shop()) { state, action in
        switch action {
        case .reset: state = Shop()
        case .add(let name): state.items.append(.init(id: state.items.count + 1, name: name))
        case .step(let number): state.count &+= number
        case .toggle: state.mode = state.mode == .idle ? .busy : .idle
        }
        if case .add = action { return ["save"] }
        return []
    }
    private let lamp = Store<Lamp, Lamp, Never>(initial: .off) { state, action in state = action }
    private let server: DebugServer

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed &* 0x1_0000_0001)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "strobe-fuzz-\(ProcessInfo.processInfo.processIdentifier)-\(seed)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("send .toggle\nlog\n".utf8).write(to: folder.appendingPathComponent("script"))
        try Data("\"toggle\"\n{\"step\":2}\n".utf8).write(to: folder.appendingPathComponent("actions"))
        server = DebugServer(
            configuration: .init(access: .control, discovery: false),
            logger: Logger(label: "fuzz", factory: { _ in SwiftLogNoOpLogHandler() }))
        server.add(shop, id: "shop")
        server.add(lamp, id: "lamp")
        for number in 1...6 { shop.dispatch(number.isMultiple(of: 3) ? .add("milk") : .step(number)) }
    }

    /// Opens a session, runs some commands, and ends it.
    ///
    /// - Parameters:
    ///   - rate: The share of server lines that are changed, in percent.
    ///   - count: The number of commands.
    /// - Returns: The number of lines received from the server.
    mutating func run(rate: Int, count: Int) async -> Int {
        let (here, there) = MemoryConnection.pair(capacity: 1 << 22)
        let serving = Task { [server] in await server.serve(there) }
        let connection = FaultyConnection(here, seed: seed, rate: rate)
        let client = DebugClient(connection: connection, options: .init(requestTimeout: .milliseconds(300)))
        if let session = await begin(client) {
            for _ in 0..<count { await run(line(), in: session) }
            await finish(session)
        }
        await client.close()
        await server.stop()
        await serving.value
        Watchdog.shared.end()
        try? FileManager.default.removeItem(at: folder)
        return connection.answers
    }

    /// A client of the unchanged server.
    func connect() -> (client: DebugClient, serving: Task<Void, Never>) {
        let (here, there) = MemoryConnection.pair(capacity: 1 << 22)
        return (DebugClient(connection: here), Task { [server] in await server.serve(there) })
    }

    func stop() async {
        await server.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The steps at the begin of a session, at a prompt or for a script.
    private mutating func begin(_ client: DebugClient) async -> Session? {
        Watchdog.shared.begin("session \(seed): beginning")
        guard let opened = try? await client.initialize(client: .init(name: "fuzz", version: "1"), access: .control)
        else { return nil }
        let session = Session(
            client: client, process: opened.process, redaction: opened.redaction, stores: opened.stores,
            console: FuzzConsole(width: [20, 80, 200].randomElement(using: &random) ?? 80),
            options: .init(
                isJSON: below(5) == 0, isInteractive: below(2) == 0, gathering: .milliseconds(5), patience: .seconds(60)
            ))
        Task { await session.follow() }
        await session.followStores()
        await session.followGates()
        await session.followDivergence()
        _ = BannerRendering.lines(opened)
        return session
    }

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    /// A random line; all commands are equally likely.
    private mutating func line() -> String {
        let names = FuzzCommands.lines.keys.sorted().filter { $0 != "quit" && $0 != "detach" || below(20) == 0 }
        let lines = FuzzCommands.lines[names.randomElement(using: &random) ?? ""] ?? []
        return (lines.randomElement(using: &random) ?? "").replacing("DIR", with: folder.path)
    }

    private mutating func run(_ line: String, in session: Session) async {
        Watchdog.shared.begin("session \(seed): \(line)")
        if below(4) == 0 { shop.dispatch(below(2) == 0 ? .toggle : .add("tea")) }
        switch below(6) {
        case 0:
            let end = line.index(line.startIndex, offsetBy: below(line.count + 1))
            _ = await CommandContext(session).complete(line, end)
        case 1, 2:
            var lines = [line].makeIterator()
            _ = await ScriptRunner(session: session, keepsGoing: true).run { lines.next() }
        default:
            do { try await session.run(typed: line) } catch { session.report(error) }
        }
        await session.refreshGate()
        await session.printGathered()
        _ = await session.prompt
    }

    private func finish(_ session: Session) async {
        Watchdog.shared.begin("session \(seed): ending")
        await session.settle()
        await session.endTranscript()
        await session.endRecording()
    }
}

/// A console that lays out its output but prints nothing.
struct FuzzConsole: Console {
    let width: Int
    func print(_ lines: [StyledText]) { for line in lines { _ = line.onOneLine.plain } }
    func print(machineLine: String) {}
    func report(_ lines: [StyledText]) { print(lines) }
    func report(machineLine: String) {}
}
