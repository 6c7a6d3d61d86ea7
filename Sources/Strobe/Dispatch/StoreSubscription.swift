import Synchronization

/// The life of a subscription: it ends with `cancel()` or with the last reference to this object.
///
///     let store = Store(initial: 0) { (sum: inout Int, number: Int) in sum += number }
///     let sums = Mutex<[Int]>([])
///     let subscription = store.subscribe { sum in sums.withLock { $0.append(sum) } }
///     store.dispatch(1)
///     subscription.cancel()
///     store.dispatch(1)  // sums are [1]
public final class StoreSubscription: Sendable {
    private let isCancelled = Atomic<Bool>(false)
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit { cancel() }

    /// Ends the subscription; no call begins after it returns.
    ///
    /// May be called more than once, from any thread.
    public func cancel() {
        guard !isCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        end()
    }
}
