public import Strobe
internal import Synchronization

/// Those that need the history of a store share one.
extension History {
    /// Returns the shared history of a store: the existing one, or a new one.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - options: How much a new one keeps, and what is hidden; an existing one keeps its options, and hides that as
    ///     well.
    /// - Returns: The history; the caller calls `release()` when it no longer needs it.
    public static func shared(
        of store: Store<State, Action, Effect>, options: HistoryOptions = HistoryOptions()
    ) -> History {
        Sharing.line.withLock { _ in
            let known = store.observers.lazy.compactMap { ($0 as? LogObserver<State, Action, Effect>)?.history }
            if let history = known.first(where: { $0.retain() }) {
                history.hide(options.redaction)
                return history
            }
            let history = History(store: store, options: options)
            history.users.withLock { $0 = 1 }
            return history
        }
    }

    /// Returns the shared history of a store that cannot be replayed.
    package static func shared(
        observing store: some ObservedStore<State, Action>, options: HistoryOptions = HistoryOptions()
    ) -> History where Effect == Never {
        Sharing.line.withLock { _ in
            let known = store.observers.lazy.compactMap { ($0 as? LogObserver<State, Action, Never>)?.history }
            if let history = known.first(where: { $0.retain() }) {
                history.hide(options.redaction)
                return history
            }
            let history = History(observing: store, options: options)
            history.users.withLock { $0 = 1 }
            return history
        }
    }

    /// Releases a shared history; after the last release, logging stops.
    public func release() {
        let isLast = users.withLock { users in
            users -= 1
            return users == 0
        }
        if isLast { live.uninstall() }
    }

    /// Adds a user.
    ///
    /// - Returns: Whether it is shared; others belong to their creators.
    private func retain() -> Bool {
        users.withLock { users in
            guard users > 0 else { return false }
            users += 1
            return true
        }
    }
}

/// Serialises the creation of histories, so that no two are made of the same store.
private enum Sharing {
    static let line = Mutex(())
}
