extension Reducer {
    /// Turns a reducer of one of several things that a screen can present into a reducer of the whole; while something
    /// else is presented, or nothing, it changes nothing.
    ///
    ///     enum Sheet: Sendable, Equatable { case naming(String), help }
    ///     struct Screen: Sendable { var sheet: Sheet? }
    ///     let typing = Reduce<String, String, Never> { name, new in name = new }
    ///     let screen = typing.scoped(
    ///         state: \Screen.sheet, stateCase: CasePath(Sheet.naming), action: .whole)
    ///     let store = Store(initial: Screen(sheet: .naming("")), reducer: screen)
    ///     store.dispatch("Ada")
    ///
    /// - Parameters:
    ///   - state: What is presented; `nil` for nothing.
    ///   - stateCase: The case in which the reducer runs.
    ///   - action: The case of the whole's actions that are meant for it.
    ///   - effect: Makes an effect of the part one of the whole.
    public func scoped<Parent: Sendable, Presented: Sendable, ParentAction: Sendable, ParentEffect: Sendable>(
        state: any WritableKeyPath<Parent, Presented?> & Sendable, stateCase: CasePath<Presented, State>,
        action: CasePath<ParentAction, Action>, effect: @escaping @Sendable (Effect) -> ParentEffect
    ) -> Reduce<Parent, ParentAction, ParentEffect> {
        scoped(stateCase: stateCase, action: action, effect: effect).optional().scoped(state: state, action: .whole)
    }

    /// Turns a reducer of a part, whose effects are of the whole's type, into a reducer of the whole.
    public func scoped<Parent: Sendable, Presented: Sendable, ParentAction: Sendable>(
        state: any WritableKeyPath<Parent, Presented?> & Sendable, stateCase: CasePath<Presented, State>,
        action: CasePath<ParentAction, Action>
    ) -> Reduce<Parent, ParentAction, Effect> {
        scoped(state: state, stateCase: stateCase, action: action, effect: { $0 })
    }
}
