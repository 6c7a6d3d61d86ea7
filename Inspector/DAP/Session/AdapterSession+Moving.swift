internal import InspectorCore
internal import StrobeClient
internal import StrobeTree

extension AdapterSession {
    /// Whether the actions of a store can be held.
    func canHold(_ thread: StoreThread) -> Bool {
        thread.store.capabilities.gate && debuggee?.isControlled == true
    }

    /// How far the store of a thread reaches.
    func reach(of thread: StoreThread) async throws -> Reach {
        let store = try await attached().client.send(StoreDescribe(store: thread.store.id))
        return Reach(first: store.firstSeq, last: store.seq, canHold: canHold(thread))
    }

    // MARK: Requests

    /// Carries an execution request out.
    func move(_ motion: Motion, _ arguments: Arguments) async throws -> Value {
        let thread = try thread(arguments)
        if motion == .pause, searches[thread.id] != nil {
            endSearch(of: thread.id)
            stop(
                thread.id, at: thread.cursor.place, StopNotice(reason: "pause", description: "the search was given up"))
            return [:]
        }
        let reach = try await reach(of: thread)
        let client = try attached().client
        // Of the thread as it is now: what was awaited may have moved it.
        guard let cursor = threads[thread.id]?.cursor else { return [:] }
        let plan = cursor.plan(motion, in: reach)
        switch plan {
        case .nothing: break
        case .refuse(let reason): throw AdapterError(.refused, reason)
        case .pauseGate: try await holding(thread.id, StopNotice(reason: "pause", description: "the gate is paused"))
        case .resumeGate:
            try await letting(thread) { try await client.send(GateResume(store: thread.store.id)) }
        case .stepGate:
            try await letting(thread) { try await client.send(GateStep(store: thread.store.id)) }
        case .stepOutOfEffects:
            try await letting(thread) {
                let set = BreakpointSet(store: thread.store.id, condition: "origin != effect", once: true)
                try await noting({ try await client.send(set).breakpoint.id }) { [weak self] number in
                    await self?.noteWayOut(number, of: thread.id)
                }
                return try await client.send(GateResume(store: thread.store.id))
            }
        case .look(let seq, let reason): look(at: seq, of: thread.id, reason)
        case .lookAtChild(let seq):
            let why = try await client.send(LogWhy(store: thread.store.id, seq: seq, limit: 1))
            look(at: why.children.first?.seq ?? seq + 1, of: thread.id, .step)
        case .present: try await reachPresent(thread.id, reach)
        case .findFirst, .findOutsideOfEffects, .findLast: search(plan, of: thread, reach)
        }
        return [:]
    }

    /// Sends a request whose answer has to be noted, though the task that waits for it may be cancelled before.
    func noting<Result: Sendable>(
        _ send: @escaping @Sendable () async throws -> Result, note: @escaping @Sendable (Result) async -> Void
    ) async throws {
        let sending = Task { await note(try await send()) }
        // It goes on if this is cancelled.
        try await Deadline.wait(until: .now + .seconds(1 << 20)) { try await sending.value }
    }

    /// Lets a store go by a request; if that fails, the store is where it was, as far as is known.
    private func letting(_ thread: StoreThread, _ send: () async throws -> GateDescription) async throws {
        let before = threads[thread.id]
        run(thread.id)
        do {
            _ = try await send()
        } catch {
            if let before, threads[thread.id]?.cursor.isStopped == false {
                threads[thread.id]?.cursor = before.cursor
                threads[thread.id]?.stop = before.stop
                threads[thread.id]?.reported = before.reported
                // It may have been done before it was cancelled.
                Task { await synchronise(thread.store.id) }
            }
            throw error
        }
    }

    // MARK: Moving

    /// Notes that a store goes on, with the present in view.
    func run(_ id: Int) {
        threads[id]?.cursor = ThreadCursor()
        threads[id]?.isLetGo = true
        threads[id]?.stop = nil
        threads[id]?.reported = nil
        objects.forget(id)
    }

    /// Notes the breakpoint that steps out of effects; removes it if that was given up meanwhile.
    private func noteWayOut(_ number: Int, of id: Int) {
        threads[id]?.wayOut = number
        if threads[id]?.cursor.isStopped != false { endStepOut(of: id, hit: nil) }
    }

    /// Removes the breakpoint that steps out of effects, unless it is the one that stopped.
    func endStepOut(of id: Int, hit number: Int?) {
        guard let thread = threads[id], let wayOut = thread.wayOut else { return }
        threads[id]?.wayOut = nil
        guard wayOut != number else { return }
        Task { _ = try? await debuggee?.client.send(BreakpointRemove(store: thread.store.id, id: wayOut)) }
    }

