import Logging
import ServiceLifecycle
import Strobe
import StrobeLogging
import StrobeMetrics
import StrobeServer
import StrobeService
import StrobeTracing
import Testing
import Tracing
import UnixSignals

/// The code in the documentation of services, tracing, metrics and logging.
@Suite("Examples of servers", .timeLimit(.minutes(5)))
struct ServersExamples {
    private let store = Store(initial: 0) { (count: inout Int, step: Int) in count += step }
    private let server = DebugServer()

    @Test("a debug server in a group of services")
    func service() async {
        let (server, logger) = (server, Logger(label: "shop"))
        let application = ClosureService { try await gracefulShutdown() }
        // Compiled alone: it runs until the process gets a signal.
        let main: @Sendable () async throws -> Void = {
            let group = ServiceGroup(
                services: [application, DebugService(server)], gracefulShutdownSignals: [.sigterm], logger: logger)
            try await group.run()
        }
        _ = main
        await server.stop()
    }

    @Test("a store with spans")
    func tracing() {
        do {
            store.trace(as: "cart")
        }
        do {
            var options = TracingOptions()
            options.showsReasons = true
            store.trace(as: "cart", options: options)
        }
        do {
            store.trace(as: "cart") { step, attributes in attributes["step"] = step }
        }
        do {
            let trace = store.trace(as: "cart")
            trace.end()
        }
        store.dispatch(1)
        #expect(store.state == 1)
    }

    @Test("stores and servers with metrics")
    func metrics() async {
        do {
            let metrics = StoreMetrics(of: "session")
            metrics.measure(store)  // and each other session
        }
        store.dispatch(1)
        #expect(store.state == 1)
        let server = server
        let measuring = Task {
            async let measuring: Void = ServerMetrics(of: server).run()
            await measuring
        }
        measuring.cancel()
        await measuring.value
    }

    @Test("log lines with a store")
    func logging() {
        let store = store
        // Compiled alone: a process sets its logging up once.
        let main: @Sendable () -> Void = {
            LoggingSystem.bootstrap(StreamLogHandler.standardOutput, metadataProvider: .strobe)
            store.addLogMetadata(as: "cart")
        }
        _ = main
    }
}
