extension Reducer {
    /// Turns a reducer of a part of a state into a reducer of the whole, for the actions of that part.
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
    public func scoped<Parent: Sendable, ParentAction: Sendable, ParentEffect: Sendable>(
        state: any WritableKeyPath<Parent, State> & Sendable, action: CasePath<ParentAction, Action>,
        effect: @escaping @Sendable (Effect) -> ParentEffect
    ) -> Reduce<Parent, ParentAction, ParentEffect> {
        let (part, find) = (composition, { @Sendable (parent: Parent) in parent[keyPath: state] })
        return Reduce(
            hasOwners: part.ownedBody != nil,
            machines: part.machines.compactMap { $0.within(state.propertyNames, action) }
        ) { parent, parentAction, owners in
            guard let own = action.extract(parentAction) else { return [] }
            return try part.reduce(&parent[keyPath: state], own, for: owners, at: find, canGo: false).map(effect)
        }
    }

    /// Turns a reducer of a part, whose effects are of the whole's type, into a reducer of the whole.
    public func scoped<Parent: Sendable, ParentAction: Sendable>(
        state: any WritableKeyPath<Parent, State> & Sendable, action: CasePath<ParentAction, Action>
    ) -> Reduce<Parent, ParentAction, Effect> {
        scoped(state: state, action: action, effect: { $0 })
    }

    /// Turns a reducer of a part without effects into a reducer of a whole that has some.
    @_disfavoredOverload
    public func scoped<Parent: Sendable, ParentAction: Sendable, ParentEffect: Sendable>(
        state: any WritableKeyPath<Parent, State> & Sendable, action: CasePath<ParentAction, Action>
    ) -> Reduce<Parent, ParentAction, ParentEffect> where Effect == Never {
        scoped(state: state, action: action, effect: { (_: Never) -> ParentEffect in })
    }

    /// Turns a reducer of one case's payload into a reducer of the whole enum; in any other case it changes nothing.
    ///
    ///     enum Session: Sendable, Equatable { case signedOut, signedIn(visits: Int) }
    ///     let visits = Reduce<Int, Int, Never> { count, step in
    ///         count += step
    ///         return []
    ///     }
    ///     let session = visits.scoped(stateCase: CasePath(Session.signedIn), action: .whole)
    ///
    /// The payload is taken out and put back: what the reducer changes in a collection costs a copy of that collection.
    /// Effects of the part are cancelled when the state is in another case.
    ///
    /// - Parameters:
    ///   - stateCase: The case in which the reducer runs.
    ///   - action: The case of the whole's actions that are meant for it.
    ///   - effect: Makes an effect of the part one of the whole.
    public func scoped<Parent: Sendable, ParentAction: Sendable, ParentEffect: Sendable>(
        stateCase: CasePath<Parent, State>, action: CasePath<ParentAction, Action>,
        effect: @escaping @Sendable (Effect) -> ParentEffect
    ) -> Reduce<Parent, ParentAction, ParentEffect> {
        let part = LazyComposition(self)
        return Reduce(hasOwners: Self.hasEffects, machines: []) { parent, parentAction, owners in
            guard let own = action.extract(parentAction), var state = stateCase.extract(parent) else { return [] }
            let effects = try part.value.reduce(&state, own, for: owners, at: stateCase.extract, canGo: true)
            parent = stateCase.embed(state)
            return effects.map(effect)
        }
    }

    /// Turns a reducer of one case's payload, whose effects are of the whole's type, into a reducer of the whole enum.
    public func scoped<Parent: Sendable, ParentAction: Sendable>(
        stateCase: CasePath<Parent, State>, action: CasePath<ParentAction, Action>
    ) -> Reduce<Parent, ParentAction, Effect> {
        scoped(stateCase: stateCase, action: action, effect: { $0 })
    }

    /// Turns a reducer into one of a state that may be missing; while it is missing, nothing happens.
    ///
    /// Its effects belong to the value: those that run when it becomes `nil` are cancelled. While the value is `nil` it is set
    /// to `nil` again: for one case of several, `scoped(state:stateCase:action:)` is the way, and no computed property.
    ///
    ///     struct Screen: Sendable { var draft: String? }
    ///     let typing = Reduce<String, String, Never> { text, more in
    ///         text += more
    ///         return []
    ///     }
    ///     let screen = typing.optional().scoped(state: \Screen.draft, action: .whole)
    public func optional() -> Reduce<State?, Action, Effect> {
        let part = composition
        return Reduce(hasOwners: Self.hasEffects, machines: part.machines) { state, action, owners in
            // Taken out, so that the reducer finds the value unshared.
            guard var present = state.take() else { return [] }
            defer { state = present }
            return try part.reduce(&present, action, for: owners, at: { $0 }, canGo: true)
        }
    }
}
