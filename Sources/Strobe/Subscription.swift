import Synchronization

/// The life of a subscription: it ends with `cancel()` or with the last reference to this object.
public final class Subscription: Sendable {
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
