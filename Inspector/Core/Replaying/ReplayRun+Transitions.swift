import StrobeClient
import StrobeProtocol
package import StrobeRecording
import StrobeTree

extension ReplayRun {
    /// The transition in the process.
    private struct Performed {
        var seq: Int
        var changes: [Change]?
        var effects: [EffectDescription]
        var error: String?
    }

    /// The number of attempts for a store that changes by itself.
    private static var attempts: Int { 16 }

    /// Replays a transition and compares the result.
    package func replay(_ transition: RecordedTransition) async throws -> ReplayedEntry {
        guard var store = stores[transition.store] else {
            throw InspectorError(.failed, "The store \(transition.store) is not part of the replay.")
        }
        defer { stores[transition.store] = store }
        var entry = ReplayedEntry(
            store: transition.store, seq: transition.seq, label: transition.label, verdict: .same)
        let isAnswer = transition.origin == "effect"
        if isAnswer, options.effects == .suppress {
            store.hasLeftOut = true
            entry.verdict = .leftOut
            return entry
        }
        let performed: Performed?
        if isAnswer, options.effects == .live {
            performed = try await awaited(transition, &store)
        } else {
            performed = try await perform(transition, &store)
        }
        guard let performed else {
            entry.verdict = .different(
                ReplayDifference(
                    kind: .missing, store: transition.store, seq: transition.seq, label: transition.label,
                    recorded: transition.action))
            return entry
        }
        store.seq = max(store.seq, performed.seq)
        entry.targetSeq = performed.seq
        if !transition.effects.isEmpty { store.places[transition.seq] = performed.seq }
        entry.verdict = try await compare(transition, performed, store)
        if case .different(var difference) = entry.verdict {
            difference.targetSeq = performed.seq
            entry.verdict = .different(difference)
        }
        return entry
    }

    // MARK: Dispatching

    private func perform(
        _ transition: RecordedTransition, _ store: inout ReplayStore
    ) async throws -> Performed? {
        guard let action = transition.action else { return try await put(transition, &store) }
        if let known = takeEarly(action, as: transition, of: store) { return known }
        let isAlone = options.effects != .live
        for _ in 0..<Self.attempts {
            do {
                let result = try await sender.answer(
                    ActionDispatch(
                        store: store.target, action: action, ifSeq: isAlone ? store.seq : nil,
                        origin: Self.origins.contains(transition.origin) ? transition.origin : "inspector",
                        cause: transition.cause.flatMap { store.places[$0] })
                ).result
                if let held = result.held {
                    throw InspectorError(
                        .failed,
                        "The gate of \(store.target) holds \(transition.label) as \(held): open it, and replay again.")
                }
                if !isAlone { try await collectEarly(after: store.seq, upTo: max(result.seq, 1) - 1, of: store) }
                return Performed(
                    seq: result.seq, changes: result.changes, effects: result.effects, error: result.error)
            } catch let error as ProtocolError where error.code == .stale {
                guard case .int(let seq)? = error.data["seq"], Int(seq) > store.seq else { throw error }
                try await collectEarly(after: store.seq, upTo: Int(seq), of: store)
                store.seq = Int(seq)
                if let known = takeEarly(action, as: transition, of: store) { return known }
                // The entries found instead do not correspond to recorded ones.
                for entry in early.removeValue(forKey: store.recorded) ?? [] {
                    note(unexpected: entry, of: store.recorded, at: transition.seq)
                }
            } catch let error as ProtocolError where error.code == .undecodableAction {
                throw InspectorError(
                    .failed,
                    "#\(transition.seq) of \(store.recorded), \(transition.label), is not an action of \(store.target): "
                        + InspectorError(any: error).message)
            }
        }
        throw InspectorError(
            .failed,
            "The process itself keeps dispatching to \(store.target); start it without that, and replay again."
        )
    }

    private static var origins: [String] { ["app", "effect", "inspector", "script"] }

    /// Sets the state of a restore or an edit.
    private func put(_ transition: RecordedTransition, _ store: inout ReplayStore) async throws -> Performed? {
        guard transition.isPlacement else {
            throw InspectorError(
                .failed,
                "#\(transition.seq) of \(store.recorded), \(transition.label), was recorded without its action: it had no "
                    + "JSON form to dispatch.")
        }
        let state: Value
        do {
            state = try reader.state(at: transition.seq, of: store.recorded)
        } catch {
            throw InspectorError(.failed, error.message)
        }
        let result = try await sender.answer(StateSet(store: store.target, path: .root, value: state)).result
        try await collectEarly(after: store.seq, upTo: max(result.seq, 1) - 1, of: store)
        return Performed(seq: result.seq, changes: result.changes, effects: [], error: nil)
    }

    /// Waits for the answer of an effect that the process runs.
    private func awaited(
        _ transition: RecordedTransition, _ store: inout ReplayStore
    ) async throws -> Performed? {
        let clock = ContinuousClock()
        let deadline = clock.now + options.patience
        var idleSince: ContinuousClock.Instant?
        while true {
            store.seq = try await collectEarly(after: store.seq, of: store)
            if let action = transition.action, let known = takeEarly(action, as: transition, of: store) { return known }
            // An answer that differs from the recorded one is still the answer.
            if clock.now >= deadline || idleSince.map({ clock.now - $0 >= Self.idlePatience }) == true {
                return takeEarly(of: store.recorded) { Self.mayBe($0, transition, of: store) }
            }
            idleSince = await mayHaveRunningEffects(store) ? nil : idleSince ?? clock.now
            try await clock.sleep(for: .milliseconds(15))
        }
    }

