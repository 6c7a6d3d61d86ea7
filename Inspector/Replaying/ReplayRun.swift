import StrobePlayback
import StrobeClient
import StrobeProtocol
import StrobeRecording
import StrobeTree

/// Dispatches what was recorded into the stores of a process, one transition after the other, and compares what comes of
/// it.
actor ReplayRun {
    let sender: any RequestSender
    let reader: RecordingReader
    let options: ReplayOptions
    /// The stores by their recorded ids, and the order in which they are listed.
    var stores: [String: ReplayStore]
    let order: [String]
    /// What was done to the stores without this replay, and nothing recorded was found to be, by recorded store.
    var early: [String: [LogEntry]] = [:]
    /// What was found to be nothing recorded, and not told yet.
    private var untold: [ReplayedEntry] = []
    private var feed: TransitionSource
    private let clock: any Clock<Duration>
    private var pace: ReplayPace?
    private(set) var summary = ReplaySummary()
    private var hasBegun = false
    private var isBusy = false
    private var hasEnded = false

    /// Makes a replay that has not begun.
    ///
    /// - Parameter clock: What the recorded speed is kept by.
    init(
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

    /// What is hidden in the recorded stores, by their ids.
    private let hiding: [String: RecordedHiding]
    /// How the values of the stores are written, by recorded id.
    nonisolated let notations: [String: Notation]

    /// How many transitions there are to replay, and how many were.
    var progress: (done: Int, total: Int) {
        let total = stores.values.reduce(0) { $0 + $1.count }
        return (summary.replayed + summary.leftOut, total)
    }

    /// Whether nothing is left to replay.
    var isAtEnd: Bool { (try? feed.peek()) == nil }

    // MARK: The beginning

    /// What is said of a store before its replay: whether its first state had to be put in.
    enum Start: Sendable {
        case equal
        case putIn(ValueDifference)
        /// It is another one, and stays.
        case different(ValueDifference)
        case unknown(String)
    }

    /// Announces the replay and sees to it that the stores begin where the recording does.
    ///
    /// - Returns: What was found, by recorded store, in their order.
    func begin() async throws -> [(store: String, start: Start)] {
        hasBegun = true
        var starts: [(store: String, start: Start)] = []
        for id in order {
            guard var store = stores[id] else { continue }
            let description = try await sender.answer(StoreDescribe(store: store.target)).result
            guard !description.paused else {
                throw InspectorError(
                    .failed, "The gate of \(store.target) is closed: open it first, `resume` in a session does that.")
            }
            let begun = try await sender.answer(
                ReplayBegin(store: store.target, effects: options.effects, source: options.source)
            ).result
            store.seq = begun.seq
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
            // What it would be compared with can be put in all the same.
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

    // MARK: On the way

    /// Replays the next transition.
    ///
    /// - Parameter isPaced: Whether to wait until it is due.
    /// - Returns: What came of it; `nil` where nothing is left.
    /// - Throws: What keeps the replay from going on; the summary says it, too.
    func next(isPaced: Bool) async throws -> ReplayedEntry? {
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
            // Whoever cancels ends the replay between two transitions, not in the middle of one.
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

    /// Begins to count time anew: what is next is due at once.
    func restartPace() {
        pace = nil
    }

    /// Notes how long the replay took.
    func add(nanoseconds: UInt64) {
        summary.nanoseconds += nanoseconds
    }

    /// Steps over transitions that are not in the recording, to the state after them where that is known.
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

    // MARK: The end

    /// Compares the states at the end and ends the replay; effects are performed again.
    ///
    /// May be called once; whoever calls later gets the same summary.
    func finish() async -> ReplaySummary {
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
        guard !store.hasLeftOut else { return .unknown("answers of effects were left out") }
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

    /// Counts something that the process did of its own, and keeps it to be told.
    func note(unexpected entry: LogEntry, of store: String, at seq: Int) {
        let found = ReplayedEntry(
            store: store, seq: seq, targetSeq: entry.seq, label: entry.label,
            verdict: .different(
                ReplayDifference(
                    kind: .unexpected, store: store, seq: seq, targetSeq: entry.seq, label: entry.label,
                    got: entry.action)))
        summary.count(found)
        untold.append(found)
    }

    /// What the process did of its own, as far as that was not asked for yet.
    func takeUnexpected() -> [ReplayedEntry] {
        defer { untold = [] }
        return untold
    }
}
