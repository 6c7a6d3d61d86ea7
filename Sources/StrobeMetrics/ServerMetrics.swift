#if Metrics
    public import CoreMetrics
    public import StrobeServer
    internal import Synchronization

    #if ServiceLifecycle
        public import ServiceLifecycle
    #endif

    /// The metrics of a debug server, read from time to time.
    ///
    ///     async let measuring: Void = ServerMetrics(of: server).run()
    ///
    /// With the trait `ServiceLifecycle` it is a `Service`. A server costs nothing between two readings.
    ///
    /// | metric | kind | counts |
    /// |---|---|---|
    /// | `strobe_server_sessions` | gauge | clients |
    /// | `strobe_server_stores` | gauge | stores that were added |
    /// | `strobe_server_held_actions` | gauge | actions that clients hold |
    /// | `strobe_server_missed_transitions_total` | counter | transitions that clients were too slow to receive |
    public final class ServerMetrics: Sendable {
        private let server: DebugServer
        private let interval: Duration
        private let clock: any Clock<Duration>
        private let sessions: Gauge
        private let stores: Gauge
        private let held: Gauge
        private let missed: Counter
        private let reported = Mutex(0)

        /// Makes the metrics.
        ///
        /// - Parameters:
        ///   - server: The server.
        ///   - interval: The time from one reading to the next.
        ///   - clock: What measures that time.
        ///   - factory: Makes gauges and counters; by default, that of the `MetricsSystem`, which has to be set up by then.
        public init(
            of server: DebugServer, every interval: Duration = .seconds(10),
            clock: any Clock<Duration> = ContinuousClock(), factory: any MetricsFactory = MetricsSystem.factory
        ) {
            self.server = server
            self.interval = interval
            self.clock = clock
            sessions = Gauge(label: "strobe_server_sessions", factory: factory)
            stores = Gauge(label: "strobe_server_stores", factory: factory)
            held = Gauge(label: "strobe_server_held_actions", factory: factory)
            missed = Counter(label: "strobe_server_missed_transitions_total", factory: factory)
        }

        /// Reads the server now.
        public func read() {
            let activity = server.activity
            sessions.record(activity.sessions)
            stores.record(activity.stores)
            held.record(activity.held)
            let new = reported.withLock { reported in
                defer { reported = max(reported, activity.missed) }
                return max(0, activity.missed - reported)
            }
            missed.increment(by: new)
        }

        private func readUntilCancelled() async {
            repeat { read() } while (try? await clock.sleep(for: interval)) != nil
        }
    }

    #if ServiceLifecycle
        extension ServerMetrics: Service {
            /// Reads the server at each interval, until the task is cancelled or the program shuts down gracefully.
            public func run() async {
                await cancelWhenGracefulShutdown { await self.readUntilCancelled() }
            }
        }
    #else
        extension ServerMetrics {
            /// Reads the server at each interval, until the task is cancelled.
            public func run() async { await readUntilCancelled() }
        }
    #endif
#endif
