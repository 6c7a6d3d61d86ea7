import ArgumentParser
import Foundation
import NIOCore
import NIOPosix
import StrobeHistory
import StrobeProtocol
import StrobeServer

/// The demo program: published designs as stores, with real effects, and a debug server for them.
@main
struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "strobe-demo",
        abstract: "Serves stores of published designs to inspect: screens that load, a login, machines, a converter.",
        discussion: """
            By default it listens on a Unix socket, as with --unix, where `strobe attach` finds it. With --stdio, standard \
            output carries the protocol and nothing else. Every fourth request that a store makes fails, so that there \
            is something to find.
            """
    )

    @Flag(help: "Serve one inspector over standard input and output, and exit when it disconnects.")
    var stdio = false

    @Option(
        defaultAsFlag: 0,
        help: ArgumentHelp("Listen on a TCP port of 127.0.0.1; 0 lets the system choose.", valueName: "port"))
    var tcp: Int?

    @Option(
        defaultAsFlag: "",
        help: ArgumentHelp("Listen on a Unix socket; without a path, in the runtime directory.", valueName: "path"))
    var unix: String?

    @Option(help: ArgumentHelp("Read the token for TCP from a file that only you can read.", valueName: "file"))
    var tokenFile: String?

    @Flag(
        help:
            "Listen only on request: by STROBE=1 in the environment, or by the signal SIGUSR1 at any time.")
    var whenAsked = false

    @Flag(help: "Do not dispatch actions by itself.")
    var quiet = false

    @Flag(help: "Print the output of the demo's views, devices and analytics to standard error.")
    var verbose = false

    @Flag(help: "Grant inspectors read access only: they cannot dispatch or restore.")
    var readOnly = false

    @Option(
        help: ArgumentHelp(
            "Record everything to files in a directory, with the flight recorder.", valueName: "directory"))
    var flightRecorder: String?

    @Option(help: ArgumentHelp("The memory budget of each store's history.", valueName: "MiB"))
    var historyBudget = 64

    @Option(
        help: ArgumentHelp("The response time of the demo's backend.", valueName: "milliseconds"))
    var delay = 400

    @Option(
        help: ArgumentHelp(
            "How long the login's reducer takes to validate what is typed.", valueName: "milliseconds"))
    var validation = 0

    @Option(
        help: ArgumentHelp("The minimum time between two fetches of widgets.", valueName: "seconds"))
    var refreshInterval = 10

    func validate() throws {
        guard (0...600_000).contains(delay) else { throw ValidationError("--delay takes 0 to 600000 milliseconds.") }
        guard (0...600_000).contains(validation) else {
            throw ValidationError("--validation takes 0 to 600000 milliseconds.")
        }
        guard (0...86_400).contains(refreshInterval) else {
            throw ValidationError("--refresh-interval takes 0 to 86400 seconds.")
        }
        guard (1...65_536).contains(historyBudget) else {
            throw ValidationError("--history-budget takes 1 to 65536 MiB.")
        }
        if stdio, whenAsked { throw ValidationError("--when-asked applies to sockets; --stdio serves at once.") }
        if let tcp, !(0...65_535).contains(tcp) { throw ValidationError("--tcp takes a port from 0 to 65535.") }
    }

    private var endpoints: [ServerEndpoint] {
        var endpoints: [ServerEndpoint] = []
        if stdio { endpoints.append(.stdio) }
        if let tcp { endpoints.append(.tcp(port: tcp)) }
        if let unix { endpoints.append(.unix(path: unix.isEmpty ? nil : unix)) }
        return endpoints.isEmpty ? [.unix()] : endpoints
    }

    func run() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let backend = try await Backend.start(on: group, delay: .milliseconds(Int64(delay)))
        let client = BackendClient(group: group, port: backend.port)
        let stores = await DemoStores(
            backend: client, ratesURL: try backend.url(of: .rates), validation: .milliseconds(validation),
            refreshInterval: .seconds(refreshInterval), isQuiet: quiet,
            say: { [verbose] line in if verbose { Self.say(line) } })

        var configuration = DebugServer.Configuration(access: readOnly ? .read : .control, name: "strobe-demo")
        configuration.tokenFile = tokenFile
        configuration.history.budgetBytes = historyBudget << 20
        let server = DebugServer(configuration: configuration)
        let recorder = try flightRecorder.map {
            try FlightRecorder(directory: $0, options: .init(name: "strobe-demo"))
        }
        await stores.add(to: server)
        if let recorder {
            await server.record(to: recorder)
            Self.say("recording to \(recorder.currentFile)")
        }
        let endSignal = await EndSignal()
        if whenAsked {
            let opened = try await server.startWhenAsked(by: [.environment, .signal], on: endpoints)
            if opened.isEmpty { Self.say("not listening: start with STROBE=1 or send SIGUSR1") }
        } else {
            let opened = try await server.start(on: endpoints)
            for endpoint in opened { Self.say("listening on \(endpoint)") }
        }

        let ticker = quiet ? nil : Task { await Ticker(stores: stores, interval: .seconds(3)).run() }
        let ending = Task {
            await endSignal.wait()
            // Ends what is served, the standard streams included.
            await server.stop()
        }
        if stdio { await server.standardStreamsEnd() } else { await ending.value }
        ending.cancel()
        ticker?.cancel()
        await server.stop()
        await recorder?.stop()
        try await backend.stop()
        // Nothing else may hold them: server and recorder do not, and the optimiser ends what is not used any more.
        withExtendedLifetime(stores) {}
    }

    @Sendable private static func say(_ line: String) {
        FileHandle.standardError.write(Data("\(line)\n".utf8))
    }
}
