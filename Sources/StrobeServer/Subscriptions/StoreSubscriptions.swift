internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeSystem
internal import StrobeTree
internal import Synchronization

/// Notifies the listeners of one store, with one reader of its history for all of them.
///
/// It runs while there are listeners. A listener gets exactly what follows its last notification, in order; it joins a
/// track when it has been notified of as much as the others.
///
/// After a burst it is only as fast as its listeners read, so that they miss nothing; nothing else waits for that. It
/// waits only briefly for a client that does not read, and not at all while an answer is pending.
final class StoreSubscriptions: Sendable {
    /// The maximum number of entries read and sent at once.
    private static let chunk = 256
    /// The largest burst in which the changes of every entry are examined.
    private static let detailed = 96
    /// The number of entries after which it checks whether a client needs time to read.
    private static let stretch = 128

    private struct State: Sendable {
        var reported: [StreamListener.Track: Int] = [:]
        /// Like `reported`, but after they are in the outboxes.
        var delivered: [StreamListener.Track: Int] = [:]
        var listeners: [ObjectIdentifier: StreamListener] = [:]
        /// The paths of all listeners.
        var paths = PathIndex<ObjectIdentifier>()
        var joined: [StreamListener.Track: Set<ObjectIdentifier>] = [.log: [], .state: []]
        var pump: Task<Void, Never>?
        var pumpsChanges = false
        /// The last pump, which may still report an update that it had begun with.
        var ending: Task<Void, Never>?
        /// The number of tasks that wait until listeners were notified.
        var waiting = 0
        /// Waits for clients to read; ended by a task with a pending answer.
        var pacing: Task<Void, Never>?
        var isEnded = false
    }

    let target: any AnyInspectedStore
    private let state = AsyncCondition(State())

    init(_ target: any AnyInspectedStore) {
        self.target = target
        target.onNote { [weak self] in self?.tell($0) }
    }

    /// Adds a listener, which gets notes from now on, and entries and changes once it joins.
    ///
    /// - Returns: The last seq reported to the present listeners.
    func add(_ listener: StreamListener) -> Int {
        state.update { state in
            if state.listeners.isEmpty {
                let seq = target.seq
                state.reported = [.log: seq, .state: seq]
                state.delivered = state.reported
            }
            state.listeners[ObjectIdentifier(listener)] = listener
            state.paths.add(listener.paths ?? [], of: ObjectIdentifier(listener))
            restart(&state)
            return state.reported.values.min() ?? target.seq
        }
    }

    /// Removes a listener; it is not notified after this.
    func remove(_ listener: StreamListener) {
        state.update { state in
            guard state.listeners.removeValue(forKey: ObjectIdentifier(listener)) != nil else { return }
            state.paths.remove(listener.paths ?? [], of: ObjectIdentifier(listener))
            for track in StreamListener.Track.allCases { state.joined[track]?.remove(ObjectIdentifier(listener)) }
            restart(&state)
        }
    }

    /// Stops notifying.
    func end() {
        state.update { state in
            state.isEnded = true
            state.listeners = [:]
            state.paths = PathIndex()
            restart(&state)
        }
    }

    /// Brings a listener up to date with the others, and then adds it to them.
    ///
    /// - Parameter seq: The last seq reported to it.
    func join(_ listener: StreamListener, from seq: Int) async {
        for track in StreamListener.Track.allCases where listener.tracks.contains(track) {
            var position = seq
            // A busy store may be ahead again and again; then the listener is notified of a gap.
            for attempt in 0... {
                guard let next = tryJoining(listener, track, at: position, isLast: attempt == 8) else { break }
                await tell([listener], track, from: position, to: next, isJoining: true)
                position = next
            }
        }
    }

    /// - Returns: The last seq reported to the others, or `nil` once it joined them.
    private func tryJoining(_ listener: StreamListener, _ track: StreamListener.Track, at position: Int, isLast: Bool)
        -> Int?
    {
        state.update { state in
            let id = ObjectIdentifier(listener)
            guard state.listeners[id] != nil, let reported = state.reported[track] else { return nil }
            if position < reported {
                guard isLast else { return reported }
                listener.skip(position + 1...reported)
            }
            state.joined[track]?.insert(id)
            return nil
        }
    }

