internal import Dispatch
internal import StrobeTree

extension Replica {
    /// How long the thread keeps ticking after the last entry.
    private static var silence: DispatchTimeInterval { .milliseconds(50) }
    /// The milliseconds between two ticks while there are entries; and if nobody waits for them.
    private static var pause: Int { 1 }
    private static var rest: Int { 10 }
    /// After an update of so many entries a reader waits so long for its next one: a store that is that busy would wake
    /// it a thousand times a second.
    private static var burst: Int { 8 }
    private static var gathering: DispatchTimeInterval { .milliseconds(2) }

    // MARK: Attachment

    /// One more looks on: the first one makes the replica follow.
    func attach() {
        attachments += 1
        guard attachments == 1 else { return }
        source.live.setMeasuring(true)
        let wasGivenUp = source.mode.isGivenUp
        resumeReplay()
        if reduce == nil {
            startRetaining()
        } else {
            limitCheckpoints(memory(isNew: false))
            watch.isDue = !wasGivenUp
            _ = look(TimeSlice())
        }
    }

    /// One less looks on: with the last one goes all that was kept for them.
    func detach() {
        attachments -= 1
        guard attachments == 0 else { return }
        source.live.setMeasuring(false)
        let setRetaining = source.setRetaining
        source.live.betweenTransitions { setRetaining(false) }
        source.retained.clear()
        keepsPresentOnly = false
        source.log.dropSpares()
        dropCheckpoints()
        tip = checkpoints.first
        watch.trusted = checkpoints.first
        watch.isDue = false
        watch.comparison = nil
        visited.dropAll()
        if reduce != nil { entryChanges = .computed(source.options) }
        (lastUpdate, longUpdate) = (nil, nil)
        dropBranchStates()
    }

    /// From now on states are kept by the writer, beginning with the current one.
    func startRetaining() {
        guard firstBytes <= budget else { return keepPresentOnly() }
        let (live, retained, setRetaining) = (source.live, source.retained, source.setRetaining)
        live.betweenTransitions { setRetaining(true) }
        guard let present = live.snapshot() else { return }
        // A later state may be kept by now, and keeping an older one after it would undo that.
        live.betweenTransitions {
            if (retained.lastSeq ?? -1) < present.seq { retained.keep(present.state, seq: present.seq) }
        }
    }

    // MARK: Followers

    /// Adds a reader of updates that has seen everything up to a number.
    func addFollower(_ id: Int, from seq: Int, wantsChanges: Bool) {
        attach()
        let state = wantsChanges ? try? state(at: seq).state : nil
        followers[id] = ReplicaFollower(seq: seq, state: state, wantsChanges: wantsChanges)
    }

    func removeFollower(_ id: Int) {
        guard let follower = followers.removeValue(forKey: id) else { return }
        follower.reader?.resume(returning: nil)
        detach()
    }

    /// Answers a reader now or as soon as there is an update.
    func next(_ id: Int, _ reader: CheckedContinuation<HistoryUpdate?, Never>) {
        guard let follower = followers[id] else { return reader.resume(returning: nil) }
        // Only one task reads a stream; another one would be a mistake, and must not be left waiting for ever.
        follower.reader?.resume(returning: nil)
        follower.reader = reader
    }

    /// Follows the log, feeds waiting readers, and checks that what they get is true.
    func tick() -> DebugThread<Replica>.Pause {
        guard attachments > 0 || watch.search != nil else { return .untilWoken }
        var isBehind = false
        if attachments > 0 { resumeReplay() }
        if let reduce, attachments > 0 { isBehind = !catchUp(TimeSlice(), reduce) }
        let isRetainedKnown = reduce != nil || attachments == 0 || followRetained(TimeSlice())
        let last = reduce == nil ? lastSeq : tip.seq
        let now = DispatchTime.now()
        let isFed = feed(upTo: last, now)
        if last != lastSeen {
            if recorded == nil { source.log.prepareSpares(last - lastSeen > source.log.entriesPerChunk ? 4 : 1) }
            lastSeen = last
            lastTraffic = now
            if now >= nextTending { tend() }
        }
        let isQuiet = now > lastTraffic + Self.silence
        let look = look(TimeSlice(), isQuiet: isQuiet)
        guard !isBehind else { return .milliseconds(0) }
        guard isFed, isRetainedKnown else { return .milliseconds(Self.pause) }
        guard last == lastSeq || attachments == 0, isQuiet || attachments == 0 else {
            return .milliseconds(mayRest ? Self.rest : Self.pause)
        }
        let visitedEnd = dropIdleVisited()
        switch look {
        case .more: return .milliseconds(1)
        case .at(let time): return sleep(after: last) ? .until(min(time, visitedEnd ?? time)) : .milliseconds(1)
        case .idle:
            guard sleep(after: last) else { return .milliseconds(1) }
            return visitedEnd.map { .until($0) } ?? .untilWoken
        }
    }

