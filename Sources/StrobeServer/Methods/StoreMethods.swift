internal import StrobeHistory
internal import StrobeProtocol

extension StoreDescribe: StoreMethod {
    static var attaches: Bool { false }

    func answer(
        from store: InspectedStore<some StoreAdapter>, in session: any SessionIdentity
    ) async -> StoreDescription {
        // Measuring the memory may shrink the history that the description reports.
        let history = try? await store.historyDescription()
        var description = store.description
        description.history = history
        return description
    }
}

extension InspectedStore {
    /// The description of the history.
    func historyDescription() async throws -> HistoryDescription {
        let memory = try await adapter.history.memory()
        // The size would reveal the size of redacted values.
        let isReported = hidesNothing
        return HistoryDescription(
            bytes: isReported ? memory.bytes : nil, budgetBytes: WireInteger.held(memory.budgetBytes),
            checkpoints: isReported ? memory.checkpoints : nil, divergence: divergence,
            givenUp: memory.givenUp.map(Self.describe))
    }

    private static func describe(_ givenUp: HistoryMemory.GivenUp) -> GivenUpDescription {
        let log = "The log has the transitions from \(givenUp.logFrom) on"
        let message =
            switch (givenUp.cause, givenUp.statesFrom) {
            case (.notReplayed, _):
                "No state but the current one is kept: the store is not replayed, and a state does not fit into the "
                    + "budget of its history. \(log)."
            case (.nobodyAttached, nil):
                "States are not kept while no client is attached: one does not fit into the budget of the history with "
                    + "the log. \(log); when a client attaches, states are kept again, from the current one on."
            case (.nobodyAttached, let first?):
                "The states before \(first) were dropped while no client was attached: one does not fit into the budget "
                    + "of the history with the log. \(log)."
            }
        return GivenUpDescription(logFrom: givenUp.logFrom, statesFrom: givenUp.statesFrom, message: message)
    }
}
