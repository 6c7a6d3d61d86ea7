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

    /// Sets the keeper that decides what is held, replacing any earlier one.
    ///
    /// - Parameter keeper: Is also asked about actions that are already held. With `nil` all held actions are reduced,
    ///   and no action is held any more.
    func setGateKeeper(_ keeper: (any GateKeeper<State, Action>)?)

    /// The first held actions, in the order in which they will be reduced.
    ///
    /// Those whose effect was cancelled, or that were withdrawn, are not among them.
    ///
    /// - Parameter count: How many at most.
    /// - Complexity: O(`count`) under the store's lock, and O(*n*) where some of them can be withdrawn.
    func held(first count: Int) -> [HeldAction<Action>]

    /// How many actions are held.
    var heldCount: Int { get }

    /// Lets the first of the held actions go, without asking the keeper; then the keeper is asked again about the
    /// others, in order, until it holds one.
    ///
    /// - Parameter count: How many. One that is not reduced in the end, because it names another number than the
    ///   present or was withdrawn, does not count.
    func release(_ count: Int)

    /// Asks the keeper again about the held actions, in order, until it holds one.
    func recheckHeld()

    /// Waits until the actions that were let go are reduced, where that does not happen on the thread that let them go.
    func settled() async

    /// Drops held actions: they are never reduced, and a caller that waits for one gets the error `cancelled`.
    ///
    /// - Parameter ids: Their numbers at the gate.
    /// - Returns: The numbers of those that were held and are not any more, in order.
    @discardableResult
    func dropHeld(_ ids: Set<Int>) -> [Int]

    /// Replaces a held action, which keeps its place, its number and its origin; observers get the label of the
    /// dispatched action.
    ///
    /// - Parameter words: The action that was dispatched, in words; its name if there are none. What it was to begin
    ///   with counts where it is replaced again.
    /// - Returns: Whether the action was held.
    @discardableResult
    func replaceHeld(_ id: Int, with action: Action, from words: String?) -> Bool
}

extension GatedStore {
    /// Returns at once: they are reduced on the thread that let them go.
    package func settled() async {}

    /// All held actions, in the order in which they will be reduced.
    package var held: [HeldAction<Action>] { held(first: .max) }

    /// Replaces a held action; observers get the label of the dispatched one.
    ///
    /// - Returns: Whether the action was held.
    @discardableResult
    package func replaceHeld(_ id: Int, with action: Action) -> Bool {
        replaceHeld(id, with: action, from: nil)
    }
}
