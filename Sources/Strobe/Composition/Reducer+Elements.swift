extension Reducer {
    /// Turns a reducer of one element into a reducer of all; an action for an element that is not there changes
    /// nothing.
    ///
    ///     struct Entry: Identifiable, Sendable {
    ///         let id: Int
    ///         var isDone = false
    ///     }
    ///     struct List: Sendable { var entries = [Entry(id: 1), Entry(id: 2)] }
    ///     let finish = Reduce<Entry, Bool, String> { entry, isDone in
    ///         entry.isDone = isDone
    ///         return ["save"]
    ///     }
    ///     let list = finish.forEach(\List.entries, action: .whole) { id, effect in "\(effect) \(id)" }
    ///     let store = Store(initial: List(), reducer: list)
    ///     store.dispatch(ElementAction(id: 2, action: true))
    ///
    /// The element is changed in place. Finding it takes time in proportion to the number of elements. Its effects belong
    /// to it: those that run when the element is removed are cancelled.
    ///
    /// - Parameters:
    ///   - elements: The elements; with equal ids, the first one is meant.
    ///   - action: The case of the whole's actions that are meant for an element.
    ///   - effect: Makes an effect of an element one of the whole.
    public func forEach<Parent: Sendable, ParentAction: Sendable, ParentEffect: Sendable>(
        _ elements: any WritableKeyPath<Parent, [State]> & Sendable,
        action: CasePath<ParentAction, ElementAction<State.ID, Action>>,
        effect: @escaping @Sendable (State.ID, Effect) -> ParentEffect
    ) -> Reduce<Parent, ParentAction, ParentEffect> where State: Identifiable, State.ID: Sendable {
        let part = composition
        return Reduce(hasOwners: true, machines: []) { parent, parentAction, owners in
            guard let own = action.extract(parentAction),
                let index = parent[keyPath: elements].firstIndex(where: { $0.id == own.id })
            else { return [] }
            return try part.reduce(
                &parent[keyPath: elements][index], own.action, for: owners,
                at: { $0[keyPath: elements].element(own.id, near: index) }, canGo: true
            ).map { effect(own.id, $0) }
        }
    }

    /// Turns a reducer of one element, whose effects are of the whole's type, into a reducer of all.
    public func forEach<Parent: Sendable, ParentAction: Sendable>(
        _ elements: any WritableKeyPath<Parent, [State]> & Sendable,
        action: CasePath<ParentAction, ElementAction<State.ID, Action>>
    ) -> Reduce<Parent, ParentAction, Effect> where State: Identifiable, State.ID: Sendable {
        forEach(elements, action: action) { _, effect in effect }
    }

    /// Turns a reducer of one value of a dictionary into a reducer of all, by key; finding one takes constant time.
    public func forEach<Parent: Sendable, ParentAction: Sendable, ParentEffect: Sendable, Key: Hashable & Sendable>(
        _ elements: any WritableKeyPath<Parent, [Key: State]> & Sendable,
        action: CasePath<ParentAction, ElementAction<Key, Action>>,
        effect: @escaping @Sendable (Key, Effect) -> ParentEffect
    ) -> Reduce<Parent, ParentAction, ParentEffect> {
        let part = composition
        return Reduce(hasOwners: true, machines: []) { parent, parentAction, owners in
            guard let own = action.extract(parentAction), let index = parent[keyPath: elements].index(forKey: own.id)
            else { return [] }
            return try part.reduce(
                &parent[keyPath: elements].values[index], own.action, for: owners,
                at: { $0[keyPath: elements][own.id] }, canGo: true
            ).map { effect(own.id, $0) }
        }
    }

    /// Turns a reducer of one value of a dictionary, whose effects are of the whole's type, into a reducer of all, by
    /// key.
    public func forEach<Parent: Sendable, ParentAction: Sendable, Key: Hashable & Sendable>(
        _ elements: any WritableKeyPath<Parent, [Key: State]> & Sendable,
        action: CasePath<ParentAction, ElementAction<Key, Action>>
    ) -> Reduce<Parent, ParentAction, Effect> {
        forEach(elements, action: action) { _, effect in effect }
    }
}

extension Array where Element: Identifiable {
    /// The element with an id, that mostly is where it was.
    fileprivate func element(_ id: Element.ID, near index: Int) -> Element? {
        if index < count, self[index].id == id { return self[index] }
        return first { $0.id == id }
    }
}
