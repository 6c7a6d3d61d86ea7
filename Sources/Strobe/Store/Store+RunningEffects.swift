extension Store {
    /// Sets the handler that performs effects, each in a task of its own, and how they are scheduled.
    ///
    ///     enum Action: Sendable { case open(page: Int), loaded(String) }
    ///     let store = Store(initial: "") { (text: inout String, action: Action) -> [Int] in
    ///         switch action {
    ///         case .open(let page): return [page]
    ///         case .loaded(let loaded): text = loaded
    ///         }
    ///         return []
    ///     }
    ///     store.setEffectHandler(
    ///         schedule: { _ in .replacing("page") },
    ///         async: { page, context in context.dispatch(.loaded("text of page \(page)")) })
    ///     store.dispatch(.open(page: 3))
    ///
    /// It gets the initial effects at once. Clock and executor are those of `dependencies`. Each task is listed while it runs,
    /// and can be cancelled. What a cancelled effect dispatches is dropped. All are cancelled when the store
    /// ends, which they do not delay. Whether or not the handler awaits anything, it is never called on the thread that
    /// committed: that is what `setInlineEffectHandler` is for.
    ///
    /// A store has one handler for all effects, and may have others for parts of them; a second one is reported and ignored.
    ///
    /// - Parameters:
    ///   - schedule: How each effect is run; called on the thread that committed, and must be quick.
    ///   - handler: Called for each effect; effects run at the same time and end in any order.
    public func setEffectHandler(
        schedule: @escaping @Sendable (Effect) -> EffectSchedule = { _ in .now },
        async handler: @escaping @Sendable (Effect, EffectContext<Action>) async -> Void
    ) {
        let (runner, dependencies) = (backlog.runner, backlog.dependencies)
        set(handler: { effect, context in
            runner.run(
                schedule: schedule(effect), effect: effect, cause: context.requester.cause, with: dependencies.current,
                bind: context.requester.bind
            ) { life in await handler(effect, context.living(life)) }
            return true
        })
    }

    /// Sets the handler that performs the effects of a part, each in a task of its own.
    ///
    ///     enum Search {
    ///         enum Action: Sendable { case found([String]) }
    ///         enum Effect: Sendable { case find(String) }
    ///
    ///         static func perform(_ effect: Effect, _ context: EffectContext<Action>) async {
    ///             if case .find(let text) = effect { context.dispatch(.found([text])) }
    ///         }
    ///     }
    ///     enum Action: Sendable { case type(String), search(Search.Action) }
    ///     enum Effect: Sendable { case search(Search.Effect), save }
    ///     let store = Store(initial: [String]()) { (results: inout [String], action: Action) -> [Effect] in
    ///         switch action {
    ///         case .type(let text): return [.search(.find(text)), .save]
    ///         case .search(.found(let found)): results = found
    ///         }
    ///         return []
    ///     }
    ///     store.setEffectHandler(for: CasePath(Effect.search), action: Action.search, async: Search.perform)
    ///     store.setEffectHandler { effect, context in print(effect) }  // prints: save
    ///     store.dispatch(.type("tea"))
    ///
    /// Handlers of parts come before the one for all effects. Each gets those of the initial effects that are its own.
    ///
    /// - Parameters:
    ///   - part: The case of the effects.
    ///   - action: Makes an action of the part one of the store's.
    ///   - schedule: How each effect is run; called on the thread that committed, and must be quick.
    ///   - handler: Called for each effect of the part.
    public func setEffectHandler<PartEffect: Sendable, PartAction: Sendable>(
        for part: CasePath<Effect, PartEffect>, action: @escaping @Sendable (PartAction) -> Action,
        schedule: @escaping @Sendable (PartEffect) -> EffectSchedule = { _ in .now },
        async handler: @escaping @Sendable (PartEffect, EffectContext<PartAction>) async -> Void
    ) {
        let (runner, dependencies) = (backlog.runner, backlog.dependencies)
        set(isPart: true) { effect, context in
            guard let own = part.extract(effect) else { return false }
            runner.run(
                schedule: schedule(own), effect: effect, cause: context.requester.cause, with: dependencies.current,
                bind: context.requester.bind
            ) { life in await handler(own, context.living(life).map(action)) }
            return true
        }
    }

    /// Sets the handler that performs the effects of the elements of a collection, each in a task of its own.
    ///
    ///     struct Row: Sendable, Identifiable {
    ///         let id: Int
    ///         var text = ""
    ///     }
    ///     struct List: Sendable { var rows = [Row(id: 1), Row(id: 2)] }
    ///     enum RowAction: Sendable { case load, loaded(String) }
    ///     enum Action: Sendable { case row(ElementAction<Int, RowAction>), remove(Int) }
    ///     enum Effect: Sendable { case row(Int, String) }
    ///     let row = Reduce<Row, RowAction, String> { row, action in
    ///         switch action {
    ///         case .load: return ["load"]
    ///         case .loaded(let text): row.text = text
    ///         }
    ///         return []
    ///     }
    ///     let reducer = CombinedReducer<List, Action, Effect> {
    ///         row.forEach(\.rows, action: CasePath(Action.row), effect: Effect.row)
    ///         Reduce { list, action in
    ///             if case .remove(let id) = action { list.rows.removeAll { $0.id == id } }
    ///             return []
    ///         }
    ///     }
    ///     let store = Store(initial: List(), reducer: reducer)
    ///     store.setEffectHandler(forEach: CasePath(Effect.row), action: Action.row) { id, effect, context in
    ///         context.dispatch(.loaded("\(effect) of \(id)"))
    ///     }
    ///     store.dispatch(.row(ElementAction(id: 1, action: .load)))
    ///     store.dispatch(.remove(1))  // cancels what still runs for it
    ///
    /// - Parameters:
    ///   - elements: The case of the effects, with the id of the element.
    ///   - action: Makes an action of an element one of the store's.
    ///   - schedule: How each effect is run; called on the thread that committed, and must be quick.
    ///   - handler: Called for each effect of an element.
    public func setEffectHandler<ID: Hashable & Sendable, PartEffect: Sendable, PartAction: Sendable>(
        forEach elements: CasePath<Effect, (ID, PartEffect)>,
        action: @escaping @Sendable (ElementAction<ID, PartAction>) -> Action,
        schedule: @escaping @Sendable (ID, PartEffect) -> EffectSchedule = { _, _ in .now },
        async handler: @escaping @Sendable (ID, PartEffect, EffectContext<PartAction>) async -> Void
    ) {
        setEffectHandler(
            for: elements, action: action, schedule: { schedule($0.0, $0.1) }
        ) { effect, context in
            let id = effect.0
            await handler(id, effect.1, context.map { ElementAction(id: id, action: $0) })
        }
    }

    /// The waiting and running effects, oldest first.
    ///
    /// Those of a handler that is not asynchronous are not listed.
    public var runningEffects: [RunningEffect<Effect>] { backlog.runner.running }

    /// Cancels an effect: its task is cancelled, it is no longer listed, and what it dispatches from now on is dropped.
    ///
    /// - Parameter id: Its number in `runningEffects`.
    /// - Returns: Whether it was waiting or running.
    @discardableResult
    public func cancelEffect(_ id: Int) -> Bool { backlog.runner.cancel(id) }

    /// Cancels all effects that are listed under a name.
    ///
    /// - Returns: How many were waiting or running.
    @discardableResult
    public func cancelEffects(named name: EffectID) -> Int { backlog.runner.cancel(named: name) }

    /// Cancels all effects.
    ///
    /// - Returns: How many were waiting or running.
    @discardableResult
    public func cancelAllEffects() -> Int { backlog.runner.cancelAll() }
}
