/// A store that has its gate behind a lock of its own: what every store of this library does for `GatedStore`.
protocol GateOwner: GatedStore {
    associatedtype Item: Holdable where Item.Action == Action

    /// Changes the gate under the store's lock, and sees to it that what may go then is reduced.
    ///
    /// - Returns: What the closure returns; `nil`, and nothing was changed, where the store cannot be called now.
    func changeGate<Result: Sendable>(_ change: (inout Gate<State, Item>) -> Result) -> Result?

    /// Notifies the observer of dropped actions, if there is one.
    func tellObserver(dropped actions: [HeldAction<Action>])
}

extension GateOwner {
    /// Sets the keeper that decides what is held, replacing any earlier one.
    package func setGateKeeper(_ keeper: (any GateKeeper<State, Action>)?) {
        // The old one ends without the lock.
        _ = changeGate { $0.setKeeper(keeper) }
    }

    /// The first held actions, in the order in which they will be reduced.
    package func held(first count: Int) -> [HeldAction<Action>] {
        look { $0.first(count) } ?? []
    }

    /// How many actions are held.
    package var heldCount: Int { look { $0.count } ?? 0 }

    /// Releases the first of the held actions, without asking the keeper.
    package func release(_ count: Int) {
        _ = changeGate { $0.release(count) }
    }

    /// Asks the keeper again about the held actions, in order, until it holds one.
    package func recheckHeld() {
        _ = changeGate { $0.recheck() }
    }

    /// Drops held actions, and notifies the callers that wait for them.
    package func dropHeld(_ ids: Set<Int>) -> [Int] {
        let dropped = look { $0.drop(ids) } ?? []
        guard !dropped.isEmpty else { return [] }
        // First the observer: a caller that learns that an action was dropped finds that in the log.
        tellObserver(dropped: dropped.compactMap(\.action))
        for (_, item, _) in dropped { item.refuse(.dropped(item.actionName)) }
        return dropped.map(\.id)
    }

    /// Replaces a held action.
    package func replaceHeld(_ id: Int, with action: Action, from words: String?) -> Bool {
        // The old one ends without the lock.
        let old = look { $0.replace(id, with: action, from: words) } ?? nil
        return old != nil
    }

    /// Looks at the gate without the withdrawn actions.
    private func look<Result: Sendable>(_ look: (inout Gate<State, Item>) -> Result) -> Result? {
        let seen = changeGate { gate in
            (takenBack: gate.prune(), result: look(&gate))
        }
        for item in seen?.takenBack ?? [] { item.refuse(.takenBack) }
        return seen?.result
    }
}
