internal import Strobe
internal import StrobeHistory
internal import StrobeProtocol

/// The adapter of a store of this library; holds it weakly.
struct NativeStoreAdapter<State: Sendable, Action: Sendable, Effect: Sendable>: StoreAdapter {
    let id: String
    let name: String
    let kind: String
    let declaration: MachineDeclaration?
    let machines: [MachinePart<Action>]
    let canRestore = true
    let hasGate = true
    let reduce: (@Sendable (inout State, Action) throws -> Void)?
    let history: History<State, Action, Effect>
    private let use: HistoryLease
    private let find: @Sendable () -> Store<State, Action, Effect>?

    init(_ store: Store<State, Action, Effect>, id: String, name: String, options: HistoryOptions = HistoryOptions()) {
        self.id = id
        self.name = name
        kind = store.declaration == nil ? "reducer" : "machine"
        declaration = store.declaration
        machines = store.machines
        let reduce = store.reduce
        self.reduce = { state, action in _ = try reduce(&state, action) }
        let history = History.shared(of: store, options: options)
        self.history = history
        if options.measures { store.setMeasuring(true) }
        use = HistoryLease { history.release() }
        find = { [weak store] in store }
    }

    var gated: (any GatedStore<State, Action>)? { find() }

    func close() {
        use.end()
    }

    var runningEffects: [RunningEffect<Effect>] { find()?.runningEffects ?? [] }

    func cancelEffect(_ id: Int) -> Bool { find()?.cancelEffect(id) ?? false }

    var replay: ReplayInfo? { find()?.replay.info }

    func setReplay(_ info: ReplayInfo?) {
        if let info { find()?.beginReplay(info) } else { find()?.endReplay() }
    }

    func perform(_ action: Action, origin: Origin, cause: Int?, ifSeq: Int?) async throws -> DispatchOutcome<Effect> {
        let reader = OutcomePromise<Effect>()
        try store().dispatch(
            action, origin: origin, cause: cause, ifSeq: ifSeq, measured: true,
            whenHeld: { reader.answer(.success(.held($0))) }
        ) { reader.answer($0.map { .reduced($0) }) }
        return try await reader.performed()
    }

    func restore(_ state: State, origin: Origin, from source: Int?, note: String?, ifSeq: Int?) async throws -> Int? {
        let store = try store()
        let result = await withCheckedContinuation { continuation in
            store.restore(state, origin: origin, cause: source, note: note, ifSeq: ifSeq) {
                continuation.resume(returning: $0)
            }
        }
        return try result.get().seq
    }

    private func store() throws -> Store<State, Action, Effect> {
        guard let store = find() else {
            throw ProtocolError.ended(id)
        }
        return store
    }
}
