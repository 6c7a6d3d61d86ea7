/// An object that is notified when the state of a store has changed, and then reads the state.
///
///     @MainActor final class WidgetList: UpdateListener {
///         var reloads = 0
///
///         func stateUpdated() { reloads += 1 }
///     }
///     let store = Store(initial: 0) { (count: inout Int, step: Int) in count += step }
///     let list = WidgetList()
///     store.addListener(list)  // on the main actor, held weakly
///     store.dispatch(1)
@MainActor
public protocol UpdateListener: AnyObject, Sendable {
    /// Called after a transition was committed.
    func stateUpdated()
}

extension Store {
    /// Calls a listener after each commit, as long as other code keeps it alive.
    ///
    /// - Parameters:
    ///   - listener: What to call; it is held weakly.
    ///   - delivery: When to call it. By the time it is called, the store may have gone on.
    public func addListener(_ listener: some UpdateListener, on delivery: MainActorDelivery = .mainActor) {
        let liveness = Liveness()
        let send: @Sendable (Void, DispatchDepth) -> Void = delivery.place.linkedSender(
            while: liveness, MainActorDelivery.isolated { [weak listener] _ in listener?.stateUpdated() })
        let subscriber = Subscriber<State>(
            liveness: liveness, isElsewhere: true, begin: { _ in },
            receive: { [weak self, weak listener] _, link in
                guard listener != nil else {
                    liveness.turnOff()
                    self?.removeSilent()
                    return
                }
                send((), link)
            }, end: {})
        submit(.init(work: .subscriber(subscriber)))
    }

    /// Removes the subscribers that must no longer be called.
    private func removeSilent() {
        _ = locked { core in
            backlog.subscribers.removeAll { !$0.liveness.isOn }
            core.pointee.hasSubscribers = !backlog.subscribers.isEmpty
        }
    }
}
