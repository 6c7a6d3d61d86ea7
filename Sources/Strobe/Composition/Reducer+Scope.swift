extension Reducer {
    /// Makes a reducer of a part of a state one of the whole, for the actions that are meant for that part.
    ///
    ///     struct Screen: Sendable { var likes = 0, visits = 0 }
    ///     enum Event: Sendable { case likes(Int), visits(Int) }
    ///     let counter = Reduce<Int, Int, Never> { count, step in
    ///         count += step
    ///         return []
    ///     }
    ///     let screen = CombinedReducer([
    ///         counter.scoped(state: \Screen.likes, action: CasePath(Event.likes)),
    ///         counter.scoped(state: \Screen.visits, action: CasePath(Event.visits)),
    ///     ])
    ///
    /// - Parameters:
    ///   - state: The part; it is changed in place.
    ///   - action: The case of the whole's actions that are meant for the part; others change nothing.
    ///   - effect: Makes an effect of the part one of the whole.
    @inlinable
    public func scoped<Parent: Sendable, ParentAction: Sendable, ParentEffect: Sendable>(
        state: any WritableKeyPath<Parent, State> & Sendable, action: CasePath<ParentAction, Action>,
        effect: @escaping @Sendable (Effect) -> ParentEffect
    ) -> Reduce<Parent, ParentAction, ParentEffect> {
        Reduce { parent, parentAction in
            guard let own = action.extract(parentAction) else { return [] }
            return try reduce(&parent[keyPath: state], own).map(effect)
        }
    }

    /// The same for a part whose effects are of the whole's type.
    @inlinable
    public func scoped<Parent: Sendable, ParentAction: Sendable>(
        state: any WritableKeyPath<Parent, State> & Sendable, action: CasePath<ParentAction, Action>
    ) -> Reduce<Parent, ParentAction, Effect> {
        Reduce { parent, parentAction in
            guard let own = action.extract(parentAction) else { return [] }
            return try reduce(&parent[keyPath: state], own)
        }
    }

    /// Makes a reducer of one case's payload one of the whole enum; in any other case it changes nothing.
    ///
    ///     enum Session: Sendable, Equatable { case signedOut, signedIn(visits: Int) }
    ///     let visits = Reduce<Int, Int, Never> { count, step in
    ///         count += step
    ///         return []
    ///     }
    ///     let session = visits.scoped(stateCase: CasePath(Session.signedIn), action: .whole)
    ///
    /// The payload is taken out and put back: what the reducer changes in a collection costs a copy of that collection.
    ///
    /// - Parameters:
    ///   - stateCase: The case in which the reducer runs.
    ///   - action: The case of the whole's actions that are meant for it.
    ///   - effect: Makes an effect of the part one of the whole.
    @inlinable
    public func scoped<Parent: Sendable, ParentAction: Sendable, ParentEffect: Sendable>(
        stateCase: CasePath<Parent, State>, action: CasePath<ParentAction, Action>,
        effect: @escaping @Sendable (Effect) -> ParentEffect
    ) -> Reduce<Parent, ParentAction, ParentEffect> {
        Reduce { parent, parentAction in
            guard let own = action.extract(parentAction), var state = stateCase.extract(parent) else { return [] }
            let effects = try reduce(&state, own)
            parent = stateCase.embed(state)
            return effects.map(effect)
        }
    }

    /// The same for a case whose effects are of the whole's type.
    @inlinable
    public func scoped<Parent: Sendable, ParentAction: Sendable>(
        stateCase: CasePath<Parent, State>, action: CasePath<ParentAction, Action>
    ) -> Reduce<Parent, ParentAction, Effect> {
        scoped(stateCase: stateCase, action: action, effect: { $0 })
    }

    /// Makes a reducer of a state that may be missing; while it is, nothing happens.
    ///
    ///     struct Screen: Sendable { var draft: String? }
    ///     let typing = Reduce<String, String, Never> { text, more in
    ///         text += more
    ///         return []
    ///     }
    ///     let screen = typing.optional().scoped(state: \Screen.draft, action: .whole)
    @inlinable
    public func optional() -> Reduce<State?, Action, Effect> {
        Reduce { state, action in
            // Taken out, so that the reducer finds the value unshared.
            guard var present = state.take() else { return [] }
            defer { state = present }
            return try reduce(&present, action)
        }
    }
}
