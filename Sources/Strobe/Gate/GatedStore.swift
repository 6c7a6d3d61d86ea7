/// A store that can hold actions before it reduces them.
///
/// All stores of this library are such stores. To begin with there is no keeper, and nothing is held. With one, no
/// thread ever waits: an action that is held is put aside and the dispatch returns. What comes while actions are held
/// waits behind them, in order. States that replace the current one, and subscriptions, are never held.
///
/// A function that lets actions go may have to reduce them, and call subscribers and effect handlers, on the current
/// thread before it returns.
package protocol GatedStore<State, Action>: AnyObject, Sendable {
    /// The inspected state.
    associatedtype State: Sendable
    /// The type of its actions.
    associatedtype Action: Sendable
    /// An action with what the store needs to reduce it later.
    associatedtype Item: Holdable where Item.Action == Action

    /// Changes the gate under the store's lock, and sees to it that what may go then is reduced.
    ///
    /// - Returns: What the closure returns; `nil`, and nothing was changed, where the store cannot be called now.
    func changeGate<Result: Sendable>(_ change: (inout Gate<State, Item>) -> Result) -> Result?

    /// Notifies the observers of dropped actions.
    func tellObserver(dropped actions: [HeldAction<Action>])

    /// Called before a keeper is set.
    func prepareForKeeper()

    /// Waits until the actions that were let go are reduced, where that does not happen on the thread that let them go.
    func settled() async
}

extension GatedStore {
    /// Does nothing.
    package func prepareForKeeper() {}

    /// Returns at once: they are reduced on the thread that let them go.
    package func settled() async {}

    /// Sets the keeper that decides what is held, replacing any earlier one.
    ///
    /// - Parameter keeper: Is also asked about actions that are already held. With `nil` all held actions are reduced,
    ///   and no action is held any more.
    package func setGateKeeper(_ keeper: (any GateKeeper<State, Action>)?) {
        if keeper != nil { prepareForKeeper() }
        // The old one ends without the lock.
        _ = changeGate { $0.setKeeper(keeper) }
    }

    /// The first held actions, in the order in which they will be reduced.
    ///
    /// Those whose effect was cancelled, or that were withdrawn, are not among them.
    ///
    /// - Parameter count: How many at most.
    /// - Complexity: O(`count`) under the store's lock, and O(*n*) where some of them can be withdrawn.
    package func held(first count: Int) -> [HeldAction<Action>] {
        look { $0.first(count) } ?? []
    }

    /// All held actions, in the order in which they will be reduced.
    package var held: [HeldAction<Action>] { held(first: .max) }

    /// How many actions are held.
    package var heldCount: Int { look { $0.count } ?? 0 }

    /// Lets the first of the held actions go, without asking the keeper; then the keeper is asked again about the
    /// others, in order, until it holds one.
    ///
    /// - Parameter count: How many. One that is not reduced in the end, because it names another number than the
    ///   present or was withdrawn, does not count.
    package func release(_ count: Int) {
        _ = changeGate { $0.release(count) }
    }

    /// Asks the keeper again about the held actions, in order, until it holds one.
    package func recheckHeld() {
        _ = changeGate { $0.recheck() }
    }

    /// Drops held actions: they are never reduced, and a caller that waits for one gets the error `cancelled`.
    ///
    /// - Parameter ids: Their numbers at the gate.
    /// - Returns: The numbers of those that were held and are not any more, in order.
    @discardableResult
    package func dropHeld(_ ids: Set<Int>) -> [Int] {
        let dropped = look { $0.drop(ids) } ?? []
        guard !dropped.isEmpty else { return [] }
        // First the observer: a caller that learns that an action was dropped finds that in the log.
        tellObserver(dropped: dropped.compactMap(\.action))
        for (_, item, _) in dropped { item.refuse(.dropped(item.actionName)) }
        return dropped.map(\.id)
    }

    /// Replaces a held action, which keeps its place, its number and its origin; observers get the label of the
    /// dispatched action.
    ///
    /// - Parameter words: The action that was dispatched, in words; its name if there are none. What it was to begin
    ///   with counts where it is replaced again.
    /// - Returns: Whether the action was held.
    @discardableResult
    package func replaceHeld(_ id: Int, with action: Action, from words: String? = nil) -> Bool {
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
