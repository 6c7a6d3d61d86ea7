internal import InspectorCore
internal import StrobeClient
internal import StrobeTree

extension AdapterSession {
    /// Takes what the process tells until the connection ends.
    func follow(_ client: DebugClient) async {
        for await event in client.events {
            switch event {
            case .notification(let notification, let params):
                pass(on: type(of: notification).method, params)
                if let other = params["subscription"], other != .string(subscription) {
                    if debuggee?.console == nil { await console?.value.receive(event) }
                } else {
                    await take(notification)
                }
            case .unknown(let method, let params): pass(on: method, params)
            // What was lost may have been a stop.
            case .dropped: for thread in threads.all { await synchronise(thread.store.id) }
            case .closed(let reason) where !isLeaving:
                say(ControlCharacters.escaped(reason.message) + "\n", category: "important")
                await terminated()
            case .closed, .serverError, .malformed: break
            }
        }
    }

    private func pass(on method: String, _ params: Value.Object) {
        guard options?.events.contains(method) == true else { return }
        emit("strobe/notification", ["method": .string(method), "params": .object(params)])
    }

    private func take(_ notification: any ProtocolNotification) async {
        // What comes while the connection ends is of no interest any more.
        guard !isLeaving else { return }
        switch notification {
        case let note as GateStopped:
            threads.noteGate(of: note.store)
            stopped(note.store, note.stop, seq: note.seq)
        case let note as GateResumed:
            threads.noteGate(of: note.store)
            resumed(note.store)
        case let note as GateLogged: await logged(note)
        case let note as LogAppended: await appended(note.entry, to: note.store)
        case let note as HistoryDiverged: await diverged(note)
        case let note as StreamLagged: await synchronise(note.store)
        case let note as StoreAdded:
            guard options?.shows(note.store.id) == true, threads.of(note.store.id) == nil,
                threads.all.count < StoreLimit.count
            else { return }
            let thread = threads.add(note.store)
            emit("thread", ["reason": "started", "threadId": .count(thread.id)])
            await placeAll(in: note.store)
            await begin(thread)
        case let note as StoreRemoved:
            guard let id = threads.remove(note.store) else { return }
            searches.removeValue(forKey: id)?.cancel()
            objects.forget(id)
            shapes[note.store] = nil
            book.forget(note.store)
            emit("thread", ["reason": "exited", "threadId": .count(id)])
        default: break
        }
    }

    // MARK: Gates

    /// Takes a stop of a gate.
    private func stopped(_ store: String, _ stop: GateStop, seq: Int) {
        guard isConfigured, let known = threads.of(store) else { return }
        // The past stays in view.
        let isShown = known.cursor.place == .present
        guard !isShown || known.isLetGo || passes(known.id) else { return }
        endStepOut(of: known.id, hit: stop.breakpoint)
        guard var thread = threads[known.id] else { return }
        let wasStopped = thread.cursor.isStopped
        thread.stop = stop
        thread.cursor.hasPending = stop.pending != nil
        threads[thread.id] = thread
        guard isShown else { return }
        let notice = notice(of: stop, in: thread, seq: seq)
        if wasStopped {
            objects.forget(thread.id)
            threads[thread.id]?.reported = notice
            if editor.knowsInvalidated {
                emit("invalidated", ["areas": ["stacks", "variables"], "threadId": .count(thread.id)])
            } else {
                tellStop(thread.id, notice, keepsFocus: true)
            }
        } else {
            self.stop(thread.id, at: .present, notice)
        }
    }

    /// What the editor gets to know of a stop.
    private func notice(of stop: GateStop, in thread: StoreThread, seq: Int) -> StopNotice {
        let place = stop.pending.map { "before \($0.label)" } ?? stop.entry.map { "after #\($0.seq) \($0.label)" }
        var notice = StopNotice(
            reason: stop.reason == .step ? "step" : "pause",
            description: ControlCharacters.escaped(place ?? "after #\(seq)"))
        if stop.reason == .breakpoint, let number = stop.breakpoint {
            guard let breakpoint = book.breakpoint(number, in: thread.store.id) else {
                // One that steps out of effects has stopped, or one of another client.
                notice.reason = "step"
                return notice
            }
            reach(breakpoint.id)
            notice.reason = breakpoint.request.kind.reason
            notice.breakpoints = [breakpoint.id]
            if breakpoint.request.kind == .exception {
                let error = stop.error ?? stop.entry?.error ?? "rejected"
                notice.exception = ("rejected", error)
                notice.description = ControlCharacters.escaped("rejected: \(error)")
            }
        }
        return notice
    }

    /// Takes that a gate opened: what this editor let go is running already.
    private func resumed(_ store: String) {
        guard let known = threads.of(store) else { return }
        let isNews = known.cursor.isStopped && known.cursor.place == .present
        guard !isNews || passes(known.id), var thread = threads[known.id] else { return }
        thread.stop = nil
        thread.cursor.hasPending = false
        if isNews { thread.cursor.isStopped = false }
        threads[thread.id] = thread
        guard isNews else { return }
        objects.forget(thread.id)
        emit("continued", ["threadId": .count(thread.id), "allThreadsContinued": false])
    }

