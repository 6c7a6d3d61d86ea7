import StrobePlayback
import StrobeClient
package import StrobeProtocol
package import StrobeRecording
package import StrobeTree

/// Dispatches recorded transitions into the stores of a process one after the other, and compares the results.
package actor ReplayRun {
    package let sender: any RequestSender
    package let reader: RecordingReader
    package nonisolated let options: ReplayOptions
    /// The stores by recorded id, and their order in lists.
    package var stores: [String: ReplayStore]
    package let order: [String]
    /// Entries that this replay did not dispatch and that no recorded one matches yet, by recorded store.
    package var early: [String: [LogEntry]] = [:]
    /// Entries found to match no recorded one, not reported yet.
    private var unreported: [ReplayedEntry] = []
    private var feed: TransitionSource
    private let clock: any Clock<Duration>
    private var pace: ReplayPace?
    package private(set) var summary = ReplaySummary()
    private var hasBegun = false
    private var isBusy = false
    private var hasEnded = false

    /// Creates a replay that has not begun.
    ///
    /// - Parameter clock: The clock for the recorded speed.
    package init(
        _ plan: ReplayPlan, of reader: RecordingReader, into sender: any RequestSender, _ options: ReplayOptions,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.sender = sender
        self.reader = reader
        self.options = options
        self.clock = clock
        order = plan.stores.map(\.recorded)
        stores = Dictionary(plan.stores.map { ($0.recorded, $0) }, uniquingKeysWith: { $1 })
        notations = stores.mapValues(\.notation)
        hiding = Dictionary(
            reader.stores.map { ($0.id, RecordedHiding($0, of: reader)) }, uniquingKeysWith: { first, _ in first })
        feed = TransitionSource(reader, ranges: stores.compactMapValues(\.range))
    }

    /// The redacted places of the recorded stores, by id.
    private let hiding: [String: RecordedHiding]
    /// The notation of the stores' values, by recorded id.
    package nonisolated let notations: [String: Notation]

    /// The number of transitions replayed, and the total.
    package var progress: (done: Int, total: Int) {
        let total = stores.values.reduce(0) { $0 + $1.count }
        return (summary.replayed + summary.leftOut, total)
    }

    /// The next transition, if an effect that the process performs has to dispatch it.
    package var upcomingAnswer: String? {
        guard options.effects == .live, case .transition(let transition, _)? = try? feed.peek(),
            transition.origin == "effect"
        else { return nil }
        return "#\(transition.seq) of \(transition.store), \(transition.label),"
    }

    /// Whether nothing is left to replay.
    package var isAtEnd: Bool { (try? feed.peek()) == nil }

    // MARK: Beginning

    /// How the initial state of a store compares with the recorded one.
    package enum Start: Sendable {
        case equal
        case putIn(ValueDifference)
        /// It differs, and is left unchanged.
        case different(ValueDifference)
        case unknown(String)
    }

    /// Announces the replay and sets the stores to the first recorded states.
    ///
    /// - Returns: The comparison of each recorded store, in order.
    package func begin() async throws -> [(store: String, start: Start)] {
        hasBegun = true
        var starts: [(store: String, start: Start)] = []
        for id in order {
            guard var store = stores[id] else { continue }
            let description = try await sender.answer(StoreDescribe(store: store.target)).result
            guard !description.paused else {
                throw InspectorError(
                    .failed, "The gate of \(store.target) is closed: open it first, with `resume` in a session.")
            }
            let begun = try await sender.answer(
                ReplayBegin(store: store.target, effects: options.effects, source: options.source)
            ).result
            store.seq = begun.seq
            store.listsEffects = description.kind != "foreign"
            let start = try await putInitial(&store)
            stores[id] = store
            starts.append((id, start))
        }
        return starts
    }

    private func putInitial(_ store: inout ReplayStore) async throws -> Start {
        let recorded: Value
        do {
            recorded = try reader.state(at: store.start, of: store.recorded)
        } catch {
            return .unknown(error.message)
        }
        let present: StateGet.Result
        do {
            present = try await sender.answer(StateGet(store: store.target)).result
        } catch let error as ProtocolError where error.code == .tooLarge {
            // The recorded state can be set although the current one is too large to compare.
            guard options.putsInitial else {
                return .unknown(error.message)
            }
            store.seq = try await sender.answer(StateSet(store: store.target, path: .root, value: recorded)).result.seq
            return .equal
        }
        store.seq = present.seq
        guard
            let difference = ValueDifference.first(recorded: recorded, got: present.value, schema: store.notation.state)
        else { return .equal }
        guard options.putsInitial else {
            return .different(difference)
        }
        store.seq = try await sender.answer(
            StateSet(store: store.target, path: .root, value: recorded, ifSeq: present.seq)
        ).result.seq
        return .putIn(difference)
    }

    // MARK: Transitions

    /// Replays the next transition.
    ///
    /// - Parameter isPaced: Whether to wait until it is due.
    /// - Returns: The result; `nil` if nothing is left.
    /// - Throws: The error that ends the replay; the summary has it, too.
    package func next(isPaced: Bool) async throws -> ReplayedEntry? {
        guard !isBusy else {
            throw InspectorError(.failed, "A transition is being replayed; try again when it is done.")
        }
        isBusy = true
        defer { isBusy = false }
        do {
            guard let item = try feed.peek() else { return nil }
            if isPaced, case .transition(_, let time) = item {
                let pace = self.pace ?? ReplayPace(options.speed, from: time, clock: clock)
                self.pace = pace
                try await pace.wait(until: time)
            }
            feed.take()
            // In a task of its own: cancellation ends the replay between two transitions, not within one.
            let entry = try await Task {
                switch item {
                case .transition(let transition, _): try await replay(transition)
                case .gap(let gap): try await pass(gap)
                }
            }.value
            summary.count(entry)
            if case .transition(let transition, _) = item, let action = transition.action, entry.targetSeq != nil,
                hiding[transition.store]?.places(inAction: action).isEmpty == false
            {
                summary.withPlaceholders += 1
            }
            return entry
        } catch let error where InspectorError(any: error).code == .cancelled {
            throw error
        } catch {
            let error = InspectorError(any: error)
            summary.failure = error.message
            throw error
        }
    }

    /// Restarts the pace: the next transition is due at once.
    package func restartPace() {
        pace = nil
    }

    /// Adds to the duration of the replay.
    package func add(nanoseconds: UInt64) {
        summary.nanoseconds += nanoseconds
    }

    /// Skips transitions that are not in the recording, to the state after them if known.
    private func pass(_ gap: RecordedGap) async throws -> ReplayedEntry {
        let label = "\(gap.fromSeq)..\(gap.toSeq) were not recorded: \(gap.reason)"
        if var store = stores[gap.store] {
            if let state = try? reader.state(at: gap.toSeq, of: gap.store) {
                store.seq = try await sender.answer(
                    StateSet(store: store.target, path: .root, value: state)
                ).result.seq
                store.hasLeftOut = false
            }
            stores[gap.store] = store
        }
        return ReplayedEntry(
            store: gap.store, seq: gap.fromSeq, label: label, verdict: .notCompared("transitions \(label)"))
    }

    // MARK: End

    /// Compares the final states and ends the replay; effects run normally again.
    ///
    /// Later calls return the same summary.
    package func finish() async -> ReplaySummary {
        guard !hasEnded else { return summary }
        hasEnded = true
        summary.isCut = !isAtEnd
        guard hasBegun else { return summary }
        for (store, entries) in early.sorted(by: { $0.key < $1.key }) {
            for entry in entries { note(unexpected: entry, of: store, at: stores[store]?.range?.upperBound ?? 0) }
        }
        for id in order where summary.failure == nil && !summary.isCut {
            guard let store = stores[id], let last = store.range?.upperBound else { continue }
            summary.ends.append((id, await end(of: store, at: last)))
        }
        for id in order {
            guard let store = stores[id] else { continue }
            // The process may be gone, and the replay with it.
            _ = try? await sender.answer(ReplayEnd(store: store.target))
        }
        return summary
    }

    private func end(of store: ReplayStore, at last: Int) async -> ReplaySummary.End {
        guard !store.hasLeftOut else { return .unknown("answers of effects were skipped") }
        do {
            let recorded = try reader.state(at: last, of: store.recorded)
            let present = try await sender.answer(StateGet(store: store.target)).result
            guard let found = ValueDifference.first(recorded: recorded, got: present.value) else { return .same }
            return .different(
                ReplayDifference(
                    kind: .endState, store: store.recorded, seq: last, targetSeq: present.seq, label: "the end",
                    path: found.path, recorded: found.recorded, got: found.got))
        } catch {
            return .unknown(InspectorError(any: error).message)
        }
    }

    /// Counts something that the process did on its own, to be reported.
    package func note(unexpected entry: LogEntry, of store: String, at seq: Int) {
        let found = ReplayedEntry(
            store: store, seq: seq, targetSeq: entry.seq, label: entry.label,
            verdict: .different(
                ReplayDifference(
                    kind: .unexpected, store: store, seq: seq, targetSeq: entry.seq, label: entry.label,
                    got: entry.action)))
        summary.count(found)
        unreported.append(found)
    }

    /// Removes and returns what the process did on its own and was not reported yet.
    package func takeUnexpected() -> [ReplayedEntry] {
        defer { unreported = [] }
        return unreported
    }
}
