internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol
internal import Synchronization

/// The adapter of a store of another library.
struct ForeignStoreAdapter<Base: DebugTarget>: StoreAdapter {
    typealias State = Base.State
    typealias Action = Base.Action
    typealias Effect = Never

    let id: String
    let name: String
    let kind = "foreign"
    let history: History<State, Action, Never>
    private let target: Base
    private let intake: Intake<Base.State, Base.Action>
    private let ownReplay = ReplayFlag()

    init(_ target: Base, options: HistoryOptions = HistoryOptions()) {
        self.target = target
        id = target.id
        name = target.name
        let intake = Intake<State, Action>()
        self.intake = intake
        let initial = target.observe { action, state in intake.take(action, state) }
        var reduce: (@Sendable (inout State, Action) -> [Never])?
        if let reducer = target.reducer {
            reduce = { state, action in
                reducer(&state, action)
                return []
            }
        }
        history = History(initial: initial, reduce: reduce, present: { target.state }, options: options)
        intake.open(into: history)
    }

    var canRestore: Bool { target.restorer != nil }

    func close() {
        intake.close()
    }

    var replay: ReplayInfo? { ownReplay.info }

    func setReplay(_ info: ReplayInfo?) throws(ProtocolError) {
        try ownReplay.set(info, for: id, telling: target.replayer)
    }

    func perform(_ action: Action, origin: Origin, cause: Int?, ifSeq: Int?) async throws -> DispatchOutcome<Never> {
        try check(ifSeq)
        let scope = DispatchScope(origin: origin, cause: cause)
        do {
            try await DispatchScope.$current.withValue(scope) { try await target.dispatch(action) }
        } catch is CancellationError {
            throw ProtocolError(
                .cancelled,
                "The store \(id) stopped when the request was cancelled: check whether the action is in its log.")
        }
        guard let seq = await scope.settledSeq() else { return .unknown }
        return .reduced(Receipt(seq: seq, effects: []))
    }

    func restore(_ state: State, origin: Origin, from source: Int?, note: String?, ifSeq: Int?) async throws -> Int? {
        guard let restorer = target.restorer else {
            throw ProtocolError(.notSupported, "The store \(id) cannot restore a state.")
        }
        try check(ifSeq)
        let scope = DispatchScope(origin: origin, cause: source, note: note)
        try await DispatchScope.$current.withValue(scope) { try await restorer(state) }
        return await scope.settledSeq()
    }

    /// Checks that the store is at a seq; a foreign store does not know seqs and cannot check under its own lock.
    private func check(_ ifSeq: Int?) throws {
        let seq = history.seq
        if let ifSeq, ifSeq != seq { throw ProtocolError.stale(ifSeq: ifSeq, seq: seq) }
    }
}

/// Receives the reports of a foreign store, from the beginning and in order.
private final class Intake<State: Sendable, Action: Sendable>: Sendable {
    private struct Contents: Sendable {
        var history: History<State, Action, Never>?
        /// The reports from before there was a history.
        var early: [(action: Action?, state: State)] = []
        var isClosed = false
    }

    private let contents = Mutex(Contents())

    func take(_ action: Action?, _ state: State) {
        contents.withLock { contents in
            guard !contents.isClosed else { return }
            guard let history = contents.history else {
                contents.early.append((action, state))
                return
            }
            guard let scope = DispatchScope.current else {
                Self.append(action, state, in: nil, to: history)
                return
            }
            scope.claim { isFirst in
                Self.append(action, state, in: isFirst ? scope : nil, to: history)
            }
        }
    }

    func open(into history: History<State, Action, Never>) {
        contents.withLock { contents in
            for (action, state) in contents.early { Self.append(action, state, in: nil, to: history) }
            contents.early = []
            contents.history = history
        }
    }

    func close() {
        contents.withLock { contents in
            contents.isClosed = true
            contents.history = nil
        }
    }

    @discardableResult
    private static func append(
        _ action: Action?, _ state: State, in scope: DispatchScope?, to history: History<State, Action, Never>
    ) -> Int {
        if let action {
            return history.append(action, origin: scope?.origin ?? .app, cause: scope?.cause, state: state)
        }
        return history.append(
            restored: state, origin: scope?.origin ?? .app, cause: scope?.cause, note: scope?.note)
    }
}
