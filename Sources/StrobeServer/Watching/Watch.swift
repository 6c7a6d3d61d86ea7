/// A value that a server watches: with it, the program says that the value changed.
///
///     let cache = Mutex(["a": 1])
///     let watch = server.watch("cache") { cache.withLock { $0 } }
///     cache.withLock { $0["b"] = 2 }
///     watch.changed()
///
/// Nothing has to be said: the value is also read at intervals while a client is attached.
public final class Watch<Value: Sendable>: Sendable {
    let watch: ValueWatch<Value, Never>

    init(_ watch: ValueWatch<Value, Never>) {
        self.watch = watch
    }

    /// Says that the value changed: it is read soon, on another thread.
    ///
    /// Costs some nanoseconds while no server runs. What changes until then is one entry of the log.
    public func changed() { watch.refresh() }

    /// Says what the value is now, for an entry of its own.
    ///
    /// - Parameters:
    ///   - value: The value. May be called under the lock that protects it, so that no change comes before another.
    ///   - what: What changed, in a few words for the log; `change` if absent.
    public func changed(to value: Value, _ what: String? = nil) {
        guard watch.target.core.listens else { return }
        watch.place(value, note: what)
    }
}
