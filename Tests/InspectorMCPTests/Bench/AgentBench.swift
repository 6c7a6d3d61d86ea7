import Foundation
import InspectorCore
import Strobe
import StrobeClient
import StrobeProtocol
import StrobeServer
import StrobeSystem
import StrobeTransport

@testable import InspectorMCP

/// A program with a store, a server for agents that looks at it, and its client, in this process.
final class AgentBench: Sendable {
    let store = Store<Cart, CartAction, CartEffect>(initial: Cart(), reduce: Cart.reduce)
    let program: DebugServer
    let client: AgentTestClient
    /// What was noted for the user.
    let notes = AsyncCondition<[String]>([])
    let running: Task<Void, Never>
    private let folder: URL

    /// The endpoint of the program.
    let endpoint: String

    /// Starts all of it.
    ///
    /// - Parameters:
    ///   - access: What the program grants.
    ///   - id: The id of the store.
    ///   - more: More targets than the program.
    ///   - answersPayment: Whether the effect of `pay` answers with `paid`.
    init(
        access: Access = .control, isControlling: Bool = true, id: String = "cart", name: String = "shop",
        structure: AgentOptions.Structure = .small, confirmation: AgentOptions.Confirmation = .auto,
        more: [String] = [], answersPayment: Bool = true
    ) async throws {
        // Short: the path of a socket is limited.
        folder = URL(filePath: "/tmp/agents-\(UUID().uuidString.prefix(8))", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let path = folder.appending(path: "shop.sock").path()
        program = DebugServer(
            configuration: .init(access: access, name: name, discovery: false, handshakeTimeout: .seconds(60)))
        program.add(store, id: id)
        store.setEffectHandler { effect, context in if answersPayment { context.dispatch(.paid) } }
        _ = try await program.start(on: [.unix(path: path)])
        endpoint = "unix:\(path)"
        let (near, far) = MemoryConnection.pair()
        let options = AgentOptions(
            targets: [endpoint] + more, isControlling: isControlling, structure: structure, confirmation: confirmation)
        let server = AgentServer(options, on: far) { [notes] text in notes.update { $0.append(text) } }
        running = Task { await server.run() }
        client = AgentTestClient(near)
    }

    /// Another client of the program, without the server for agents.
    func attach(_ access: Access = .control) async throws -> DebugClient {
        let client = try await DebugClient.connect(to: try Endpoint(parsing: endpoint))
        _ = try await client.initialize(client: .init(name: "test", version: "1"), access: access)
        return client
    }

    /// Ends the client's side, waits for the server, and stops the program.
    func end() async {
        await client.connection.close()
        await running.value
        await program.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs a test and ends what it started in any case.
    static func with(
        access: Access = .control, isControlling: Bool = true, id: String = "cart", name: String = "shop",
        structure: AgentOptions.Structure = .small, confirmation: AgentOptions.Confirmation = .auto,
        more: [String] = [], answersPayment: Bool = true, _ use: (AgentBench) async throws -> Void
    ) async throws {
        let bench = try await AgentBench(
            access: access, isControlling: isControlling, id: id, name: name, structure: structure,
            confirmation: confirmation, more: more, answersPayment: answersPayment)
        do {
            try await use(bench)
        } catch {
            await bench.end()
            throw error
        }
        await bench.end()
    }
}
