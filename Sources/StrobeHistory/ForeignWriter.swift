internal import Synchronization

/// The substitute for the store's lock if the store is foreign: the number of its last transition.
final class ForeignWriter: Sendable {
    let seq = Mutex(0)

    /// Access to the current state.
    ///
    /// The store is called without holding this lock: it may hold its own lock while it appends.
    func live<State: Sendable>(present: (@Sendable () -> State)?) -> LiveStore<State> {
        LiveStore(
            isExact: false, reportsState: present != nil,
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
