import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol

extension CommandContext {
    /// The gate of the current store.
    func gate() async throws -> Answer<GateDescription> {
        let store = try await store()
        return try await session.gate(GateStatus(store: store), of: store)
    }

    /// Notes that the next request may cause a gate to stop.
    func noteMove(of store: String) async {
        await session.noteMove(of: store, onHit: hit != nil)
    }

    /// Runs something that may stop the gate of the current store, and prints its result before the stop.
    func moving(_ body: (_ store: String) async throws -> Void) async throws {
        let store = try await store()
        // The stop is printed in the notation of the store.
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

    /// Closes the gate of the current store.
    func pause() async throws {
        try await moving { store in
            let notation = await notation()
            let answer = try await session.pause(store)
            show(answer) { GateRendering(layout: layout, notation: notation).paused($0) }
        }
    }

    /// Opens the gate of the current store.
    func resume() async throws {
        try await moving { store in
            await session.noteOpening(of: store)
            try await pass(GateResume(store: store), of: store)
        }
    }

    /// Whether the gate is closed, or the user wants it closed.
    ///
    /// - Throws: ``InspectorError`` (`failed`) if it is open and no user can be asked.
    func confirmsClosing() async throws -> Bool {
        guard try await !gate().result.paused else { return true }
        let store = try await store()
        let reason = "The gate of \(store) is open: `step` closes it, and the program's actions then wait."
        guard options.isInteractive, hit == nil, let confirm = await session.confirmation else {
            throw InspectorError(.failed, "\(reason) Use `pause` first.")
        }
        remark(reason)
        return await confirm("Close it? [y/N] ")
    }

    /// Lets a number of actions through the gate of the current store.
    func step(_ count: Int?) async throws {
        try await moving { store in try await pass(GateStep(store: store, count: count), of: store) }
    }

    /// Steps or resumes a gate and, unless the output is JSON, shows which actions passed it.
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

    /// The replay that `step` and `resume` control; `nil` while the gate of the current store is closed.
    var steppedReplay: ReplayRun? {
        get async {
            let isPaused =
                if let store = location.store { await session.gates[store]?.isPaused ?? false } else { false }
            return isPaused ? nil : await session.replay?.run
        }
    }
}
