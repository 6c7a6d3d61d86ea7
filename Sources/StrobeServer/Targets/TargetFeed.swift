internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeTree

/// Tells the listeners of one store what happens in it: one reader of its history for all of them.
///
/// It runs while somebody listens. What one listener gets is exactly what comes after what it had been told, in order; it
/// joins a track at the moment at which it was told as much as the others.
final class TargetFeed: Sendable {
    /// How many entries are looked up and told at once.
    private static let chunk = 256
    /// In how large a burst every entry is looked at for what it changed.
    private static let detailed = 32

    private struct State: Sendable {
        var told: [StreamListener.Track: Int] = [:]
        /// As `told`, once it stands in the outboxes.
        var delivered: [StreamListener.Track: Int] = [:]
        var listeners: [ObjectIdentifier: StreamListener] = [:]
        var joined: [StreamListener.Track: Set<ObjectIdentifier>] = [.log: [], .state: []]
        var pump: Task<Void, Never>?
        var pumpsChanges = false
        var isEnded = false
    }

    let target: any Target
    /// The named places of the history.
    let bookmarks = Bookmarks()
    /// Who replays into the store.
    let replayer = Replayer()
    private let state = Monitor(State())

    init(_ target: any Target) {
        self.target = target
        target.onNote { [weak self] in self?.tell($0) }
    }

    /// Adds a listener, which gets nothing until it joins.
    ///
    /// - Returns: The number up to which the present listeners were told.
    func add(_ listener: StreamListener) -> Int {
        state.update { state in
            if state.listeners.isEmpty {
                let seq = target.seq
                state.told = [.log: seq, .state: seq]
                state.delivered = state.told
            }
            state.listeners[ObjectIdentifier(listener)] = listener
            restart(&state)
            return state.told.values.min() ?? target.seq
        }
    }

    /// Removes a listener; it is told nothing after this.
    func remove(_ listener: StreamListener) {
        state.update { state in
            state.listeners.removeValue(forKey: ObjectIdentifier(listener))
            for track in StreamListener.Track.allCases { state.joined[track]?.remove(ObjectIdentifier(listener)) }
            restart(&state)
        }
    }

    /// Tells nothing any more.
    func end() {
        state.update { state in
            state.isEnded = true
            state.listeners = [:]
            restart(&state)
        }
        replayer.end(in: target)
    }

    /// Brings a listener from where it stands to where the others are, and lets it go on with them.
    ///
    /// - Parameter seq: The number up to which it was told.
    func join(_ listener: StreamListener, from seq: Int) async {
        for track in StreamListener.Track.allCases where listener.tracks.contains(track) {
            var position = seq
            // A store that is busy may be ahead again and again; then the listener is told that it missed something.
            for attempt in 0... {
                guard let next = tryJoining(listener, track, at: position, isLast: attempt == 8) else { break }
                await tell([listener], track, from: position, to: next)
                position = next
            }
        }
    }

    /// - Returns: Where the others are, or `nil` once it joined them.
    private func tryJoining(_ listener: StreamListener, _ track: StreamListener.Track, at position: Int, isLast: Bool)
        -> Int?
    {
        state.update { state in
            let id = ObjectIdentifier(listener)
            guard state.listeners[id] != nil, let told = state.told[track] else { return nil }
            if position < told {
                guard isLast else { return told }
                listener.skip(position + 1...told)
            }
            state.joined[track]?.insert(id)
            return nil
        }
    }

    /// Waits until everybody who listens was told of a transition, cancelled or not.
    func waitUntilTold(_ seq: Int) async {
        await Task { await self.waitUntilDelivered(seq) }.value
    }

    private func waitUntilDelivered(_ seq: Int) async {
        _ = await state.wait { state -> Bool? in
            let isTold = StreamListener.Track.allCases.allSatisfy { track in
                state.joined[track]?.isEmpty ?? true || state.delivered[track] ?? seq >= seq
            }
            return isTold || state.isEnded ? true : nil
        }
    }

