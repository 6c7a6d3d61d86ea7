internal import Synchronization

extension History {
    /// Begins to read the log for a recording.
    ///
    /// - Parameter seq: The number after which it begins; the present one without. What is gone by then is told as a gap.
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

    /// Has a closure told of every transition with the state after it, in order, before its dispatch returns; in place of
    /// an earlier closure.
    ///
    /// It runs on the program's path and under the store's lock: the dispatch takes as long as it does, it must not call the
    /// store, and the copy of the state that it gets costs the program a copy-on-write. Whoever can wait reads a
    /// `recordingFeed(from:)` instead.
    ///
    /// - Parameter body: Gets the transition and the state after it, which somebody else's store may not tell; `nil` to be
    ///   told no more.
    public func tap(_ body: (@Sendable (Entry<Action, Effect>, State?) -> Void)?) {
        let recorder = recorder
        live.betweenTransitions { recorder.tap = body }
    }

    /// Has a closure told of every remark, beside the one of `onNote(_:)` and in place of an earlier one.
    public func tapNotes(_ body: (@Sendable (LogNote) -> Void)?) {
        notes.setTap(body)
    }

    /// Has a closure called, once, when the store ends or is observed by somebody else, in place of an earlier closure; it
    /// may be called under the store's lock, and returns at once.
    public func onEnd(_ body: (@Sendable () -> Void)?) {
        recorder.onEnd(body)
    }
}
