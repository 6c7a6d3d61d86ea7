import LineEditing
import StrobeClient
import StrobeProtocol

extension Session {
    /// Asks to be told of gates; servers that have none are used without.
    func followGates() async {
        _ = try? await subscribing {
            try await self.answer(Subscribe(events: [.gate]))
        } added: { answer in
            gateSubscription = answer.result.subscription
        }
        await refreshGate()
    }

    /// Brings up to date what the prompt says of a gate that is closed.
    func refreshGate() async {
        guard loss == nil, !isLeaving, options.isInteractive, let store = standing.store, gates[store]?.isPaused == true
        else { return }
        _ = try? await gate(GateStatus(store: store), of: store)
    }

    /// How the gate of the store in use stands.
    func gate() async throws -> Answer<GateDescription> {
        let store = try store()
        return try await gate(GateStatus(store: store), of: store)
    }

    /// Asks something of a gate, and notes how it stands.
    private func gate<R: Request>(_ request: R, of store: String) async throws -> Answer<GateDescription>
    where R.Result == GateDescription {
        let answer = try await answer(request)
        gates.note(answer.result, of: store)
        return answer
    }

    /// Notes that something is about to be done that may let a gate stop.
    func noteMove(of store: String) {
        gates.move(store)
    }

    /// Closes the gate of the store in use.
    func pause() async throws -> Answer<GateDescription> {
        let store = try store()
        // The notification of this very stop says no more than the answer.
        gates.move(store)
        gates.change(store) { $0.told = GateStop(reason: .pause, phase: .before) }
        return try await gate(GatePause(store: store), of: store)
    }

    /// Opens the gate of the store in use.
    func resume() async throws -> Passage {
        let store = try store()
        let wasPaused = gates[store]?.isPaused == true
        gates.change(store) { $0.isOpenedHere = wasPaused }
        return try await pass(GateResume(store: store), of: store)
    }

    /// Lets some actions through the gate of the store in use.
    func step(_ count: Int?) async throws -> Passage {
        let store = try store()
        return try await pass(GateStep(store: store, count: count), of: store)
    }

    /// Moves a gate and finds out, for people, what went through it.
    private func pass<R: Request>(_ request: R, of store: String) async throws -> Passage
    where R.Result == GateDescription {
        let before = options.isJSON ? nil : try await answer(GateStatus(store: store)).result
        gates.move(store)
        let answer = try await gate(request, of: store)
        var passage = Passage(before: before, answer: answer)
        if let before, answer.result.seq > before.seq {
            let page = LogList(
                store: store, from: before.seq + 1, to: answer.result.seq, limit: Passage.entryLimit)
            passage.entries = (try? await self.answer(page).result.entries) ?? []
            for entry in passage.entries { noteSent(entry.seq, to: store) }
        }
        return passage
    }

    // MARK: - Waiting

    /// Waits until the gate of the store in use has stopped since it was moved from here.
    ///
    /// - Returns: How the gate stands, and the stop if it has not been told yet.
    /// - Throws: ``InspectorError`` (`failed`) when it does not stop in time.
    func waitForStop(for duration: Duration) async throws -> (answer: Answer<GateDescription>, untold: GateStop?) {
        let store = try store()
        let (stops, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = (gateListeners.keys.max() ?? 0) + 1
        gateListeners[number] = continuation
        defer { gateListeners[number] = nil }
        let timer = Task {
            try? await Task.sleep(for: duration)
            continuation.finish()
        }
        defer { timer.cancel() }
        var answer = try await gate()
        var events = stops.makeAsyncIterator()
        // Who was told of a stop need not find the gate closed any more: commands may have been run on the hit.
        while gates[store]?.unclaimed == nil, answer.result.stopped == nil, await events.next() != nil {
            answer = try await gate()
        }
        try Task.checkCancellation()
        guard let stop = gates[store]?.unclaimed ?? answer.result.stopped else {
            throw InspectorError(.failed, "\(store) did not stop within \(NumberText.seconds(duration)).")
        }
        let isTold = gates[store]?.unclaimed != nil || gates[store]?.told?.isSame(as: stop) == true
        gates.change(store) { ($0.unclaimed, $0.told) = (nil, isTold ? $0.told : stop) }
        if options.isInteractive { printGathered() }
        return (answer, isTold ? nil : stop)
    }

    // MARK: - Being told

    /// Notes that a gate stopped; gives what is to be printed of it.
    func take(_ stopped: GateStopped) -> EventFeed.Event? {
        let isTold = gates[stopped.store]?.told.map { stopped.stop.saysNoMore(than: $0) } ?? false
        gates.change(stopped.store) { gate in
            (gate.isPaused, gate.count) = (true, stopped.count)
            gate.isOpenedHere = false
            (gate.told, gate.unclaimed) = (stopped.stop, stopped.stop)
        }
        for listener in gateListeners.values { listener.yield() }
        return isTold ? nil : .stopped(stopped)
    }

    /// Notes that a gate opened; gives what is to be printed of it.
    func take(_ resumed: GateResumed) -> EventFeed.Event? {
        let isOpenedHere = gates[resumed.store]?.isOpenedHere == true && resumed.reason == .request
        gates.change(resumed.store) { gate in
            (gate.isPaused, gate.count, gate.isOpenedHere) = (false, 0, false)
            gate.told = nil
        }
        return isOpenedHere ? nil : .resumed(resumed)
    }
}

/// What came of moving a gate.
struct Passage: Sendable {
    /// How many entries are told one by one.
    static let entryLimit = 10

    /// How the gate stood before; only for people.
    var before: GateDescription?
    var answer: Answer<GateDescription>
    /// The first of the transitions that came of it.
    var entries: [LogEntry] = []
}

extension GateStop {
    /// Whether it is a stop at the same place for the same reason.
    func isSame(as other: GateStop) -> Bool {
        reason == other.reason && breakpoint == other.breakpoint && phase == other.phase
            && pending?.id == other.pending?.id && entry?.seq == other.entry?.seq
    }

    /// Whether it has nothing to add to one that was told.
    fileprivate func saysNoMore(than told: GateStop) -> Bool {
        isSame(as: told) && pending?.action == told.pending?.action && (changes == nil || changes == told.changes)
    }
}
