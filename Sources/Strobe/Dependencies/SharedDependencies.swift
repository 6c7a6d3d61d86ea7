/// The dependencies of one store, as everything has them that works for it.
@usableFromInline
final class SharedDependencies: Sendable {
    private let contents = Protected(Dependencies())
    /// The store that this one is a part of.
    private let whole = Protected<SharedDependencies?>(nil)

    var current: Dependencies {
        get { whole.withLock { $0 }?.current ?? contents.withLock { $0 } }
        set {
            if let whole = whole.withLock({ $0 }) { return whole.current = newValue }
            // What was there ends without the lock: it may come back here.
            var other = newValue
            contents.withLock { swap(&$0, &other) }
        }
    }

    /// Has those of another store from now on.
    func follow(_ other: SharedDependencies) {
        whole.withLock { $0 = other }
    }
}
