public import Strobe
internal import Synchronization

extension History {
    /// Appends an action that a foreign store has reduced.
    ///
    /// May be called from any thread; the order of the calls is the order of the log. A history of a store of this
    /// library appends by itself and ignores this call.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - state: The state after it; required if there is no reducer to replay with, and retained only while a client
    ///     is attached.
    ///   - durationNanos: How long the reducer took, if that was measured.
    ///   - rejection: Why the store rejected the action and left its state unchanged; `nil` if it did not.
    ///   - editedFrom: The action that was dispatched, in words, if another replaced it at the gate.
    /// - Returns: The number of the transition.
    @discardableResult
    public func append(
        _ action: Action, effects: [Effect] = [], origin: Origin = .app, cause: Int? = nil,
        source: CallSite? = nil, durationNanos: UInt64? = nil, rejection: String? = nil, editedFrom: String? = nil,
        state: State? = nil
    ) -> Int {
        guard let writer else { return seq }
        return writer.seq.withLock { seq in
            seq += 1
            let info = TransitionInfo(
                seq: seq, origin: origin, cause: cause, source: source,
                timing: durationNanos.map { Timing(endNanos: Timing.now(), durationNanos: $0) },
                editedFrom: editedFrom)
            recorder.append(action, effects: effects, rejection: rejection, info: info, state: state)
            return seq
        }
    }

    /// Appends a state that replaced the current one, by a restore or an edit.
    ///
    /// - Parameters:
    ///   - state: The state after it.
    ///   - cause: The number of the state that was restored, if any.
    ///   - note: A short description for the log.
    /// - Returns: The number of the transition.
    @discardableResult
    public func append(
        restored state: State, origin: Origin = .restore, cause: Int? = nil, note: String? = nil,
        source: CallSite? = nil
    ) -> Int {
        guard let writer else { return seq }
        return writer.seq.withLock { seq in
            seq += 1
            let info = TransitionInfo(seq: seq, origin: origin, cause: cause, source: source, timing: nil)
            recorder.didRestore(state, note: note, info: info)
            return seq
        }
    }

    /// Notes actions that a foreign store dropped at its gate: they are no transitions.
    package func append(dropped actions: [HeldAction<Action>]) {
        recorder.didDrop(actions)
    }
}
