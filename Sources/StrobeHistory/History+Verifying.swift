extension History {
    /// The divergence that was found, as long as it is in force.
    public var divergence: Divergence? { mode.divergence }

    /// Has a closure told of every divergence that is found from now on, by whomever.
    ///
    /// - Parameter handler: Called on the history's own thread; it returns at once. It takes the place of an earlier one.
    public func onDivergence(_ handler: (@Sendable (Divergence) -> Void)?) {
        mode.setHandler(handler)
    }

    /// Finds out whether what the history replays is what the store does.
    ///
    /// Default: compare the live state with the replayed one. With a range, every transition in it is tried several
    /// times from the same state, and their results are compared; up to the last transition, the live state is compared
    /// as well. What differs is searched for, which may take seconds, and is told to the handler of `onDivergence(_:)`; the
    /// store is not replayed any more then.
    ///
    /// - Parameters:
    ///   - from: The first transition; the first there is without.
    ///   - to: The last transition; the last there is without.
    /// - Throws: `notReplayable` when there is no replay to compare with, and none was given up because of a divergence;
    ///   `noSuchSeq`, `seqEvicted`, `cancelled` when the task is cancelled, or `ended`.
    /// - Complexity: O(*n*) reductions with a range, which are done a few milliseconds at a time.
    public func verify(from: Int? = nil, to: Int? = nil) async throws(HistoryError) -> Verification {
        guard from != nil || to != nil, isReplaying else { return try await compare() }
        let (last, first) = (seq, firstSeq + 1)
        let (start, end) = (max(from ?? first, 1), to ?? last)
        guard start >= first else { throw .seqEvicted(start, first: first) }
        guard end <= last else { throw .noSuchSeq(end, last: last, first: first) }
        guard start <= last, start <= end + 1 else { throw .noSuchSeq(start, last: min(last, end), first: first) }
        guard start <= end else { return try await compare() }
        let walk = VerifyingWalk<State>(range: start...end)
        let result = try await sliced(walk) { replica, walk, slice in replica.verify(&walk, slice) }
        guard result.divergence == nil, end == last else { return result }
        let divergence = try await compare().divergence
        return Verification(from: result.from, seq: result.seq, checked: result.checked, divergence: divergence)
    }

    private func compare() async throws(HistoryError) -> Verification {
        // One that is under way began before it was asked for.
        while try await !thread.run({ .success($0.isIdle()) }) { try await pause() }
        var isBegun = false
        while true {
            if let result = try await thread.run({ [isBegun] in $0.verification(isBegun: isBegun) }) { return result }
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
    /// Turned on, the present state is the one to replay from; earlier ones are known as far as they were retained. A
    /// divergence that was found before is forgotten. Turned off, states are retained while somebody is attached.
    ///
    /// - Returns: The number of the state that is replayed from, or of the present one.
    /// - Throws: `notReplayable` when there is no pure reducer, `stateUnknown` when the store has no present state to tell,
    ///   or `ended`.
    @discardableResult
    public func setReplaying(_ isOn: Bool) async throws(HistoryError) -> Int {
        try await thread.run { $0.setReplaying(isOn) }
    }
}
