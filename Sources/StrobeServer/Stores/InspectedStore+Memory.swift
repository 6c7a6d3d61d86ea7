internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol

extension InspectedStore {
    func reset() async throws -> HistoryJump.Result {
        try checkRunning()
        guard adapter.canRestore else {
            throw ProtocolError(.notSupported, "The store \(id) cannot restore a state.")
        }
        let first = try await adapter.history.state(at: firstSeq)
        let new = try await withoutHidden {
            try await adapter.restore(first.state, origin: .restore, from: first.seq, note: Self.resetNote)
        }
        return await replacement(new)
    }

    func commit(_ seq: Int?) async throws -> HistoryCommit.Result {
        try checkRunning()
        try await adapter.history.commit(seq)
        return HistoryCommit.Result(seq: self.seq, firstSeq: firstSeq)
    }

    func historyDescription() async throws -> HistoryDescription {
        let memory = try await adapter.history.memory()
        // The amount that is held would reveal how much is hidden.
        let isTold = hidesNothing
        return HistoryDescription(
            bytes: isTold ? memory.bytes : nil, budgetBytes: WireInteger.held(memory.budgetBytes),
            checkpoints: isTold ? memory.checkpoints : nil, divergence: divergence,
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
                "States are not kept while no client is attached: one does not fit into the budget of the history beside "
                    + "the log. \(log); states are kept again, from the current one on, once a client attaches."
            case (.nobodyAttached, let first?):
                "The states before \(first) were dropped while no client was attached: one does not fit into the budget "
                    + "of the history beside the log. \(log)."
            }
        return GivenUpDescription(logFrom: givenUp.logFrom, statesFrom: givenUp.statesFrom, message: message)
    }

    func notes(in seqs: ClosedRange<Int>) -> [NoteDescription] {
        adapter.history.notes(in: seqs).map(Self.describe)
    }

    func onNote(_ tell: @escaping @Sendable (NoteDescription) -> Void) {
        adapter.history.onNote { tell(Self.describe($0)) }
    }

    private static func describe(_ note: LogNote) -> NoteDescription {
        NoteDescription(afterSeq: note.afterSeq, time: note.time, text: note.text, cause: note.cause)
    }
}
