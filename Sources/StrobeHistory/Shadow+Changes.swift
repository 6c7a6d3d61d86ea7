internal import Dispatch
internal import StrobeTree

extension Shadow {
    /// How the state at one number becomes the state at another, at and below a path.
    func changes(from: Int, to: Int, at path: Path) -> Result<[Change], HistoryError> {
        // The lower one first: the walk to the other goes on from there.
        let ends = from <= to ? [from, to] : [to, from]
        var points: [Point] = []
        for end in ends {
            switch state(at: end) {
            case .success(let point): points.append(point)
            case .failure(let error): return .failure(error)
            }
        }
        if from > to { points.reverse() }
        return StateDiff.changes(from: points[0].state, to: points[1].state, at: path, source.mode.redaction)
    }

    /// What one transition changed.
    func changes(of seq: Int) -> Result<[Change], HistoryError> {
        do throws(HistoryError) {
            if let known = try knownChanges(of: seq) { return .success(known) }
        } catch {
            return .failure(error)
        }
        let result = changes(from: seq - 1, to: seq, at: .root)
        if case .success(let changes) = result { entryChanges.keep(changes, seq: seq, footprint) }
        return result
    }

    /// What one transition changed, where that need not be worked out.
    func knownChanges(of seq: Int) throws(HistoryError) -> [Change]? {
        if let known = entryChanges[seq] { return known }
        guard seq > base else { throw .seqEvicted(seq, first: base + 1) }
        guard let pages = source.log.pages, let action = pages.entry(at: seq - source.start - 1)?.action else {
            return nil
        }
        return pages.source.changes(of: action)
    }

    /// What an action would do at a number, without doing it.
    func dryRun(_ action: Action, at seq: Int?) -> Result<DryRun<Effect>, HistoryError> {
        state(at: seq).flatMap { dryRun(action, on: $0) }
    }

    /// What an action would do to a state, without doing it.
    func dryRun(_ action: Action, on before: Point) -> Result<DryRun<Effect>, HistoryError> {
        guard let reduce else { return .failure(notReplayable) }
        if let refusal = source.safety.refusal(of: action) {
            return .failure(.notReplayable("\(refusal): trying it out could change what the program uses"))
        }
        if let reason = source.rejection?(before.state, action) {
            return .success(DryRun(seq: before.seq, changes: [], effects: [], rejection: reason))
        }
        var after = before.state
        let effects = reduce(&after, action)
        return StateDiff.changes(from: before.state, to: after, source.mode.redaction).map {
            DryRun(seq: before.seq, changes: $0, effects: effects, rejection: nil)
        }
    }
}
