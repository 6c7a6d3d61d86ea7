internal import StrobeHistory
internal import StrobeProtocol

extension InspectedStore {
    func onDivergence(_ tell: @escaping @Sendable (DivergenceDescription) -> Void) {
        let (id, actions, limits) = (id, actions, limits)
        // The history retains the closure, so the closure must not retain the history, nor the adapter that does.
        adapter.history.onDivergence { [weak history = adapter.history] divergence in
            let action = (try? history?.entry(divergence.seq))?.action
            tell(Self.describe(divergence, of: id, action.map { actions.describe($0).label }, limits))
        }
    }

    /// The current divergence.
    var divergence: DivergenceDescription? { adapter.history.divergence.map(describe) }

    func describe(_ divergence: Divergence) -> DivergenceDescription {
        let action = (try? adapter.history.entry(divergence.seq))?.action
        return Self.describe(divergence, of: id, action.map { actions.describe($0).label }, limits)
    }

    /// - Parameter action: The action of its transition, if any.
    private static func describe(
        _ divergence: Divergence, of id: String, _ action: String?, _ limits: SessionLimits
    ) -> DivergenceDescription {
        let changes = divergence.changes
        return DivergenceDescription(
            seq: divergence.seq, path: divergence.path, kind: kind(of: divergence),
            lastEqualSeq: divergence.lastEqualSeq, comparedAt: divergence.comparedAt,
            message: message(divergence, of: id, action), changes: limits.fit(changes) ? changes : nil)
    }

    private static func kind(of divergence: Divergence) -> DivergenceDescription.Kind {
        switch divergence.kind {
        case .impureReducer: .impureReducer
        case .changedBehind: .changedBehind
        case .unorderedEncoding: .unorderedEncoding
        }
    }

    private static func message(_ divergence: Divergence, of id: String, _ action: String?) -> String {
        let seq = divergence.seq
        let entry = action.map { "\($0) (#\(seq))" } ?? "#\(seq)"
        let path = divergence.path.map { $0.isRoot ? "the root" : "\($0)" } ?? "an unknown path"
        switch divergence.kind {
        case .impureReducer:
            return
                "The reducer of \(id) is not pure: \(entry), reduced again from the same state, has another result at "
                + "\(path). It reads a clock, a random number or a variable: pass what it reads in with the action."
        case .changedBehind:
            return
                "The state of \(id) was changed without an action: at #\(divergence.comparedAt) it differs from the "
                + "replay from #\(divergence.lastEqualSeq), at \(path). Something wrote to it, or to an object "
                + "in it, without an action; or its reducer read something that has changed since."
        case .unorderedEncoding:
            return "The state of \(id) depends on the order of a set or a dictionary: after \(entry) the same elements "
                + "have another order at \(path). Sort them before you store them in an array."
        }
    }
}
