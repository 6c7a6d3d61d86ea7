extension History {
    /// What the history holds in memory.
    ///
    /// Weighed on the debug thread, after the oldest part of the log has gone if there is too much. States are counted with
    /// everything that they refer to, even where the store shares it.
    ///
    /// - Throws: `ended`.
    public func memory() async throws(HistoryError) -> HistoryMemory {
        try await thread.run(isPrepared: false) { .success($0.tendedMemory()) }
    }

    /// Makes a state the first one that there is: the entries up to it are dropped, and the states before it.
    ///
    /// The store is not touched.
    ///
    /// - Parameter seq: The number of the state; `nil` for the last one.
    /// - Returns: The number of the first state now.
    /// - Throws: As `state(at:)`.
    @discardableResult
    public func commit(_ seq: Int? = nil) async throws(HistoryError) -> Int {
        try await thread.run { $0.commit(seq) }
    }
}
