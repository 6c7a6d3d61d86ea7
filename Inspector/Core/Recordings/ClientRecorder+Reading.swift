import StrobeClient
import StrobeProtocol
package import StrobeRecording
import StrobeTree

/// Reads and writes one store.
extension ClientRecorder {
    /// The number of transitions behind from which changes are merged, and over how many of them.
    private static let merging: [(behind: Int, merge: Int)] = [
        (behind: 2_000, merge: 10), (20_000, 100), (100_000, 250),
    ]
    /// The number of transitions behind from which it unsubscribes from single transitions.
    private static let deaf = 2_000

    /// Reads and writes the transitions of a store until it is removed or the recording ends.
    package func run(_ id: String, _ news: AsyncStream<Void>) async {
        var news = news.makeAsyncIterator()
        var mustAsk = true
        while tracks[id] != nil, !Task.isCancelled {
            do throws(ClientError) {
                let isLast = isStopping
                let sent = takeSent(of: id)
                if let page = sent.page { try await take(page, of: id) }
                if mustAsk || sent.mustAsk || isLast { try await catchUp(with: id) }
                if isLast { return }
                mustAsk = subscriptions[id] == nil
                if mustAsk {
                    try await subscribe(to: id)
                    // Transitions from before the subscription are read now.
                    if subscriptions[id] != nil { continue }
                } else if sent.isWaiting, let wake = wakes[id] {
                    Task {
                        try? await Task.sleep(for: SentEntries.patience)
                        wake.yield()
                    }
                }
            } catch {
                mustAsk = true
                switch error.code {
                case .timedOut, .refused, .malformedAnswer, .tooLarge:
                    // A stopped process may continue; a removed store is announced in a moment.
                    if isStopping { return }
                    try? await Task.sleep(for: .milliseconds(500))
                    continue
                default: return
                }
            }
            if !isStopping, await news.next() == nil { return }
        }
    }

    /// The entries that the server sent after the last one written.
    package func takeSent(of id: String) -> SentEntries.Taken {
        guard let subscription = subscriptions[id], let track = tracks[id] else { return .init(mustAsk: true) }
        return signals.take(subscription, after: track.last)
    }

    /// Reads and writes all transitions of a store so far.
    private func catchUp(with id: String) async throws(ClientError) {
        var end: Int?
        while let track = tracks[id] {
            let merge = Self.merging.last(where: { track.behind >= $0.behind })?.merge ?? 1
            let page = try await page(of: id, from: track.last + 1, merge: merge)
            try await take(page, of: id)
            guard let after = tracks[id] else { return }
            // A busy store appends all the time; a recording ends at the seq where the end began.
            if isStopping, end == nil { end = page.seq }
            if page.next == nil || after.last >= end ?? .max { return }
            guard after.last > track.last else {
                throw ClientError(
                    .malformedAnswer, "The log of \(id) should continue after \(track.last), but has nothing there.")
            }
            if after.behind > Self.deaf, let subscription = subscriptions.removeValue(forKey: id) {
                signals.forget(subscription)
                _ = try await Self.answer(to: Unsubscribe(subscription: subscription), client)
            }
        }
    }

    /// Writes a page of the log of a store, after requesting what the page lacks.
    private func take(_ page: LogList.Result, of id: String) async throws(ClientError) {
        let page = try await withWholeActions(page, of: id)
        write(id) { $0.take(page, now: $1) }
        if tracks[id]?.needsState == true { try await resume(id) }
        keepUp(id)
    }

    /// Requests a whole state if it does not follow from the transitions.
    private func resume(_ id: String) async throws(ClientError) {
        guard let track = tracks[id] else { return }
        if let state = try await state(of: id, at: track.last) {
            write(id) { $0.take(state.value, at: state.seq, now: $1) }
        } else {
            write(id) { $0.missState(now: $1) }
        }
    }

    private func subscribe(to id: String) async throws(ClientError) {
        guard let wake = wakes[id] else { return }
        var made = try await Self.answer(to: Subscribe(store: id, events: [.log, .state]), client)
        // A server may not support `state` events.
        if made == nil { made = try await Self.answer(to: Subscribe(store: id, events: [.log]), client) }
        guard let made, let track = tracks[id] else {
            // There are too many subscriptions: poll instead.
            try? await Task.sleep(for: .milliseconds(250))
            wake.yield()
            return
        }
        subscriptions[id] = made.subscription
        signals.listen(made.subscription, to: id, after: track.last, wake)
    }

    /// Writes a new keyframe or begins a new file if due.
    private func keepUp(_ id: String) {
        if !beginPart(), writer.wantsKeyframe(of: id), let line = tracks[id]?.keyframe(now: writer.now) {
            writer.write(line)
        }
    }

    /// Begins a new file if due; returns whether it was.
    private func beginPart() -> Bool {
        guard writer.wantsPart else { return false }
        writer.beginPart(stores: order.compactMap { tracks[$0]?.present })
        parts += 1
        return true
    }

    /// Writes the lines that result from a change of a track.
    package func write(_ id: String, _ take: (inout StoreTrack, Int64) -> [RecordingLine]) {
        // Before, too: after midnight, lines are those of another day.
        _ = beginPart()
        // Removed meanwhile, so that its state is changed in place.
        guard var track = tracks.removeValue(forKey: id) else { return }
        let lines = take(&track, writer.now)
        tracks[id] = track
        if !lines.isEmpty { writer.write(lines) }
    }
}
