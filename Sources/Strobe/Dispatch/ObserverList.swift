/// The observers of a store.
struct ObserverList<State: Sendable, Action: Sendable, Effect: Sendable> {
    typealias Observer = StoreObserver<State, Action, Effect>

    private(set) var all: [Observer] = []

    /// What the store calls: the only observer, or one that calls all; `nil` if there is none.
    private(set) var combined: Observer?

    mutating func add(_ observer: Observer) {
        guard !all.contains(where: { $0 === observer }) else { return }
        all.append(observer)
        combine()
    }

    /// Takes an observer out.
    ///
    /// - Returns: Whether it was in.
    mutating func remove(_ observer: Observer) -> Bool {
        guard let index = all.firstIndex(where: { $0 === observer }) else { return false }
        all.remove(at: index)
        combine()
        return true
    }

    private mutating func combine() {
        combined = all.count > 1 ? ObserverGroup(all) : all.first
    }
}

/// Calls several observers in the order in which they were installed.
///
/// `@unchecked Sendable`, as a subclass has to repeat: its only property is constant and `Sendable`.
private final class ObserverGroup<State: Sendable, Action: Sendable, Effect: Sendable>:
    StoreObserver<State, Action, Effect>, @unchecked Sendable
{
    private let observers: [StoreObserver<State, Action, Effect>]

    init(_ observers: [StoreObserver<State, Action, Effect>]) {
        self.observers = observers
    }

    override func didReduce(_ action: Action, effects: [Effect], info: TransitionInfo, state: () -> State) {
        for observer in observers { observer.didReduce(action, effects: effects, info: info, state: state) }
    }

    override func didReject(_ action: Action, reason: String, info: TransitionInfo, state: () -> State) {
        for observer in observers { observer.didReject(action, reason: reason, info: info, state: state) }
    }

    override func didRestore(_ state: State, note: String?, info: TransitionInfo) {
        for observer in observers { observer.didRestore(state, note: note, info: info) }
    }

    override func didEndReplay(_ state: State) {
        for observer in observers { observer.didEndReplay(state) }
    }

    override func didDrop(_ actions: [HeldAction<Action>]) {
        for observer in observers { observer.didDrop(actions) }
    }

    override func didUninstall() {
        for observer in observers { observer.didUninstall() }
    }
}
