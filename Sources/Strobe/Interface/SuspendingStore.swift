/// A store whose reducer may be suspended, or a part of any store.
protocol SuspendingStore {
    /// What makes the store's reductions, as they know it; `nil` if its reducer is never suspended.
    var reductionOwner: ObjectIdentifier? { get }
}

extension ScopedStore: SuspendingStore {
    var reductionOwner: ObjectIdentifier? { (source.root as? any SuspendingStore)?.reductionOwner }
}

extension StoreProtocol {
    /// Whether the current task reduces for this store, so that no state comes as long as it waits; that is reported.
    var isAwaitedByItsReducer: Bool {
        guard ReductionContext.current != nil, let store = self as? any SuspendingStore else { return false }
        return ReductionContext.refusalToWait(
            for: store.reductionOwner,
            (
                "states of its own store",
                "the sequence has ended. Use the state that is passed in, and return the one that follows."
            )) != nil
    }
}
