public import Strobe
internal import Synchronization

extension History {
    /// Appends an action that a store of another make has reduced.
    ///
    /// May be called from any thread; the order of the calls is the order of the log. A history of one of our stores
    /// appends by itself and ignores this.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - state: The state after it; needed where there is no reducer to replay with, and only kept while somebody is
    ///     attached.
    ///   - durationNanos: How long the reducer took, if that was measured.
    /// - Returns: The number of the transition.
    @discardableResult
    public func append(
        _ action: Action, effects: [Effect] = [], origin: Origin = .app, cause: Int? = nil,
        source: SourceLocation? = nil, durationNanos: UInt64? = nil, state: State? = nil
    ) -> Int {
        guard let writer else { return seq }
        return writer.seq.withLock { seq in
            seq += 1
            let info = TransitionInfo(
                seq: seq, origin: origin, cause: cause, source: source,
                timing: durationNanos.map { Timing(endNanos: Timing.now(), durationNanos: $0) })
            recorder.append(action, effects: effects, info: info, state: state)
            return seq
        }
    }

    /// Appends a state that was put in place of the present one, by a restore or an edit.
    ///
    /// - Parameters:
    ///   - state: The state after it.
    ///   - cause: The number that the state is taken from, if it is one.
    ///   - note: What it is, in a few words for the log.
    /// - Returns: The number of the transition.
    @discardableResult
    public func append(
        restored state: State, origin: Origin = .restore, cause: Int? = nil, note: String? = nil,
        source: SourceLocation? = nil
    ) -> Int {
        guard let writer else { return seq }
        return writer.seq.withLock { seq in
            seq += 1
            let info = TransitionInfo(seq: seq, origin: origin, cause: cause, source: source, timing: nil)
            recorder.didRestore(state, note: note, info: info)
            return seq
        }
    }
}
