internal import Dispatch

/// States and actions that hold objects of the program.
extension Replica {
    /// How long this thread falls behind with examining before it gives up.
    private static var patience: DispatchTimeInterval { .seconds(2) }

    /// Examines what was logged since the last time: once an object is found, replay stops.
    ///
    /// It also stops where actions come faster than they can be examined: no request would be answered any more.
    func examine() {
        let safety = source.safety
        guard safety.looksAtActions || safety.looksAtStates, source.mode.isReplaying else { return }
        let count = source.log.count
        let first = max(examined, source.log.firstIndex)
        examined = count
        guard first < count else { return }
        let (log, start, end) = (source.log, source.start, DispatchTime.now() + Self.patience)
        var refusal: String?
        log.forEachEntry(in: first..<count) { index, _, action in
            guard refusal == nil else { return }
            let reason: String? =
                if let action {
                    safety.refusal(of: action.pointee)
                } else {
                    log.restoredState(at: index).flatMap { safety.refusal(of: $0) }
                }
            refusal = reason.map { "#\(start + 1 + index): \($0)" }
            if index & 1_023 == 0, log.count - count > index - first, DispatchTime.now() > end {
                refusal = refusal ?? "its actions come faster than they can be searched for mutable objects"
            }
        }
        if let refusal { refuseReplay(refusal) }
    }

    /// Goes over to states that are retained, because replaying would write to what the program uses.
    func refuseReplay(_ reason: String) {
        source.mode.refuse(reason)
        stopReplaying()
    }

    /// Begins to replay at a state.
    func startReplay(at point: Point) {
        checkpoints = Checkpoints(
            base: point.seq, state: point.state, limit: source.options.checkpoints,
            distance: source.options.checkpointDistance)
        tip = point
        watch.trusted = point
        forgetReplayed()
    }
}
