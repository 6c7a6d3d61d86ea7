internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol

/// The adapter of a store of this library that cannot be replayed; holds it weakly, even while a call waits for it.
struct ObservedStoreAdapter<Store: ObservedStore>: StoreAdapter {
    typealias State = Store.State
    typealias Action = Store.Action
    typealias Effect = Never

    let id: String
    let name: String
    let kind: String
    let canRestore: Bool
    let hasGate: Bool
    let history: History<State, Action, Never>
    private let use: HistoryLease
    private let find: @Sendable () -> Store?
    /// The replay into a store that is not notified of it.
    private let ownReplay = ReplayFlag()

    init(_ store: Store, id: String, name: String, options: HistoryOptions = HistoryOptions()) {
        self.id = id
        self.name = name
        kind = store.kind
        canRestore = store.canRestore
        hasGate = store is any GatedStore<State, Action>
        let history = History<State, Action, Never>.shared(observing: store, options: options)
        self.history = history
        use = HistoryLease { history.release() }
        find = { [weak store] in store }
    }

    var pending: PendingAction<Action>? { find()?.pending }
    var queued: [PendingAction<Action>] { find()?.queued ?? [] }
    var runningEffects: [RunningEffect<Never>] { find()?.runningEffects ?? [] }

    func cancelEffect(_ id: Int) -> Bool { find()?.cancelEffect(id) ?? false }

    var gated: (any GatedStore<State, Action>)? { find() as? any GatedStore<State, Action> }

    func close() {
        use.end()
    }

    private var replayable: (any ReplayableStore)? { find() as? any ReplayableStore }
    var replay: ReplayInfo? { replayable?.replay.info ?? ownReplay.info }

    func setReplay(_ info: ReplayInfo?) throws(ProtocolError) {
        guard let replayable else { return try ownReplay.set(info, for: id) }
        if let info { replayable.beginReplay(info) } else { replayable.endReplay() }
    }

    func perform(_ action: Action, origin: Origin, cause: Int?, ifSeq: Int?) async throws -> DispatchOutcome<Never> {
        let reader = OutcomePromise<Never>()
        let request = ReceiptRequest { reader.answer(.success(.held($0))) }
        try send { $0.dispatch(action, origin: origin, cause: cause, ifSeq: ifSeq, request: request, from: nil) }
        Task {
            do throws(StoreError) {
                reader.answer(.success(.reduced(try await request.receipt())))
            } catch {
                reader.answer(.failure(error))
            }
        }
        return try await withTaskCancellationHandler {
            try await reader.performed()
        } onCancel: {
            request.cancel()
        }
    }

    func restore(_ state: State, origin: Origin, from source: Int?, note: String?, ifSeq: Int?) async throws -> Int? {
        let request = ReceiptRequest()
        try send { $0.restore(state, origin: origin, cause: source, note: note, ifSeq: ifSeq, request: request) }
        return try await request.receipt().seq
    }

    /// Sends something to the store, which is released before any wait.
    private func send(_ send: (Store) -> Void) throws(ProtocolError) {
        guard let store = find() else { throw ProtocolError.ended(id) }
        send(store)
    }
}
