public import Observation
public import StrobeHistory
internal import StrobeProtocol

extension DebugServer {
    /// Adds an `@Observable` model that lives on the main actor, without keeping it alive; an earlier store with the
    /// same id is removed.
    ///
    ///     server.add(observing: cart, id: "cart", set: { ($0.items, $0.total) = ($1.items, $1.total) }) {
    ///         CartView(items: $0.items, total: $0.total)
    ///     }
    ///
    /// The closure says what is to be seen, as a value: objects are never looked into on another thread. It is called
    /// on the main actor, and what it reads is observed: while a server or recorder follows the model, the changes of
    /// one turn of the main actor are one entry of the log, with the names of what changed.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - id: The id that clients use for it.
    ///   - name: The display name; by default, the id.
    ///   - history: How much its history keeps; by default, as in the configuration.
    ///   - set: Writes a state into the model, so that clients with control can `set` and `jump`. A `Codable` state can
    ///     be set in part.
    ///   - snapshot: Returns the state to show.
    @MainActor
    public func add<Model: Observable & AnyObject, State: Sendable>(
        observing model: Model, id: String, name: String? = nil, history: HistoryOptions? = nil,
        set: (@MainActor (Model, State) -> Void)? = nil, _ snapshot: @escaping @MainActor (Model) -> State
    ) {
        let watch = watch(model, DebugTarget<State, Never>(id: id, name: name, state: snapshot(model)), set, snapshot)
        add(watch.target, as: nil, history, for: watch)
    }

    /// Adds an `@Observable` model with actions that clients can dispatch.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - id: The id that clients use for it.
    ///   - name: The display name; by default, the id.
    ///   - actions: How clients name actions that are not `Codable`.
    ///   - history: How much its history keeps; by default, as in the configuration.
    ///   - set: Writes a state into the model.
    ///   - dispatch: Applies an action to the model.
    ///   - snapshot: Returns the state to show, as a value.
    @MainActor
    public func add<Model: Observable & AnyObject, State: Sendable, Action: Sendable>(
        observing model: Model, id: String, name: String? = nil, actions: ActionCatalog<Action>? = nil,
        history: HistoryOptions? = nil, set: (@MainActor (Model, State) -> Void)? = nil,
        dispatch: @escaping @MainActor (Model, Action) -> Void, _ snapshot: @escaping @MainActor (Model) -> State
    ) {
        let target = DebugTarget<State, Action>(id: id, name: name, state: snapshot(model), actions: actions)
        let watch = watch(model, target, set, snapshot)
        target.onDispatch { @MainActor [weak model, weak watch] action in
            guard let model, let watch else { throw ProtocolError.ended(id) }
            dispatch(model, action)
            watch.place(snapshot(model), action)
        }
        add(target, as: actions?.form, history, for: watch)
    }

    @MainActor
    private func watch<Model: Observable & AnyObject, State: Sendable, Action: Sendable>(
        _ model: Model, _ target: DebugTarget<State, Action>, _ set: (@MainActor (Model, State) -> Void)?,
        _ snapshot: @escaping @MainActor (Model) -> State
    ) -> ValueWatch<State, Action> {
        let tickets = Tickets()
        let read: @MainActor (@escaping @Sendable () -> Void) -> (ticket: Int, state: State)? = {
            [weak model] onChange in
            guard let model else { return nil }
            return (
                tickets.next(),
                withObservationTracking {
                    snapshot(model)
                } onChange: {
                    onChange()
                }
            )
        }
        let watch = ValueWatch(target, first: snapshot(model), every: nil, tickets, observes: true) { await read($0) }
        guard let set else { return watch }
        target.onRestore { @MainActor [weak model, weak watch] state in
            guard let model, let watch else { throw ProtocolError.ended(target.id) }
            set(model, state)
            watch.place(snapshot(model))
        }
        return watch
    }
}
