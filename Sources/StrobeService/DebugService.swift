#if ServiceLifecycle
    public import Logging
    public import ServiceLifecycle
    public import StrobeServer

    /// A debug server as one of the services of a program.
    ///
    ///     let group = ServiceGroup(
    ///         services: [application, DebugService(server)], gracefulShutdownSignals: [.sigterm], logger: logger)
    ///     try await group.run()
    ///
    /// On a graceful shutdown, clients are notified that the server stops, its sockets and its discovery file are removed, and
    /// actions that clients held are reduced. A group shuts its services down one after the other, the last one first: where
    /// the debug server comes last, no request waits for an action that a client holds.
    ///
    /// A server that cannot start does not end the group: the reason is logged.
    public struct DebugService: Service, CustomStringConvertible {
        /// When the server starts.
        public enum Start: Sendable, Hashable {
            /// With the service.
            case atOnce
            /// When the user of the program asks for it, as `DebugServer.startWhenAsked` says.
            case whenAsked(by: Set<StartRequest>)
        }

        /// The server; the service is its only owner, as far as starting and stopping go.
        public let server: DebugServer
        private let start: Start
        private let endpoints: [ServerEndpoint]
        private let logger: Logger

        /// Creates a service.
        ///
        /// - Parameters:
        ///   - server: The server, which was not started.
        ///   - start: When it starts; by default, with `STROBE=1` in the environment, or on SIGUSR1.
        ///   - endpoints: Where it listens then.
        ///   - logger: Gets the reason if it cannot start.
        public init(
            _ server: DebugServer, start: Start = .whenAsked(by: [.environment, .signal]),
            on endpoints: [ServerEndpoint] = [.unix()], logger: Logger = Logger(label: "strobe")
        ) {
            self.server = server
            self.start = start
            self.endpoints = endpoints
            self.logger = logger
        }

        /// Its name in the log of a group.
        public var description: String { "DebugService" }

        /// Runs the server until the program shuts down gracefully, or the task is cancelled.
        public func run() async {
            do {
                switch start {
                case .atOnce: try await server.start(on: endpoints)
                case .whenAsked(let requests): try await server.startWhenAsked(by: requests, on: endpoints)
                }
            } catch {
                logger.error("\(error.message)")
            }
            // An error says that the task was cancelled, which ends the server as well.
            try? await gracefulShutdown()
            await server.stop()
        }
    }
#else
    /// A debug server as one of the services of a program: needs the trait `ServiceLifecycle`.
    @available(*, unavailable, message: "add traits: [\"ServiceLifecycle\"] to the package dependency on strobe")
    public struct DebugService {}
#endif
