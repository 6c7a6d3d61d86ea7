/// When a subscriber that belongs to the main actor is called there.
///
///     @MainActor final class Label { var text = "" }
///     let label = Label()
///     let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
///     let subscription = store.subscribe(on: .mainActor) { sum in label.text = "\(sum)" }
///     store.dispatch(5)  // on the main actor, the label says 5 when this returns
public struct MainActorDelivery: Sendable {
    @usableFromInline let place: Delivery

    /// Before a dispatch on the main actor returns, or soon after if the state is committed elsewhere.
    ///
    /// Either way the calls come one at a time, in the order of the commits. What a subscriber dispatches is reduced
    /// after that.
    public static let mainActor = MainActorDelivery(
        place: Delivery(enqueue: { job in Task { @MainActor in job() } }, isHere: { MainQueue.isCurrent }))

    /// When a function runs what it is given, such as a queue of jobs that a test runs by hand.
    ///
    /// - Parameter enqueue: Runs each job once, now or later. Each subscriber has at most one waiting job; the order of
    ///   its calls does not depend on the order in which jobs run.
    public static func custom(
        _ enqueue: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
    ) -> MainActorDelivery {
        MainActorDelivery(place: .custom { job in enqueue { job() } })
    }
}

extension MainActorDelivery {
    /// A closure of the main actor as one that a delivery to the main actor may call.
    @usableFromInline
    static func isolated<Value: Sendable>(
        _ body: @escaping @MainActor (Value) -> Void
    ) -> @Sendable (Value) -> Void {
        { value in MainActor.assumeIsolated { body(value) } }
    }
}
