import LineEditing
import StrobeClient
import StrobeProtocol

extension Session {
    /// What is said of a store from now on: its divergence, or that there is none.
    func note(_ divergence: DivergenceDescription?, of store: String) {
        known.note(divergence, of: store)
        tellPrompt()
    }

    /// Notes what came of verifying.
    ///
    /// - Returns: Whether the same was printed already. What still waits to be printed is not: the answer says it.
    func note(verified divergence: DivergenceDescription?, of store: String) -> Bool {
        let count = feed.events.count
        feed.remove { ($0 as? HistoryDiverged)?.store == store }
        let waiting = feed.events.count < count
        defer { note(divergence, of: store) }
        return divergence != nil && known.diverged[store] == divergence && !waiting
    }

    /// Notes whether a store is replayed.
    func noteReplaying(_ isReplaying: Bool, of store: String) {
        known.noteReplaying(isReplaying, of: store)
        tellPrompt()
    }

    /// Asks about stores that could be replayed by their kind and are not, and says so where they diverged before.
    func followDivergence() async {
        for store in stores where !store.capabilities.replay && ["reducer", "machine", "foreign"].contains(store.kind) {
            guard let found = try? await answer(StoreDescribe(store: store.id)).result.history?.divergence else {
                continue
            }
            note(found, of: store.id)
            guard !options.isJSON else { continue }
            let rendering = DivergenceRendering(layout: layout)
            console.print(rendering.lines(found, of: store.id, isNew: false))
        }
    }

    /// Holds the replay of the stores that were used to what they did, at the end of a run: what was printed of past states
    /// may be wrong where a reducer is not pure.
    ///
    /// - Returns: The outcome of the run: it fails where a store differs.
    func confirmReplay(_ outcome: Outcome) async -> Outcome {
        guard recording == nil, outcome == .success || outcome == .commandFailed else { return outcome }
        var outcome = outcome
        for id in known.used.sorted() {
            // Those that are not replayed have nothing to be wrong about; one that is busy does not keep the run waiting.
            let found = try? await SlowAnswerNotice.limit(.seconds(10)) {
                try await self.answer(HistoryVerify(store: id)).result.divergence
            }
            guard let divergence = found else { continue }
            outcome = .commandFailed
            guard !note(verified: divergence, of: id), !options.isJSON else { continue }
            console.report(
                DivergenceRendering(layout: layout, notation: await notation(of: id)).lines(divergence, of: id))
        }
        return outcome
    }
}
