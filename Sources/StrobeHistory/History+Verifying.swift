extension History {
    /// The divergence that was found, while it is in force.
    public var divergence: Divergence? { mode.divergence }

    /// Registers a closure to call with every divergence found from now on, whatever triggered the check.
    ///
    /// - Parameter handler: Called on the history's own thread; it returns at once. It replaces an earlier one.
    public func onDivergence(_ handler: (@Sendable (Divergence) -> Void)?) {
        mode.setHandler(handler)
    }

    /// Checks whether the replay matches what the store does.
    ///
    /// By default, the live state is compared with the replayed one. With a range, every transition in it is tried
    /// several times from the same state, and the results are compared; up to the last transition, the live state is
    /// compared as well. The cause of a difference is searched for, which may take seconds, and reported to the handler
    /// of `onDivergence(_:)`; the store is not replayed after that.
    ///
    /// - Parameters:
    ///   - from: The first transition; by default, the first of the log.
    ///   - to: The last transition; by default, the last of the log.
    /// - Throws: `notReplayable` if there is no replay to compare with, and none was given up because of a divergence;
    ///   `noSuchSeq`, `seqEvicted`, `cancelled` when the task is cancelled, or `ended`.
    /// - Complexity: O(*n*) reductions with a range, a few milliseconds at a time.
    public func verify(from: Int? = nil, to: Int? = nil) async throws(HistoryError) -> Verification {
        guard from != nil || to != nil, isReplaying else { return try await compare() }
        let (last, first) = (seq, firstSeq + 1)
        let (start, end) = (max(from ?? first, 1), to ?? last)
        guard start >= first else { throw .seqEvicted(start, first: first) }
        guard end <= last else { throw .noSuchSeq(end, last: last, first: first) }
        guard start <= last, start <= end + 1 else { throw .noSuchSeq(start, last: min(last, end), first: first) }
        guard start <= end else { return try await compare() }
        let walk = VerifyingWalk<State>(range: start...end)
        let result = try await sliced(walk) { replica, walk, slice throws(HistoryError) in
            try replica.verify(&walk, slice)
        }
        guard result.divergence == nil, end == last else { return result }
        let divergence = try await compare().divergence
        return Verification(from: result.from, seq: result.seq, checked: result.checked, divergence: divergence)
    }

    private func compare() async throws(HistoryError) -> Verification {
        // A comparison in progress began before this request.
        while try await !thread.run({ $0.isIdle() }) { try await pause() }
        var isBegun = false
        while true {
            if let result = try await thread.run({ [isBegun] replica throws(HistoryError) in
                try replica.verification(isBegun: isBegun)
            }) {
                return result
            }
            isBegun = true
            try await pause()
        }
    }

    private func pause() async throws(HistoryError) {
        guard !Task.isCancelled else { throw .cancelled }
        try? await Task.sleep(for: .milliseconds(10))
    }

    /// Turns replay on or off.
    ///
    /// When turned on, replay starts from the current state; earlier ones are known as far as they were retained. An
    /// earlier divergence is forgotten. When turned off, states are retained while a client is attached.
    ///
    /// - Returns: The number of the state that replay starts from, or of the current one.
    /// - Throws: `notReplayable` if there is no pure reducer, `stateUnknown` if the store does not provide its current
    ///   state, or `ended`.
    @discardableResult
    public func setReplaying(_ isOn: Bool) async throws(HistoryError) -> Int {
        try await thread.run { replica throws(HistoryError) in try replica.setReplaying(isOn) }
    }
}
