internal import Synchronization

/// Counts the handshakes that failed, and says when nobody is heard for a while: whoever guesses, guesses slowly.
///
/// Too many failures within a second, and for the next second nobody is heard. Whoever is turned away then does not count,
/// so that this is over after that second whatever others do.
final class HandshakeGuard: Sendable {
    private struct State {
        var failures = 0
        var isRefusing = false
        /// Tells the timer that counts from those before it.
        var period = 0
    }

    private let state = Mutex(State())
    private let limit: Int
    private let clock: any Clock<Duration>

    /// - Parameters:
    ///   - limit: How many failures a second are borne.
    ///   - clock: The time in which seconds pass.
    init(limit: Int, clock: any Clock<Duration>) {
        self.limit = max(1, limit)
        self.clock = clock
    }

    /// Whether nobody is heard at present.
    var isRefusing: Bool { state.withLock { $0.isRefusing } }

    /// How many failures were counted since counting last began.
    var failureCount: Int { state.withLock { $0.failures } }

    /// Counts a failure.
    ///
    /// - Returns: Whether it was the one too many, after which nobody is heard.
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

    /// Begins anew a second from now, unless something else began meanwhile.
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
