import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol

extension Session {
    /// Notes the divergence of a store; `nil` if it has none any more.
    func note(_ divergence: DivergenceDescription?, of store: String) {
        update { $0.known.note(divergence, of: store) }
        tellPrompt()
    }

    /// Notes the result of verifying.
    ///
    /// - Returns: Whether the same divergence was printed already; a queued event does not count and is removed.
    func note(verified divergence: DivergenceDescription?, of store: String) -> Bool {
        let count = feed.events.count
        feed.remove { ($0 as? HistoryDiverged)?.store == store }
        let waiting = feed.events.count < count
        defer { note(divergence, of: store) }
        return divergence != nil && known.diverged[store] == divergence && !waiting
    }

    /// Notes whether a store is replaying.
    func noteReplaying(_ isReplaying: Bool, of store: String) {
        update { $0.known.noteReplaying(isReplaying, of: store) }
        tellPrompt()
    }

    /// Asks about stores that could replay but do not, and reports those that diverged earlier.
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

    /// Verifies the stores that were used, at the end of a run: past states that were printed may be wrong if a reducer
    /// is not pure.
    ///
    /// - Returns: The outcome of the run, which fails if a store diverged.
    func confirmReplay(_ outcome: Outcome) async -> Outcome {
        guard recording == nil, outcome == .success || outcome == .commandFailed else { return outcome }
        var outcome = outcome
        for id in known.used.sorted() {
            // Stores without replay are skipped; a busy one does not delay the end by more than 10 s.
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
