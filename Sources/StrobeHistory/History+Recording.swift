internal import Synchronization

extension History {
    /// Starts reading the log for a recording.
    ///
    /// - Parameter seq: The number after which it begins; by default, the current one. Transitions gone by then are
    ///   reported as a gap.
    public func recordingFeed(from seq: Int? = nil) -> RecordingFeed<State, Action, Effect> {
        let id = followerIDs.add(1, ordering: .relaxed).newValue
        // At once, so that no state is missed that cannot be replayed.
        if !isReplaying {
            let recorder = recorder
            live.betweenTransitions { recorder.isRetaining = true }
        }
        let last = self.seq
        return RecordingFeed(
            id: id, startSeq: min(max(seq ?? last, baseSeq), last), notes: notes.madeCount, thread: thread)
    }

    /// Registers a closure to call with every transition and the state after it, in order, before its dispatch returns;
    /// replaces an earlier closure.
    ///
    /// It runs on the program's path and under the store's lock: it delays the dispatch, it must not call the store,
    /// and the copy of the state that it gets costs the program a copy-on-write. A caller that can wait reads a
    /// `recordingFeed(from:)` instead.
    ///
    /// - Parameter body: A closure that takes the transition and the state after it, which a foreign store may not
    ///   provide; `nil` to stop.
    public func tap(_ body: (@Sendable (Entry<Action, Effect>, State?) -> Void)?) {
        let recorder = recorder
        live.betweenTransitions { recorder.tap = body }
    }

    /// Registers a closure to call with every remark, in addition to the one of `onNote(_:)` and replacing an earlier
    /// one.
    public func tapNotes(_ body: (@Sendable (LogNote) -> Void)?) {
        notes.setTap(body)
    }

    /// Registers a closure to call once, when the store ends or gets another observer, replacing an earlier closure; it
    /// may be called under the store's lock, and returns at once.
    public func onEnd(_ body: (@Sendable () -> Void)?) {
        recorder.onEnd(body)
    }
}
