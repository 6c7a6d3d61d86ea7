import Hummingbird
import InMemoryTracing
import Logging
import ServiceLifecycle
import Strobe
import StrobeLogging
import StrobeMetrics
import StrobeServer
import StrobeService
import Tracing
import UnixSignals

/// The arguments of the program: `sessions [--port N] [--trace] [--count] [--no-server]`.
enum Arguments {
    static let traces = CommandLine.arguments.contains("--trace")
    static let counts = CommandLine.arguments.contains("--count")
    static let hasServer = !CommandLine.arguments.contains("--no-server")
    static let port: Int = {
        guard let index = CommandLine.arguments.firstIndex(of: "--port") else { return 0 }
        return CommandLine.arguments.dropFirst(index + 1).first.flatMap { Int($0) } ?? 0
    }()
}

/// A server whose sessions are stores.
///
/// `STROBE=1 sessions`, or `strobe attach --wake PID`, starts its debug server.
@main
struct Server {
    static func main() async throws {
        LoggingSystem.bootstrap(StreamLogHandler.standardError, metadataProvider: .strobe)
        let logger = Logger(label: "sessions")
        let tracer = InMemoryTracer()
        if Arguments.traces { InstrumentationSystem.bootstrap(tracer) }

        let debugServer = DebugServer(configuration: .init(access: .control, name: "sessions"), logger: logger)
        let visitors = Visitors(server: debugServer, logger: logger)
        var httpLogger = logger
        httpLogger.logLevel = .notice
        let application = Application(
            router: router(visitors, tracer),
            configuration: .init(address: .hostname("127.0.0.1", port: Arguments.port)),
            onServerRunning: { channel in
                logger.notice("listening on port \(channel.localAddress?.port ?? 0)")
            }, logger: httpLogger)

        var services: [any Service] = [application]
        if Arguments.counts { services.append(ServerMetrics(of: debugServer)) }
        // Last, so that it is the first to be shut down: no request waits for an action that a client holds.
        if Arguments.hasServer { services.append(DebugService(debugServer, logger: logger)) }
        let group = ServiceGroup(
            configuration: .init(
                services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint],
                logger: httpLogger))
        try await group.run()
    }

    private static func router(_ visitors: Visitors, _ tracer: InMemoryTracer) -> Router<BasicRequestContext> {
        let router = Router()
        if Arguments.traces { router.middlewares.add(TracingMiddleware()) }

        router.post("sessions") { _, _ in
            guard let id = visitors.begin() else { throw HTTPError(.serviceUnavailable) }
            return id
        }
        router.get("sessions/:id") { _, context in try store(visitors, context).state }
        router.delete("sessions/:id") { _, context -> HTTPResponse.Status in
            visitors.end(try context.parameters.require("id")) ? .noContent : .notFound
        }
        router.post("sessions/:id/items/:item") { _, context -> String in
            let item = try context.parameters.require("item")
            let receipt = try await store(visitors, context).receipt(of: .add(item, price: 3))
            if let reason = receipt.rejection { throw HTTPError(.conflict, message: reason) }
            return "\(receipt.seq)"
        }
        router.post("sessions/:id/payment/:card") { _, context -> HTTPResponse.Status in
            try store(visitors, context).dispatch(.checkOut(card: context.parameters.require("card")))
            return .accepted
        }
        // For load.sh.
        router.get("sessions/:id/hit") { _, context -> String in
            let store = try store(visitors, context)
            store.dispatch(.add("tea", price: 1))
            return "ok"
        }
        // What a collector of traces would have got.
        router.get("spans") { _, _ in
            tracer.popFinishedSpans().map { span in
                "\(span.traceID) \(span.spanID) \(span.parentSpanID ?? "-") \(span.operationName)\n"
            }.joined()
        }
        return router
    }

    private static func store(_ visitors: Visitors, _ context: BasicRequestContext) throws -> Sessions.SessionStore {
        guard let store = visitors[try context.parameters.require("id")] else { throw HTTPError(.notFound) }
        return store
    }
}
