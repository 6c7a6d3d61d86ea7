import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol

extension Session {
    /// Subscribes to gate events; a server without gates is used as it is.
    func followGates() async {
        _ = try? await subscribing {
            try await self.answer(Subscribe(events: [.gate]))
        } added: { answer in
            gates.subscription = answer.result.subscription
        }
        await refreshGate()
    }

    /// Refreshes what the prompt shows of a closed gate.
    func refreshGate() async {
        guard loss == nil, !isLeaving, options.isInteractive, let store = location.store, gates[store]?.isPaused == true
        else { return }
        _ = try? await gate(GateStatus(store: store), of: store)
    }

    /// Sends a gate request and notes the gate that it returns.
    func gate<R: Request>(_ request: R, of store: String) async throws -> Answer<GateDescription>
    where R.Result == GateDescription {
        let answer = try await answer(request)
        gates.note(answer.result, of: store)
        return answer
    }

    /// Notes that the next request may cause a gate to stop.
    func noteMove(of store: String, onHit: Bool) {
        gates.move(store, onHit: onHit)
    }

    /// Notes the state of a gate that the server sent.
    func note(_ gate: GateDescription, of store: String) {
        gates.note(gate, of: store)
    }

    /// Defers the stops of a gate until the request that moves it is answered.
    func beginMove(of store: String, onHit: Bool) {
        gates.move(store, onHit: onHit)
        gates.change(store) { $0.moves += 1 }
    }

    /// Prints the deferred stops.
    func endMove(of store: String) {
        gates.change(store) { $0.moves -= 1 }
        if gates[store]?.moves == 0 { tellDeferred(of: store) }
    }

    /// Closes a gate.
    func pause(_ store: String) async throws -> Answer<GateDescription> {
        // The notification of this stop has nothing that the answer does not have.
        gates.change(store) { $0.reported = GateStop(reason: .pause, phase: .before) }
        let answer = try await gate(GatePause(store: store), of: store)
        if let stop = answer.result.stopped { gates.change(store) { $0.reported = stop } }
        return answer
    }

    /// Notes that this session is about to open a gate.
    func noteOpening(of store: String) {
        gates.change(store) { $0.isOpenedHere = $0.isPaused }
    }

    // MARK: - Waiting

    /// Waits for a gate to stop after this session moved it.
    ///
    /// - Returns: The gate, and the stop unless it was printed already.
    /// - Throws: ``InspectorError`` (`failed`) if it does not stop in time.
    func waitForStop(
        of store: String, for duration: Duration
    ) async throws -> (answer: Answer<GateDescription>, unreported: GateStop?) {
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
        // The gate may be open again after the stop: hit commands may have resumed it.
        while gates[store]?.unclaimed == nil, answer.result.stopped == nil, await events.next() != nil {
            answer = try await gate(GateStatus(store: store), of: store)
        }
        try Task.checkCancellation()
        guard let stop = gates[store]?.unclaimed ?? answer.result.stopped else {
            throw InspectorError(.failed, "\(store) did not stop within \(NumberText.seconds(duration)).")
        }
        let isReported = gates[store]?.unclaimed != nil || gates[store]?.reported?.isSame(as: stop) == true
        gates.change(store) { ($0.unclaimed, $0.reported) = (nil, isReported ? $0.reported : stop) }
        if options.isInteractive { printGathered() }
        return (answer, isReported ? nil : stop)
    }

    // MARK: - Notifications

    /// Notes that a gate stopped; returns what to print now.
    func take(_ stopped: GateStopped) -> StopEvent? {
        guard stores.contains(where: { $0.id == stopped.store }) else { return nil }
        gates.change(stopped.store) { gate in
            (gate.isPaused, gate.count) = (true, stopped.count)
            gate.isOpenedHere = false
            gate.unclaimed = stopped.stop
        }
        gates.wakeAll()
        // This may be the first event of a store: its notation is requested now, to be there when the stop is printed.
        if options.isInteractive, known.notations[stopped.store] == nil { Task { await notation(of: stopped.store) } }
        guard options.isJSON || gates[stopped.store]?.moves ?? 0 == 0 else {
            gates.change(stopped.store) { if $0.deferred.count < 1_000 { $0.deferred.append(stopped) } }
            return nil
        }
        // The output of the hit commands belongs below the stop: they start when it is printed.
        runCommands(on: stopped)
        return tell(stopped)
    }

    /// What to print of a stop; `nil` if it was printed already.
    private func tell(_ stopped: GateStopped) -> StopEvent? {
        let isReported = gates[stopped.store]?.reported.map { stopped.stop.saysNoMore(than: $0) } ?? false
        gates.change(stopped.store) { $0.reported = stopped.stop }
        guard !isReported else { return nil }
        defer { gates.isUsedToStops = true }
        let hasHint = options.isInteractive && !gates.isUsedToStops && stopped.stop.pending != nil
        return StopEvent(stopped: stopped, hasHint: hasHint)
    }

    /// Prints the stops that were deferred while this session moved a gate.
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
    /// Whether both are stops at the same action for the same reason.
    func isSame(as other: GateStop) -> Bool {
        reason == other.reason && breakpoint == other.breakpoint && phase == other.phase
            && pending?.id == other.pending?.id && entry?.seq == other.entry?.seq
    }

    /// Whether the stop adds nothing to one that was printed.
    fileprivate func saysNoMore(than reported: GateStop) -> Bool {
        isSame(as: reported) && pending?.action == reported.pending?.action
            && (changes == nil || changes == reported.changes)
    }
}
