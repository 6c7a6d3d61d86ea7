import InspectorCore
import ArgumentParser
import LineEditing
import StrobeClient
import StrobeTransport

/// `strobe relay`.
struct RelayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay", abstract: "Connects standard input and output to the socket of a process.",
        discussion: """
            Run it where the process is, through any command that reaches that place: \
            strobe run -- ssh HOST strobe relay shop, strobe run -- docker exec -i CONTAINER strobe relay.
            """)

    @Argument(
        help: "The process, as for `strobe attach`. Optional if only one process is running.", completion: .process)
    var target: String?

    func run() async throws {
        do {
            let found = try ProcessChoice.find(target, for: "strobe relay")
            let sockets = found.endpoints.filter { if case .unix = $0 { true } else { false } }
            guard let socket = sockets.first else {
                throw InspectorError(
                    .connectionLost,
                    "The process has only a TCP port, which needs its token: forward the port, and attach with --token-file."
                )
            }
            let server = try await Transport.connect(to: socket)
            try DebugClient.checkUser(of: server.peer)
            let client = try StandardStreams.serve()
            for connection in [server, client] { connection.setLineLimit(ClientOptions().lineBytes) }
            // The server ends after the client, once it has answered everything.
            let requests = Task {
                _ = try? await Self.copy(from: client, to: server)
                await (server as? any HalfClosable)?.endOutput()
            }
            try await Self.copy(from: server, to: client)
            requests.cancel()
            await client.close()
        } catch {
            let console = StreamConsole(colour: ColourChoice.isWanted)
            console.report(ErrorRendering.lines(error, width: console.reportWidth))
            throw ExitCode(Outcome.connectionLost.rawValue)
        }
    }

    /// Copies lines until there are no more.
    private static func copy(
        from: any StrobeTransport.Connection, to: any StrobeTransport.Connection
    ) async throws {
        while let line = try await from.nextLine() { try await to.write(line + [10]) }
    }
}
