import LineEditing
import StrobeClient
import StrobeProtocol

extension CommandContext {
    /// How the gate of the store in use stands.
    func gate() async throws -> Answer<GateDescription> {
        let store = try await store()
        return try await session.gate(GateStatus(store: store), of: store)
    }

    /// Notes that something is about to be done that may let a gate stop.
    func noteMove(of store: String) async {
        await session.noteMove(of: store, onHit: hit != nil)
    }

    /// Does something that may let the gate of the store in use stop, and shows it before the stop is told.
    func moving(_ body: (_ store: String) async throws -> Void) async throws {
        let store = try await store()
        // What it stops at is told in the words of the store.
        _ = await notation()
        await session.beginMove(of: store, onHit: hit != nil)
        do {
            try await body(store)
        } catch {
            await session.endMove(of: store)
            throw error
        }
        await session.endMove(of: store)
    }

    /// Closes the gate of the store in use.
    func pause() async throws {
        try await moving { store in
            let notation = await notation()
            let answer = try await session.pause(store)
            show(answer) { GateRendering(layout: layout, notation: notation).paused($0) }
        }
    }

    /// Opens the gate of the store in use.
    func resume() async throws {
        try await moving { store in
            await session.noteOpening(of: store)
            try await pass(GateResume(store: store), of: store)
        }
    }

    /// Lets some actions through the gate of the store in use.
    func step(_ count: Int?) async throws {
        try await moving { store in try await pass(GateStep(store: store, count: count), of: store) }
    }

    /// Moves a gate and shows, to people, what went through it.
    private func pass<R: Request>(_ request: R, of store: String) async throws where R.Result == GateDescription {
        let before = options.isJSON ? nil : try await answer(GateStatus(store: store)).result
        let answer = try await session.gate(request, of: store)
        var passage = Passage(before: before, after: answer.result)
        if let before, answer.result.seq > before.seq {
            let page = LogList(
                store: store, from: before.seq + 1, to: answer.result.seq, limit: Passage.entryLimit)
            passage.entries = (try? await self.answer(page).result.entries) ?? []
            for entry in passage.entries { await session.noteSent(entry.seq, to: store) }
        }
        let shown = passage
        show(answer) { _ in PassageRendering(layout: layout).lines(shown) }
    }

    /// The replay that `step` and `resume` are about: there is one, and the gate of the store in use holds nothing back.
    var steppedReplay: ReplayRun? {
        get async {
            let isPaused =
                if let store = await location.store { await session.gates[store]?.isPaused ?? false } else { false }
            return isPaused ? nil : await session.replay?.run
        }
    }
}
