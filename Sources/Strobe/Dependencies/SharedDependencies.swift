/// The dependencies of one store, as everything has them that works for it.
@usableFromInline
final class SharedDependencies: Sendable {
    private let contents = Protected(Dependencies())

    var current: Dependencies {
        get { contents.withLock { $0 } }
        set {
            // What was there ends without the lock: it may come back here.
            var other = newValue
            contents.withLock { swap(&$0, &other) }
        }
    }
}
