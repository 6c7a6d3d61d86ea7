internal import Synchronization

/// What stands for the store's lock where the store is of another make: the number of its last transition.
final class ForeignWriter: Sendable {
    let seq = Mutex(0)

    /// The way to the present state.
    ///
    /// The store is asked for it without our lock: it may hold a lock of its own while it appends.
    func live<State: Sendable>(present: (@Sendable () -> State)?) -> LiveStore<State> {
        LiveStore(
            isExact: false, tells: present != nil,
            snapshot: { [self] in
                guard let present else { return nil }
                for _ in 0..<8 {
                    let before = seq.withLock { $0 }
                    let state = present()
                    if seq.withLock({ $0 }) == before { return (before, state) }
                }
                return nil
            },
            betweenTransitions: { [self] body in seq.withLock { _ in body() } }, refuseThisThread: {}, uninstall: {},
            setMeasuring: { _ in })
    }
}
