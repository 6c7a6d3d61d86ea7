internal import Synchronization

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
        let part = LazyComposition(self)
        return Reduce(hasOwners: Self.hasEffects, machines: []) { parent, parentAction, owners in
            guard let own = action.extract(parentAction),
                let index = parent[keyPath: elements].firstIndex(where: { $0.id == own.id })
            else { return [] }
            return try part.value.reduce(
                &parent[keyPath: elements][index], own.action, for: owners, at: find(own.id, in: elements, from: index),
                canGo: true
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
        let part = LazyComposition(self)
        return Reduce(hasOwners: Self.hasEffects, machines: []) { parent, parentAction, owners in
            guard let own = action.extract(parentAction), let index = parent[keyPath: elements].index(forKey: own.id)
            else { return [] }
            return try part.value.reduce(
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

/// Finds an element by its id, beginning where it was found last: most of the others have moved as far as it has, if at all.
private func find<Parent, Element: Identifiable & Sendable>(
    _ id: Element.ID, in elements: any KeyPath<Parent, [Element]> & Sendable, from index: Int
) -> @Sendable (Parent) -> Element? where Element.ID: Sendable {
    let place = LastPlace(index)
    return { parent in
        let all = parent[keyPath: elements]
        guard let index = all.index(of: id, near: place.index.load(ordering: .relaxed)) else { return nil }
        place.index.store(index, ordering: .relaxed)
        return all[index]
    }
}

private final class LastPlace: Sendable {
    let index: Atomic<Int>

    init(_ index: Int) {
        self.index = Atomic(index)
    }
}

extension Array where Element: Identifiable {
    /// The index of an element, which takes time in proportion to its distance from a place.
    fileprivate func index(of id: Element.ID, near place: Int) -> Int? {
        let start = Swift.min(place, count - 1)
        guard start >= 0 else { return nil }
        for distance in 0...Swift.max(start, count - 1 - start) {
            let (before, after) = (start - distance, start + distance)
            if before >= 0, self[before].id == id { return before }
            if after < count, self[after].id == id { return after }
        }
        return nil
    }
}
