internal import Strobe
internal import StrobeTree

/// States that hold objects: a copy of such a state is not one of what the objects hold.
extension Shadow {
    /// Sees to it that replaying does not touch objects of the program.
    ///
    /// A state to begin with that encodes and decodes itself is made anew. Where that cannot be done, the replay looks after
    /// each entry whether it changed an object in place.
    func examineObjects() {
        guard watch.hasObjects == nil else { return }
        let first = checkpoints.first
        watch.hasObjects = ObjectForms(of: first.state) != nil
        guard watch.hasObjects == true else { return }
        guard let copy = Remaking.copy(of: first.state),
            StateDiff.differences(from: first.state, to: copy).isEmpty
        else {
            watch.sharesObjects = true
            watch.trustedObjects = ObjectForms(of: first.state)
            return
        }
        startReplay(at: (first.seq, copy))
    }

    /// Replays one entry of a state that shares its objects with the program.
    ///
    /// - Returns: Where an object changed meanwhile.
    func advanceWatching(_ reduce: (inout State, Action) -> [Effect]) -> Path? {
        let before = tip.state
        let forms = ObjectForms(of: before)
        advance(&tip, to: tip.seq + 1, reduce)
        return forms?.difference(in: before)
    }

    /// Whether the objects of a state that was equal to the live one have changed since; if so, nothing is replayed any more.
    func haveObjectsChanged(at seq: Int) -> Bool {
        guard let path = watch.trustedObjects?.difference(in: watch.trusted.state) else { return false }
        tellOfObject(at: path, seq: seq)
        return true
    }

    /// Tells that an object was changed where no state says so.
    func tellOfObject(at path: Path, seq: Int) {
        let lastEqualSeq = max(0, min(watch.lastEqualSeq, seq - 1))
        stopReplaying()
        source.mode.tell(
            of: Divergence(
                seq: seq, path: path, kind: .changedBehind, comparedAt: seq, lastEqualSeq: lastEqualSeq, changes: []))
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
