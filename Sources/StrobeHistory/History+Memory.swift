extension History {
    /// What the history holds in memory.
    ///
    /// Measured on the debug thread, after dropping the oldest part of the log if over budget. States are counted with
    /// everything that they refer to, even if the store shares it.
    ///
    /// - Throws: `ended`.
    public func memory() async throws(HistoryError) -> HistoryMemory {
        try await thread.run(isPrepared: false) { $0.tendedMemory() }
    }

    /// Makes a state the first one: the entries up to it and the states before it are dropped.
    ///
    /// The store is not changed.
    ///
    /// - Parameter seq: The number of the state; `nil` for the last one.
    /// - Returns: The number of the first state now.
    /// - Throws: As `state(at:)`.
    @discardableResult
    public func commit(_ seq: Int? = nil) async throws(HistoryError) -> Int {
        try await thread.run { replica throws(HistoryError) in try replica.commit(seq) }
    }
}
