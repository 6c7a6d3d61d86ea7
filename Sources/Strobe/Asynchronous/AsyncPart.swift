/// An asynchronous reducer as a part of a store whose own reducer does not wait.
///
/// Each reduction is an effect, and what it returns comes back as an action; further actions for the part wait in its
/// state until then, so that no two reductions overlap.
///
///     struct Login: AsyncReducer {
///         enum State: Sendable, Equatable { case idle, loggedIn }
///         func reduce(state: State, action: String) async throws -> State {
///             if action.isEmpty { try reject("no name") }
///             await Task.yield()  // asks a server
///             return .loggedIn
///         }
///     }
///     struct App: Sendable { var login = AsyncPart<Login>.State(.idle) }
///     enum AppAction: Sendable { case login(AsyncPart<Login>.Action) }
///     enum AppEffect: Sendable { case login(AsyncPart<Login>.Effect) }
///
///     let login = AsyncPart(Login())
///     let store = Store(
///         initial: App(),
///         reducer: login.scoped(
///             state: \App.login, action: CasePath(AppAction.login), effect: AppEffect.login))
///     store.setEffectHandler(for: CasePath(AppEffect.login), action: AppAction.login, performing: login)
///     store.dispatch(.login(.dispatch("Ada")))
public struct AsyncPart<Part: AsyncReducer>: Reducer {
    /// The state of the part, the action that is being reduced, and those that wait.
    public struct State: Sendable {
        /// The state after the last reduction that ended.
        public internal(set) var value: Part.State
        /// The action that is being reduced; `nil` if none is.
        public internal(set) var reducing: Part.Action?
        /// The actions that wait, in order.
        public internal(set) var waiting: [Part.Action] = []
        /// The number of the last reduction that began.
        var number = 0

        /// Creates a state in which nothing is being reduced.
        public init(_ value: Part.State) {
            self.value = value
        }
    }

    /// What happens to the part.
    public enum Action: Sendable {
        /// An action for the part.
        case dispatch(Part.Action)
        /// A reduction ended; only `perform` dispatches it.
        case reduced(Part.State, number: Int)
        /// A reduction ended with an error, and changed nothing; only `perform` dispatches it.
        case rejected(String, number: Int)
        /// Abandons the current reduction: its result is ignored, and the next action is reduced.
        case cancel
    }

    /// What the part requests.
    public enum Effect: Sendable {
        /// To reduce an action.
        case reduce(Part.Action, state: Part.State, number: Int)
        /// To end a reduction.
        case cancel(number: Int)
    }

    private let part: Part
    private let dependencies: SharedDependencies

    /// Creates a part.
    ///
    /// - Parameter part: The reducer.
    public init(_ part: Part) {
        self.init { _ in part }
    }

    /// Creates a part whose reducer begins late work.
    ///
    /// - Parameter part: Makes the reducer. Its `Later` begins work in a reduction, and in such work; the work is listed among
    ///   the effects of the store, and what it returns is dispatched to the part.
    public init(_ part: (Later<Part.Action>) -> Part) {
        dependencies = SharedDependencies()
        self.part = part(PartReduction.later(dependencies))
    }

    /// Begins a reduction, or takes over its result.
    public func reduce(_ state: inout State, _ action: Action) -> [Effect] {
        switch action {
        case .dispatch(let action):
            if let last = state.waiting.last, let one = part.coalesce(last, with: action) {
                state.waiting[state.waiting.count - 1] = one
            } else {
                state.waiting.append(action)
            }
            return state.reducing == nil ? begin(&state) : []
        case .reduced(let value, let number):
            guard number == state.number, state.reducing != nil else { return [] }
            state.value = value
            return begin(&state)
        case .rejected(_, let number):
            return number == state.number && state.reducing != nil ? begin(&state) : []
        case .cancel:
            guard state.reducing != nil else { return [] }
            return [.cancel(number: state.number)] + begin(&state)
        }
    }

    private func begin(_ state: inout State) -> [Effect] {
        state.reducing = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        guard let action = state.reducing else { return [] }
        state.number += 1
        return [.reduce(action, state: state.value, number: state.number)]
    }

    fileprivate func perform(_ effect: Effect, _ context: EffectContext<Action>) async {
        guard case .reduce(let action, let state, let number) = effect else { return }
        let reduction = PartReduction(owner: dependencies) { reduction, work in
            context.run(work.name, schedule: work.schedule) { context in
                // What the work leaves for later has the same cause.
                let answer = await PartReduction.$current.withValue(reduction) { await work.body() }
                if let action = answer as? Part.Action { context.dispatch(.dispatch(action)) }
            }
        }
        do {
            let new = try await PartReduction.$current.withValue(reduction) {
                try await part.reduce(state: state, action: action)
            }
            context.dispatch(.reduced(new, number: number))
            reduction.end()
        } catch {
            context.dispatch(.rejected("\(error)", number: number))
        }
    }

    /// Has the dependencies of a store from now on.
    fileprivate func follow(_ store: SharedDependencies) {
        dependencies.follow(store)
    }

    fileprivate func schedule(_ effect: Effect, name: String) -> EffectSchedule {
        switch effect {
        // After a restore, another reduction may have the number.
        case .reduce(_, _, let number): .replacing(EffectID("\(name) \(number)"))
        case .cancel(let number): .cancelling(EffectID("\(name) \(number)"))
        }
    }
}

extension Store {
    /// Lets an asynchronous reducer reduce its part of the state.
    ///
    /// The reductions are listed among the store's effects. Who cancels one there dispatches `cancel` to the part, which
    /// waits for it otherwise; so does who restores a state in which one was under way, since a restore begins nothing.
    ///
    /// - Parameters:
    ///   - effects: The case of the part's effects.
    ///   - action: Makes an action of the part one of the store's.
    ///   - part: The part.
    ///   - name: What its reductions are listed as, with a number; by default, the type of the part, and a number from the
    ///     second part of one type on.
    public func setEffectHandler<Part>(
        for effects: CasePath<Effect, AsyncPart<Part>.Effect>,
        action: @escaping @Sendable (AsyncPart<Part>.Action) -> Action, performing part: AsyncPart<Part>,
        name: String? = nil
    ) {
        part.follow(backlog.dependencies)
        let name = name ?? nextName(of: Part.self)
        setEffectHandler(
            for: effects, action: action, schedule: { part.schedule($0, name: name) }, async: part.perform)
    }

    /// A name for a part of a type; parts with one name would cancel each other's reductions.
    private func nextName<Part>(of type: Part.Type) -> String {
        let name = "\(type)"
        let number = locked { _ in
            let number = backlog.handlers.asyncParts[name, default: 0] + 1
            backlog.handlers.asyncParts[name] = number
            return number
        }
        guard let number, number > 1 else { return name }
        return "\(name) (\(number))"
    }
}

extension AsyncPart.State: Equatable where Part.State: Equatable, Part.Action: Equatable {}