    /// Tells those who listen to the log of a remark in it.
    private func tell(_ note: NoteDescription) {
        let listeners = state.read { state in
            state.joined[.log, default: []].compactMap { state.listeners[$0] }
        }
        for listener in listeners { listener.tell(note) }
    }

    // MARK: The pump

    /// Starts, stops or changes the pump as the listeners need it.
    private func restart(_ state: inout State) {
        let needsChanges = state.listeners.values.contains { $0.tracks.contains(.state) }
        let isNeeded = !state.listeners.isEmpty
        guard isNeeded != (state.pump != nil) || (isNeeded && needsChanges != state.pumpsChanges) else { return }
        let old = state.pump
        state.pumpsChanges = needsChanges
        // The old one is cancelled elsewhere: its cancellation handlers take locks, and ours is held here.
        guard isNeeded else {
            state.pump = nil
            if let old { Task { old.cancel() } }
            return
        }
        state.pump = Task { [weak self, target] in
            old?.cancel()
            await old?.value
            guard let from = self?.begin() else { return }
            for await update in target.updates(from: from, changes: needsChanges) {
                guard let self, !Task.isCancelled else { return }
                await self.take(update)
            }
        }
    }

    /// Where a new pump begins.
    ///
    /// A track without listeners has fallen behind, and catches up here.
    private func begin() -> Int? {
        state.update { state -> Int? in
            for track in StreamListener.Track.allCases {
                let isWanted = state.listeners.values.contains { $0.tracks.contains(track) }
                let most = state.told.values.max() ?? 0
                if !isWanted {
                    state.told[track] = most
                    state.delivered[track] = most
                }
            }
            return state.told.values.min()
        }
    }

    private func take(_ update: HistoryUpdate) async {
        let told = state.read { $0.told }
        await advance(.log, from: told[.log] ?? update.fromSeq, to: update.seq, nil)
        await advance(.state, from: told[.state] ?? update.fromSeq, to: update.seq, update)
    }

    private func advance(_ track: StreamListener.Track, from: Int, to: Int, _ update: HistoryUpdate?) async {
        guard from < to else { return }
        let step = track == .log ? Self.chunk : to - from
        for start in stride(from: from, to: to, by: step) {
            let end = min(start + step, to)
            // Listeners that join from here on get this by themselves.
            let listeners = state.update { state -> [StreamListener] in
                state.told[track] = end
                return state.joined[track, default: []].compactMap { state.listeners[$0] }
            }
            await tell(listeners, track, from: start, to: end, update)
            state.update { $0.delivered[track] = end }
        }
    }

    /// Tells some listeners of a range that they were not told of yet.
    private func tell(
        _ listeners: [StreamListener], _ track: StreamListener.Track, from: Int, to: Int, _ update: HistoryUpdate? = nil
    ) async {
        guard from < to, !listeners.isEmpty else { return }
        let ready = listeners.filter { !$0.isBehind }
        for listener in listeners where !ready.contains(where: { $0 === listener }) { listener.skip(from + 1...to) }
        guard !ready.isEmpty else { return }
        switch track {
        case .log:
            for start in stride(from: from, to: to, by: Self.chunk) {
                let end = min(start + Self.chunk, to)
                let entries = await target.entries(start + 1...end, withChanges: end - start <= Self.detailed)
                // What is gone already counts as missed.
                let first = entries.first?.entry.seq ?? end + 1
                for listener in ready {
                    if first > start + 1 { listener.skip(start + 1...first - 1) }
                    listener.tell(entries)
                }
            }
        case .state:
            var changes = update?.changes
            if update?.fromSeq != from || update?.seq != to {
                changes = try? await target.changes(from: .seq(from), to: .seq(to), at: .root).changes
            }
            for listener in ready { listener.tell(changes, from: from, to: to) }
        }
    }
}