    /// Pauses a gate and tells so.
    func holding(_ id: Int, _ notice: StopNotice) async throws {
        guard let thread = threads[id] else { return }
        let status = try await attached().client.send(GatePause(store: thread.store.id))
        // A stop that was reported meanwhile says more.
        guard let now = threads[id], !now.cursor.isStopped else { return }
        endStepOut(of: id, hit: nil)
        threads[id]?.stop = status.stopped
        threads[id]?.cursor.hasPending = status.stopped?.pending != nil
        stop(id, at: .present, notice)
    }

    /// Says what fails where no request is there that could.
    func orSaying(_ work: () async throws -> Void) async {
        do {
            try await work()
        } catch {
            say("\(Self.known(error).message)\n", category: "important")
        }
    }

    private func look(at seq: Int, of id: Int, _ reason: Plan.Reason) {
        let notice =
            switch reason {
            case .step: StopNotice(reason: "step", description: "at #\(seq)")
            case .beginning: StopNotice(reason: "entry", description: "the log begins here")
            case .frozen:
                StopNotice(reason: "pause", description: "the view is frozen at #\(seq); the store runs on")
            }
        stop(id, at: .past(seq), notice)
    }

    /// Goes to the present, and stays there.
    func reachPresent(_ id: Int, _ reach: Reach) async throws {
        let notice = StopNotice(reason: "step", description: "the present")
        if debuggee?.isRecording == true {
            stop(id, at: .present, StopNotice(reason: "step", description: "the end of the recording"))
        } else if !reach.canHold {
            look(at: reach.last, of: id, .frozen)
        } else if let thread = threads[id] {
            threads[id]?.cursor.isStopped = false
            threads[id]?.cursor.place = .present
            defer { if threads[id]?.cursor.isStopped == false { threads[id]?.cursor = thread.cursor } }
            try await holding(id, notice)
        }
    }

    /// Stops a thread at a place, and tells so.
    func stop(_ id: Int, at place: ThreadCursor.Place, _ notice: StopNotice) {
        guard threads[id] != nil else { return }
        objects.forget(id)
        threads[id]?.cursor.place = place
        threads[id]?.cursor.isStopped = true
        threads[id]?.isLetGo = false
        threads[id]?.reported = notice
        tellStop(id, notice, keepsFocus: false)
    }

    func tellStop(_ id: Int, _ notice: StopNotice, keepsFocus: Bool) {
        emit(
            "stopped",
            .body([
                "reason": .string(notice.reason), "description": .string(notice.description), "threadId": .count(id),
                "allThreadsStopped": false, "preserveFocusHint": keepsFocus ? true : nil,
                "text": notice.exception.map { .string(ControlCharacters.escaped($0.text)) },
                "hitBreakpointIds": notice.breakpoints.isEmpty
                    ? nil : .array(notice.breakpoints.map { .count($0) }),
            ]))
    }

    // MARK: Restoring

    /// Makes the state before the entry of a frame the present one, with the gate paused.
    func restartFrame(_ arguments: Arguments) async throws -> Value {
        let frame = try objects.frame(try arguments.count("frameId"))
        guard case .entry(let entry) = frame.content, let thread = threads[frame.thread] else {
            throw AdapterError(
                .refused, "Only an entry of the log can be restarted: the state before it becomes the present one.")
        }
        let debuggee = try attached()
        guard debuggee.isControlled, thread.store.capabilities.jump else {
            throw AdapterError(.refused, "The state of \(thread.store.id) cannot be restored: it can only be read.")
        }
        // Nothing may come between the pause and the jump but what is seen.
        let paused = canHold(thread) ? try await debuggee.client.send(GatePause(store: thread.store.id)) : nil
        let done = try await debuggee.client.send(
            HistoryJump(store: thread.store.id, seq: entry.seq - 1, ifSeq: paused?.seq))
        let status = canHold(thread) ? try await debuggee.client.send(GateStatus(store: thread.store.id)) : nil
        threads[thread.id]?.stop = status?.stopped
        threads[thread.id]?.cursor.hasPending = status?.stopped?.pending != nil
        let text = "the state of #\(entry.seq - 1) was restored, as #\(done.seq)"
        stop(
            thread.id, at: canHold(thread) ? .present : .past(done.seq),
            StopNotice(reason: "restart", description: text))
        return [:]
    }
}