    /// Whether what the editor did not request is reported now; if that is too much, the outcome follows a second later.
    private func passes(_ id: Int) -> Bool {
        guard threads[id]?.notices.passes(at: .now) == false else { return true }
        synchroniseLater(id)
        return false
    }

    private func synchroniseLater(_ id: Int) {
        guard threads[id]?.willSynchronise == false else { return }
        threads[id]?.willSynchronise = true
        Task {
            try? await Task.sleep(for: .seconds(1))
            _ = threads[id]?.notices.takeHeld(at: .now)
            threads[id]?.willSynchronise = false
            if let thread = threads[id] { await synchronise(thread.store.id) }
        }
    }

    /// Requests the status of a gate, and tells the editor what it may have missed.
    func synchronise(_ store: String) async {
        guard isConfigured, !isLeaving, let thread = threads.of(store), thread.store.capabilities.gate,
            debuggee?.isRecording == false, let client = debuggee?.client,
            let status = try? await client.send(GateStatus(store: store))
        else { return }
        // What was reported meanwhile may be newer than the answer.
        guard threads.of(store)?.gateNews == thread.gateNews else { return synchroniseLater(thread.id) }
        if !status.paused {
            resumed(store)
        } else if let stop = status.stopped, stop != threads.of(store)?.stop {
            stopped(store, stop, seq: status.seq)
        } else if status.credit ?? 0 == 0, threads.of(store)?.cursor.isStopped == false {
            self.stop(thread.id, at: .present, StopNotice(reason: "pause", description: "the gate is paused"))
        }
    }

    /// Stops at a difference between a store and its replay, if the editor wants that.
    private func diverged(_ note: HistoryDiverged) async {
        guard book.stopsAtDivergence, let thread = threads.of(note.store) else { return }
        if canHold(thread) { _ = try? await debuggee?.client.send(GatePause(store: note.store)) }
        let path = note.path.map { " at \($0.isRoot ? "." : $0.swiftStyle)" } ?? ""
        let text = "\(note.kind.rawValue)\(path): \(note.message)"
        stop(
            thread.id, at: .past(note.seq),
            StopNotice(
                reason: "exception", description: ControlCharacters.escaped(text), exception: ("diverged", text)))
    }

    // MARK: The log

    /// Notes from where an entry came.
    func note(_ entry: LogEntry, of store: String) {
        guard let place = SourcePlace(entry.source),
            places.note(place, DispatchPlaces.Entry(store: store, seq: entry.seq, label: entry.label))
        else { return }
        for breakpoint in book.all where !breakpoint.isReached && breakpoint.request.line == place.line {
            guard case .line(let file) = breakpoint.request.kind, DispatchPlaces.name(of: file) == place.file else {
                continue
            }
            reach(breakpoint.id)
        }
    }

    /// Notes that an action came from the line of a breakpoint.
    private func reach(_ id: Int) {
        guard var breakpoint = book[id], !breakpoint.isReached else { return }
        breakpoint.isReached = true
        book[id] = breakpoint
        guard breakpoint.request.line != nil else { return }
        emit("breakpoint", ["reason": "changed", "breakpoint": breakpoint.body])
    }

    private func appended(_ entry: LogEntry, to store: String) async {
        guard threads.of(store) != nil else { return }
        note(entry, of: store)
        guard let log = options?.log, log != .off, logLimit.passes(at: .now) else { return scheduleRest() }
        var text = ControlCharacters.escaped("\(store) #\(entry.seq) \(entry.label)") + "\n"
        if log == .changes, let client = debuggee?.client,
            let changes = try? await client.send(LogGet(store: store, seq: entry.seq)).changes
        {
            let state = await shape(of: store)?.state
            for change in changes.prefix(20) {
                let path = change.path.isRoot ? "." : change.path.swiftStyle
                text += ControlCharacters.escaped("  \(path)  \(VariableText.text(change, state))") + "\n"
            }
            if changes.count > 20 { text += "  … \(changes.count - 20) more changes\n" }
        }
        say(text, source: place(of: entry, in: store))
    }

    /// Says a second later how many entries were not written.
    private func scheduleRest() {
        guard logLimit.held == 1 else { return }
        Task {
            try? await Task.sleep(for: .seconds(1))
            let count = logLimit.takeHeld(at: .now)
            if count > 0 { say("… \(NumberText.grouped(count)) more\n") }
        }
    }

    private func logged(_ note: GateLogged) async {
        guard threads.of(note.store) != nil else { return }
        guard logLimit.passes(at: .now) else { return scheduleRest() }
        var source: Value.Object?
        if let entry = try? await debuggee?.client.send(LogGet(store: note.store, seq: note.seq)).entry {
            source = place(of: entry, in: note.store)
        }
        say(ControlCharacters.escaped(note.text) + "\n", source: source)
    }
}
