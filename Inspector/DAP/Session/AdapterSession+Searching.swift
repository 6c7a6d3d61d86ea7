internal import StrobeClient
internal import StrobeTree

extension AdapterSession {
    /// Begins a search of the past; an earlier one of the thread is given up.
    func search(_ plan: Plan, of thread: StoreThread, _ reach: Reach) {
        endSearch(of: thread.id)
        let number = (threads[thread.id]?.search ?? 0) + 1
        threads[thread.id]?.search = number
        threads[thread.id]?.cursor.isStopped = false
        objects.forget(thread.id)
        searches[thread.id] = Task {
            let outcome: Result<Found?, any Error>
            do {
                outcome = .success(try await find(plan, in: thread.store.id, reach))
            } catch {
                outcome = .failure(error)
            }
            guard threads[thread.id]?.search == number, searches[thread.id] != nil else { return }
            searches[thread.id] = nil
            await end(plan, of: thread, reach, outcome)
        }
    }

    /// Gives the search of a thread up.
    func endSearch(of id: Int) {
        searches.removeValue(forKey: id)?.cancel()
        threads[id]?.search += 1
    }

    /// What a search found.
    struct Found: Sendable {
        var seq: Int
        var breakpoint: EditorBreakpoint?
    }

    private func end(_ plan: Plan, of thread: StoreThread, _ reach: Reach, _ outcome: Result<Found?, any Error>) async {
        switch outcome {
        case .success(let found?):
            var notice = StopNotice(reason: "step", description: "at #\(found.seq)")
            if let breakpoint = found.breakpoint {
                notice.reason = breakpoint.request.kind.reason
                notice.breakpoints = [breakpoint.id]
                if breakpoint.request.kind == .exception {
                    let entry = try? await attached().client.send(LogGet(store: thread.store.id, seq: found.seq)).entry
                    notice.exception = ("rejected", entry?.error ?? "rejected")
                }
            }
            stop(thread.id, at: .past(found.seq), notice)
        case .success(nil):
            switch plan {
            case .findLast: lookAtBeginning(of: thread.id, reach)
            case .findFirst where reach.canHold: await goOn(thread)
            case .findFirst where debuggee?.isRecording != true:
                run(thread.id)
                say("\(thread.store.id): nothing was found; the present is in view\n")
            default: await orSaying { try await reachPresent(thread.id, reach) }
            }
        case .failure(let error):
            say("\(Self.known(error).message)\n", category: "important")
            stop(thread.id, at: thread.cursor.place, StopNotice(reason: "pause", description: "the search failed"))
        }
    }

    private func lookAtBeginning(of id: Int, _ reach: Reach) {
        stop(id, at: .past(reach.first), StopNotice(reason: "entry", description: "the log begins here"))
    }

    /// Lets a store go on at the present, which the editor takes it to do.
    private func goOn(_ thread: StoreThread) async {
        run(thread.id)
        do {
            _ = try await attached().client.send(GateResume(store: thread.store.id))
        } catch {
            say("\(Self.known(error).message)\n", category: "important")
            await synchronise(thread.store.id)
        }
    }

    private func find(_ plan: Plan, in store: String, _ reach: Reach) async throws -> Found? {
        let debuggee = try attached()
        let client = debuggee.finder ?? debuggee.client
        switch plan {
        case .findOutsideOfEffects(let from):
            guard from <= reach.last else { return nil }
            let found = try await client.send(
                HistoryFind(store: store, condition: "origin != effect", from: from, to: reach.last))
            return found.seq.map { Found(seq: $0) }
        case .findFirst(let from):
            return try await find(from: from, to: reach.last, isLast: false, in: store, client)
        case .findLast(let to):
            return try await find(from: reach.first + 1, to: to, isLast: true, in: store, client)
        default: return nil
        }
    }

    /// The entry of a range at which a breakpoint would have stopped.
    private func find(
        from: Int, to: Int, isLast: Bool, in store: String, _ client: DebugClient
    ) async throws -> Found? {
        let breakpoints = book.searched(in: store)
        guard from <= to, !breakpoints.isEmpty else { return nil }
        var best: Int?
        for question in SearchQuestions.joined(breakpoints.compactMap(\.request.question)) {
            // Nothing farther than what was found is of interest.
            let (first, last) = isLast ? (best.map { $0 + 1 } ?? from, to) : (from, best.map { $0 - 1 } ?? to)
            guard first <= last else { break }
            let found = try await client.send(
                HistoryFind(store: store, condition: question, from: first, to: last, last: isLast))
            best = found.seq ?? best
        }
        guard let best else { return nil }
        for breakpoint in breakpoints {
            guard let question = breakpoint.request.question else { continue }
            let fits = try await client.send(HistoryFind(store: store, condition: question, from: best, to: best)).seq
            if fits != nil { return Found(seq: best, breakpoint: breakpoint) }
        }
        return Found(seq: best)
    }
}