    /// Whether nothing is late if the next tick is: a question and a full chunk of the log wake this thread at once.
    private var mayRest: Bool { reduce != nil && followers.values.allSatisfy { $0.reader == nil } }

    /// Has the next entry wake this thread.
    ///
    /// - Returns: Whether there is none yet.
    private func sleep(after last: Int) -> Bool {
        // Under the writer's lock, so that no entry can come between the look and the sleep.
        let (log, start, arm) = (source.log, source.start, source.arm)
        source.live.betweenTransitions {
            if start + log.count == last { arm() }
        }
        return attachments == 0 || lastSeq == last
    }

    /// Gives an update to every waiting reader.
    ///
    /// - Returns: Whether all of them have what there is.
    private func feed(upTo last: Int, _ now: DispatchTime) -> Bool {
        var isFed = true
        if let long = longUpdate, !followers.values.contains(where: { $0.wantsChanges && $0.seq == long.from }) {
            longUpdate = nil
        }
        // Decided once for all of them, so that the first does not take the others' turn.
        let mayCompare = now >= nextFeeding
        var cost = 0
        for follower in followers.values {
            guard let reader = follower.reader else { continue }
            guard follower.seq < last else { continue }
            if follower.wantsChanges && !mayCompare || now < follower.nextUpdate {
                isFed = false
                continue
            }
            var update = HistoryUpdate(fromSeq: follower.seq, seq: last, changes: nil)
            if follower.wantsChanges {
                guard let followed = follow(follower, to: last, &cost) else {
                    isFed = false
                    continue
                }
                update = followed
            }
            if update.seq - follower.seq >= Self.burst { follower.nextUpdate = now + Self.gathering }
            follower.seq = update.seq
            follower.reader = nil
            reader.resume(returning: update)
        }
        if cost > 0 { nextFeeding = .now() + .nanoseconds(4 * cost) }
        return isFed
    }

    /// The next update of a follower; `nil` for not yet, while it is computed aside.
    private func follow(_ follower: ReplicaFollower<State>, to last: Int, _ cost: inout Int) -> HistoryUpdate? {
        if let long = longUpdate, long.from == follower.seq {
            guard let changes = long.answer.take() else { return nil }
            longUpdate = nil
            if let changes { lastUpdate = (long.from, long.state.seq, changes) }
            follower.state = long.state.state
            return HistoryUpdate(fromSeq: long.from, seq: long.state.seq, changes: changes)
        }
        guard let new = try? state(at: last).state else {
            follower.state = nil
            return HistoryUpdate(fromSeq: follower.seq, seq: last, changes: nil)
        }
        var changes: [Change]?
        if let known = lastUpdate, known.from == follower.seq, known.to == last {
            changes = known.changes
        } else if let old = follower.state {
            let (meter, redaction) = (WorkMeter.ofSlice, source.mode.redaction)
            let start = DispatchTime.now()
            changes = try? StateComparison.changes(from: old, to: new, redaction, meter)
            cost += Int(clamping: DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds)
            guard !meter.isOver else {
                // Long ones are computed one after the other; followers with short ones do not wait for them.
                guard longUpdate == nil else { return nil }
                let answer = AsideAnswer { () -> [Change]? in
                    let meter = WorkMeter(limit: WorkMeter.stepsOfAnswer)
                    let changes = try? StateComparison.changes(from: old, to: new, redaction, meter)
                    return meter.isOver ? nil : changes
                }
                longUpdate = (follower.seq, (last, new), answer)
                return nil
            }
            if let changes { lastUpdate = (follower.seq, last, changes) }
        }
        follower.state = new
        return HistoryUpdate(fromSeq: follower.seq, seq: last, changes: changes)
    }
}
