internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol

/// The adapter of a store of another library.
struct ForeignStoreAdapter<State: Sendable, Action: Sendable>: StoreAdapter {
    typealias Effect = any Sendable

    let id: String
    let name: String
    let kind = "foreign"
    let hasGate: Bool
    let history: History<State, Action, any Sendable>
    private let core: TargetCore<State, Action>
    private let use: HistoryLease
    private let ownReplay = ReplayFlag()

    init(_ target: DebugTarget<State, Action>, options: HistoryOptions = HistoryOptions()) {
        id = target.id
        name = target.name
        hasGate = target.isGated
        core = target.core
        history = target.core.follow(options)
        use = HistoryLease { [core] in core.unfollow() }
    }

    var canDispatch: Bool { core.ways.dispatch != nil }
    var canRestore: Bool { core.ways.restore != nil }
    var reduce: (@Sendable (inout State, Action) throws -> Void)? { core.reducer }
    var gated: (any GatedStore<State, Action>)? { hasGate ? core : nil }

    func close() {
        use.end()
    }

    func attach() {
        history.attach()
        core.attach(1)
    }

    func detach() {
        core.attach(-1)
        history.detach()
    }

    var replay: ReplayInfo? { ownReplay.info }

    func setReplay(_ info: ReplayInfo?) throws(ProtocolError) {
        try ownReplay.set(info, for: id, telling: core.ways.replay)
    }

    func perform(
        _ action: Action, origin: Origin, cause: Int?, ifSeq: Int?
    ) async throws -> DispatchOutcome<any Sendable> {
        guard let dispatch = core.ways.dispatch else {
            throw ProtocolError(
                .notSupported, "The store \(id) takes no actions from clients: its target has no `onDispatch`.")
        }
        try check(ifSeq)
        let scope = DispatchScope(to: core, origin: origin, cause: cause)
        do {
            switch try await core.ask(for: action, in: scope, { try await dispatch(action) }) {
            case .reported(let receipt): return .reduced(receipt)
            case .held(let id): return .held(id)
            case .refused(let error): throw error
            case nil: return .unknown
            }
        } catch is CancellationError {
            throw ProtocolError(
                .cancelled,
                "The store \(id) stopped when the request was cancelled: check whether the action is in its log.")
        }
    }

    func restore(_ state: State, origin: Origin, from source: Int?, note: String?, ifSeq: Int?) async throws -> Int? {
        guard let restore = core.ways.restore else {
            throw ProtocolError(
                .notSupported, "The store \(id) cannot restore a state: its target has no `onRestore`.")
        }
        try check(ifSeq)
        let scope = DispatchScope(to: core, origin: origin, cause: source, note: note)
        guard case .reported(let receipt) = try await core.ask(for: nil, in: scope, { try await restore(state) })
        else { return nil }
        return receipt.seq
    }

    /// Checks that the store is at a seq; a foreign store does not know seqs and cannot check under its own lock.
    private func check(_ ifSeq: Int?) throws {
        let seq = history.seq
        if let ifSeq, ifSeq != seq { throw ProtocolError.stale(ifSeq: ifSeq, seq: seq) }
    }
}