    /// How long to wait without a running effect: what one dispatched at its end may be on its way to the reducer.
    private static var idlePatience: Duration { .seconds(1) }

    /// Whether an effect of a store runs, as far as the process can tell.
    private func mayHaveRunningEffects(_ store: ReplayStore) async -> Bool {
        guard store.listsEffects, let running = try? await sender.answer(EffectList(store: store.target)).result else {
            return true
        }
        return !running.effects.isEmpty
    }

    /// Reads what the process did on its own.
    ///
    /// - Parameter last: The last entry to read; by default, the last one of the log.
    /// - Returns: The last entry read.
    @discardableResult
    private func collectEarly(after seq: Int, upTo last: Int? = nil, of store: ReplayStore) async throws -> Int {
        var seq = seq
        var limit = 250
        // If the process did more than this, no match can be expected.
        let end = min(last ?? .max, seq.addingClamped(1_000))
        while seq < end {
            let page: LogList.Result
            do {
                page = try await sender.answer(
                    LogList(store: store.target, from: seq + 1, to: last, limit: min(limit, end - seq), changes: true)
                ).result
            } catch let error as ProtocolError where error.code == .tooLarge && limit > 1 {
                limit = max(limit / 8, 1)
                continue
            }
            let first = seq + 1
            for entry in page.entries where entry.seq > seq {
                seq = entry.seq
                var entry = entry
                if entry.lacksAction {
                    // The action may be too large for a page.
                    entry.action = try await sender.answer(LogGet(store: store.target, seq: seq)).result.entry.action
                }
                early[store.recorded, default: []].append(entry)
            }
            guard let next = page.next, next > first else { break }
            seq = max(seq, next - 1)
        }
        return seq
    }

    /// Takes an entry that the process made on its own if it corresponds to the recorded one.
    private func takeEarly(
        _ action: Value, as transition: RecordedTransition, of store: ReplayStore
    ) -> Performed? {
        takeEarly(of: store.recorded) { $0.action == action && Self.mayBe($0, transition, of: store) }
    }

    private func takeEarly(of store: String, where isMeant: (LogEntry) -> Bool) -> Performed? {
        guard let place = early[store]?.firstIndex(where: isMeant), let found = early[store]?.remove(at: place)
        else { return nil }
        return Self.performed(found)
    }

    /// Whether an entry not dispatched by this replay can be the recorded one: both of the program's own, with one
    /// cause.
    ///
    /// An action that a client sent, now or in the recording, is only matched if this replay dispatched it; its seq is
    /// then known from the answer.
    private static func mayBe(
        _ entry: LogEntry, _ transition: RecordedTransition, of store: ReplayStore
    ) -> Bool {
        guard ["app", "effect"].contains(entry.origin), entry.origin == transition.origin else { return false }
        guard let cause = entry.cause, let recorded = transition.cause.flatMap({ store.places[$0] }) else {
            return true
        }
        return cause == recorded
    }

    private static func performed(_ found: LogEntry) -> Performed {
        Performed(seq: found.seq, changes: found.changes, effects: found.effects, error: found.error)
    }

    // MARK: Comparing

    private func compare(
        _ transition: RecordedTransition, _ performed: Performed, _ store: ReplayStore
    ) async throws -> ReplayedEntry.Verdict {
        guard !store.hasLeftOut else { return .notCompared("answers of effects before it were skipped") }
        func difference(_ kind: ReplayDifference.Kind, _ recorded: Value?, _ got: Value?) -> ReplayedEntry.Verdict {
            .different(
                ReplayDifference(
                    kind: kind, store: transition.store, seq: transition.seq, label: transition.label,
                    recorded: recorded, got: got))
        }
        if transition.error != performed.error {
            return difference(
                .rejection, transition.error.map(Value.string), performed.error.map(Value.string))
        }
        if transition.action != nil, transition.effects.map(\.label) != performed.effects.map(\.label) {
            return difference(
                .effects, .array(transition.effects.map { .string($0.label) }),
                .array(performed.effects.map { .string($0.label) }))
        }
        guard let changes = transition.changes else {
            return .notCompared("the recording does not have the changes of single transitions")
        }
        if transition.fromSeq == nil, let got = performed.changes, got == changes { return .same }
        return try await compareStates(transition, performed, store)
    }

    /// Compares whole states if the changes do not suffice: those of several transitions, or in a different order.
    private func compareStates(
        _ transition: RecordedTransition, _ performed: Performed, _ store: ReplayStore
    ) async throws -> ReplayedEntry.Verdict {
        let recorded: Value
        let got: Value
        do {
            recorded = try reader.state(at: transition.seq, of: store.recorded)
            got = try await sender.answer(StateGet(store: store.target, at: .seq(performed.seq))).result.value
        } catch {
            let error = InspectorError(any: error)
            guard error.code == .failed else { throw error }
            return .notCompared(error.message)
        }
        guard let found = ValueDifference.first(recorded: recorded, got: got, schema: store.notation.state) else {
            return .same
        }
        return .different(
            ReplayDifference(
                kind: .changes, store: transition.store, seq: transition.seq, label: transition.label,
                path: found.path, recorded: found.recorded, got: found.got))
    }
}