    /// Waits until every listener was notified of a transition, even if cancelled.
    func waitUntilReported(_ seq: Int) async {
        await Task { await self.waitUntilDelivered(seq) }.value
    }

    private func waitUntilDelivered(_ seq: Int) async {
        let isReported = { @Sendable (state: State) -> Bool in
            let isReported = StreamListener.Track.allCases.allSatisfy { track in
                state.joined[track]?.isEmpty ?? true || state.delivered[track] ?? seq >= seq
            }
            return isReported || state.isEnded
        }
        guard !state.read(isReported) else { return }
        let pacing = state.update { state in
            state.waiting += 1
            return state.pacing
        }
        pacing?.cancel()
        _ = await state.wait { isReported($0) ? true : nil }
        state.update { $0.waiting -= 1 }
    }

    /// Notifies the listeners to the log of a note.
    private func tell(_ note: NoteDescription) {
        let listeners = state.read { $0.listeners.values.filter { $0.tracks.contains(.log) } }
        for listener in listeners { listener.tell(note) }
    }

    // MARK: The pump

    /// Starts, stops or changes the pump as the listeners require.
    private func restart(_ state: inout State) {
        let needsChanges = state.listeners.values.contains { $0.tracks.contains(.state) }
        let isNeeded = !state.listeners.isEmpty
        guard isNeeded != (state.pump != nil) || (isNeeded && needsChanges != state.pumpsChanges) else { return }
        let old = state.pump ?? state.ending
        state.pumpsChanges = needsChanges
        // The old one is cancelled elsewhere: its cancellation handlers take locks, and the lock is held here.
        guard isNeeded else {
            state.pump = nil
            state.ending = old
            if let old { Task { old.cancel() } }
            return
        }
        state.pump = Task { [weak self, target] in
            old?.cancel()
            await old?.value
            guard let from = self?.begin() else { return }
            for await update in target.updates(from: from, changes: needsChanges) {
                guard let self, !Task.isCancelled else { return }
                // An update is sent whole even if the pump ends: cancelled requests would return nothing.
                await Task { await self.take(update) }.value
            }
        }
    }

    /// The seq at which a new pump begins.
    ///
    /// A track without listeners has fallen behind, and catches up here.
    private func begin() -> Int? {
        state.update { state -> Int? in
            for track in StreamListener.Track.allCases {
                let isWanted = state.listeners.values.contains { $0.tracks.contains(track) }
                let most = state.reported.values.max() ?? 0
                if !isWanted {
                    state.reported[track] = most
                    state.delivered[track] = most
                }
            }
            return state.reported.values.min()
        }
    }

    private func take(_ update: HistoryUpdate) async {
        let reported = state.read { $0.reported }
        await advance(.log, from: reported[.log] ?? update.fromSeq, to: update.seq, nil)
        await advance(.state, from: reported[.state] ?? update.fromSeq, to: update.seq, update)
    }

    private func advance(_ track: StreamListener.Track, from: Int, to: Int, _ update: HistoryUpdate?) async {
        guard from < to else { return }
        let step = track == .log ? Self.chunk : to - from
        for start in stride(from: from, to: to, by: step) {
            let end = min(start + step, to)
            // Listeners that join from here on catch up by themselves.
            let listeners = state.update { state -> [StreamListener]? in
                // All listeners may have gone meanwhile, and others come that know all this.
                guard state.reported[track] ?? start == start else { return nil }
                state.reported[track] = end
                return state.joined[track, default: []].compactMap { state.listeners[$0] }
            }
            guard let listeners else { return }
            await tell(listeners, track, from: start, to: end, update)
            state.update { $0.delivered[track] = max($0.delivered[track] ?? end, end) }
        }
    }

