internal import Synchronization

/// Counts failed handshakes and refuses connections for a while after too many, which slows down guessing.
///
/// After too many failures within a second, connections are refused for the next second. Connections refused then do
/// not count, so that the refusal ends after that second whatever clients do.
final class HandshakeGuard: Sendable {
    private struct State {
        var failures = 0
        var isRefusing = false
        /// Distinguishes the current timer from earlier ones.
        var period = 0
    }

    private let state = Mutex(State())
    private let limit: Int
    private let clock: any Clock<Duration>

    /// - Parameters:
    ///   - limit: The number of failures tolerated in a second.
    ///   - clock: The clock that measures seconds.
    init(limit: Int, clock: any Clock<Duration>) {
        self.limit = max(1, limit)
        self.clock = clock
    }

    /// Whether connections are currently refused.
    var isRefusing: Bool { state.withLock { $0.isRefusing } }

    /// The number of failures since counting last started.
    var failureCount: Int { state.withLock { $0.failures } }

    /// Counts a failure.
    ///
    /// - Returns: Whether it exceeded the limit, so that connections are now refused.
    func noteFailure() -> Bool {
        let (period, isRefusing) = state.withLock { state -> (Int?, Bool) in
            state.failures += 1
            let isLast = state.failures >= limit && !state.isRefusing
            guard state.failures == 1 || isLast else { return (nil, false) }
            state.isRefusing = isLast
            state.period += 1
            return (state.period, isLast)
        }
        if let period { end(period) }
        return isRefusing
    }

    /// Starts counting again after a second, unless something else started meanwhile.
    private func end(_ period: Int) {
        Task { [clock] in
            try? await clock.sleep(for: .seconds(1))
            self.state.withLock { state in
                guard state.period == period else { return }
                (state.failures, state.isRefusing) = (0, false)
            }
        }
    }
}
