import LineEditing
import StrobeClient
import StrobeProtocol

extension Session {
    /// Asks to be told of gates; servers that have none are used without.
    func followGates() async {
        _ = try? await subscribing {
            try await self.answer(Subscribe(events: [.gate]))
        } added: { answer in
            gates.subscription = answer.result.subscription
        }
        await refreshGate()
    }

    /// Brings up to date what the prompt says of a gate that is closed.
    func refreshGate() async {
        guard loss == nil, !isLeaving, options.isInteractive, let store = location.store, gates[store]?.isPaused == true
        else { return }
        _ = try? await gate(GateStatus(store: store), of: store)
    }

    /// Asks something of a gate, and notes how it stands.
    func gate<R: Request>(_ request: R, of store: String) async throws -> Answer<GateDescription>
    where R.Result == GateDescription {
        let answer = try await answer(request)
        gates.note(answer.result, of: store)
        return answer
    }

    /// Notes that something is about to be done that may let a gate stop.
    func noteMove(of store: String, onHit: Bool) {
        gates.move(store, onHit: onHit)
    }

    /// Notes what a gate says of itself.
    func note(_ gate: GateDescription, of store: String) {
        gates.note(gate, of: store)
    }

    /// Keeps the stops of a gate until what moves it is answered.
    func beginMove(of store: String, onHit: Bool) {
        gates.move(store, onHit: onHit)
        gates.change(store) { $0.moves += 1 }
    }

    /// Tells the stops that came meanwhile.
    func endMove(of store: String) {
        gates.change(store) { $0.moves -= 1 }
        if gates[store]?.moves == 0 { tellDeferred(of: store) }
    }

    /// Closes a gate.
    func pause(_ store: String) async throws -> Answer<GateDescription> {
        // The notification of this very stop says no more than the answer.
        gates.change(store) { $0.told = GateStop(reason: .pause, phase: .before) }
        let answer = try await gate(GatePause(store: store), of: store)
        if let stop = answer.result.stopped { gates.change(store) { $0.told = stop } }
        return answer
    }

    /// Notes that a gate is about to be opened from here.
    func noteOpening(of store: String) {
        gates.change(store) { $0.isOpenedHere = $0.isPaused }
    }

    // MARK: - Waiting

    /// Waits until a gate has stopped since it was moved from here.
    ///
    /// - Returns: How the gate stands, and the stop if it has not been told yet.
    /// - Throws: ``InspectorError`` (`failed`) when it does not stop in time.
    func waitForStop(
        of store: String, for duration: Duration
    ) async throws -> (answer: Answer<GateDescription>, untold: GateStop?) {
        let (stops, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = gates.listen(continuation)
        defer { gates.stopListening(number) }
        let timer = Task {
            try? await Task.sleep(for: duration)
            continuation.finish()
        }
        defer { timer.cancel() }
        var answer = try await gate(GateStatus(store: store), of: store)
        var events = stops.makeAsyncIterator()
        // Who was told of a stop need not find the gate closed any more: commands may have been run on the hit.
        while gates[store]?.unclaimed == nil, answer.result.stopped == nil, await events.next() != nil {
            answer = try await gate(GateStatus(store: store), of: store)
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

    /// Notes that a gate stopped; gives what is to be printed of it now.
    func take(_ stopped: GateStopped) -> StopEvent? {
        guard stores.contains(where: { $0.id == stopped.store }) else { return nil }
        gates.change(stopped.store) { gate in
            (gate.isPaused, gate.count) = (true, stopped.count)
            gate.isOpenedHere = false
            gate.unclaimed = stopped.stop
        }
        gates.wakeAll()
        // A stop may be the first that is heard of a store: with luck the words for it are there when it is told.
        if options.isInteractive, known.notations[stopped.store] == nil { Task { await notation(of: stopped.store) } }
        guard options.isJSON || gates[stopped.store]?.moves ?? 0 == 0 else {
            gates.change(stopped.store) { if $0.deferred.count < 1_000 { $0.deferred.append(stopped) } }
            return nil
        }
        // What the commands print that are run on it belongs below it: they begin when this is told.
        runCommands(on: stopped)
        return tell(stopped)
    }

    /// What is to be printed of a stop; nothing where it was told.
    private func tell(_ stopped: GateStopped) -> StopEvent? {
        let isTold = gates[stopped.store]?.told.map { stopped.stop.saysNoMore(than: $0) } ?? false
        gates.change(stopped.store) { $0.told = stopped.stop }
        guard !isTold else { return nil }
        defer { gates.isUsedToStops = true }
        let hasHint = options.isInteractive && !gates.isUsedToStops && stopped.stop.pending != nil
        return StopEvent(stopped: stopped, hasHint: hasHint)
    }

    /// Tells the stops that came while a gate was moved from here.
    private func tellDeferred(of store: String) {
        guard let deferred = gates[store]?.deferred, !deferred.isEmpty else { return }
        gates.change(store) { $0.deferred = [] }
        for stopped in deferred {
            if let event = tell(stopped) { feed.add(event) }
        }
        printGathered()
        for stopped in deferred { runCommands(on: stopped) }
    }
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