    /// Notifies some listeners of a range not reported to them yet.
    ///
    /// - Parameter isJoining: Whether these are catching up, so that nothing else waits for them.
    private func tell(
        _ listeners: [StreamListener], _ track: StreamListener.Track, from: Int, to: Int,
        _ update: HistoryUpdate? = nil, isJoining: Bool = false
    ) async {
        guard from < to, !listeners.isEmpty else { return }
        switch track {
        case .log:
            for start in stride(from: from, to: to, by: Self.chunk) {
                await tellEntries(listeners, from: start, to: min(start + Self.chunk, to), isJoining: isJoining)
            }
        case .state:
            let ready = ready(listeners, from: from, to: to)
            guard !ready.isEmpty else { return }
            var changes = update?.changes
            if update?.fromSeq != from || update?.seq != to {
                changes = try? await target.changes(from: .seq(from), to: .seq(to), at: .root).changes
            }
            var lines = EncodedLineCache(MessageText())
            let touched = await touched(by: changes, from: from, to: to)
            for listener in ready {
                listener.tell(
                    changes, touched: touched?[ObjectIdentifier(listener)] ?? [], from: from, to: to, &lines)
            }
        }
    }

    private func tellEntries(_ listeners: [StreamListener], from: Int, to: Int, isJoining: Bool) async {
        let ready = ready(listeners, from: from, to: to)
        guard !ready.isEmpty else { return }
        let needsPlaces = ready.contains { $0.paths != nil }
        let detail: ChangesDetail = to - from > Self.detailed ? .none : needsPlaces ? .all : .first
        let entries = await target.entries(from + 1...to, changes: detail)
        let text = MessageText()
        // Entries that were dropped count as missed.
        let first = entries.first?.entry.seq ?? to + 1
        if first > from + 1 {
            for listener in ready { listener.skip(from + 1...first - 1) }
        }
        for start in stride(from: 0, to: entries.count, by: Self.stretch) {
            await waitForReaders(ready, isJoining: isJoining)
            let batch = entries[start..<min(start + Self.stretch, entries.count)]
            var touched: [[ObjectIdentifier: [Int]]?] = []
            if needsPlaces {
                for entry in batch {
                    touched.append(
                        await self.touched(by: entry.changes, from: entry.entry.seq - 1, to: entry.entry.seq))
                }
            }
            var lines = batch.map { _ in EncodedLineCache(text) }
            for listener in ready { listener.tell(batch, touched: touched, &lines) }
        }
    }

    /// For each listener with paths, the indices of the changes at one of them; `nil` if the changes are unknown.
    private func touched(by changes: [Change]?, from: Int, to: Int) async -> [ObjectIdentifier: [Int]]? {
        guard let changes else { return nil }
        let (index, listeners) = state.read { ($0.paths, $0.listeners) }
        var touched: [ObjectIdentifier: [Int]] = [:]
        for (id, found) in index.touched(by: changes) {
            guard !found.isSure else {
                touched[id] = found.places
                continue
            }
            // A parent of a path was replaced, or elements before it were inserted or removed.
            let some = found.places.map { changes[$0] }
            for path in listeners[id]?.paths ?? [] {
                var isChanged = some.alter(path)
                if isChanged == nil {
                    isChanged = try? await target.isChanged(from: .seq(from), to: .seq(to), at: path)
                }
                guard isChanged ?? true else { continue }
                touched[id] = found.places
                break
            }
        }
        return touched
    }

    /// Those of some listeners that have not fallen behind; the others missed a range.
    private func ready(_ listeners: [StreamListener], from: Int, to: Int) -> [StreamListener] {
        listeners.filter { listener in
            guard listener.isBehind else { return true }
            listener.skip(from + 1...to)
            return false
        }
    }

    // MARK: Pace

    /// Waits for listeners that have much to read.
    private func waitForReaders(_ listeners: [StreamListener], isJoining: Bool) async {
        let reading = listeners.filter { $0.isWorthWaiting && !$0.isBehind }
        guard !reading.isEmpty else { return }
        let pacing = Task {
            await withTaskGroup(of: Void.self) { group in
                for listener in reading { group.addTask { await listener.waitForReader() } }
            }
        }
        if !isJoining {
            let mayWait = state.update { state in
                state.pacing = pacing
                return state.waiting == 0
            }
            if !mayWait { pacing.cancel() }
        }
        await pacing.value
        if !isJoining { state.update { $0.pacing = nil } }
    }
}
