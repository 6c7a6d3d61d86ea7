internal import Strobe

/// How the history copes with a state that does not fit into the budget beside the log while no client is attached.
///
/// To replay the log, the history keeps the state that it begins with; as the log moves forward, another state has to
/// replace it. The program gives one, which costs it a copy of what it changes next. If a state is large compared with
/// what is logged meanwhile, that would be more work than the program's own: then the log continues without states,
/// until a client attaches or asks. The state of that moment is the one to replay from, at the price of one copy.
extension Replica {
    /// Lets the states go, so that the oldest part of the log can go without a replay.
    func giveUpReplay() {
        source.mode.giveUpReplaying()
        checkpoints.dropAllButFirst()
        tip = checkpoints.first
        watch.trusted = checkpoints.first
        watch.isDue = false
        watch.comparison = nil
        resumedSeq = nil
        forgetReplayed()
    }

    /// Replays again where that was given up, from the current state on.
    func resumeReplay() {
        guard source.mode.isGivenUp, let live = source.live.snapshot(), live.seq <= lastSeq else { return }
        guard replay(from: live) else { return stopReplaying() }
        resumedSeq = live.seq
    }

    /// The states that are missing, although the log has their transitions.
    var givenUp: HistoryMemory.GivenUp? {
        let logFrom = base + 1
        if source.mode.isGivenUp { return HistoryMemory.GivenUp(cause: .nobodyAttached, logFrom: logFrom) }
        if keepsPresentOnly {
            return HistoryMemory.GivenUp(cause: .notReplayed, logFrom: logFrom, statesFrom: lastSeq)
        }
        guard let resumedSeq, resumedSeq > base, reduce != nil else { return nil }
        return HistoryMemory.GivenUp(cause: .nobodyAttached, logFrom: logFrom, statesFrom: resumedSeq)
    }
}
