public import Strobe
internal import Synchronization

/// A store keeps one observer: those who want to know of it share its history.
extension History {
    /// The history of a store that others use as well: the one that there is, or a new one.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - options: How much a new one keeps, and what is hidden; one that there is goes on as it is, and hides that as well.
    /// - Returns: The history; whoever asked for it calls `release()` when he needs it no more.
    public static func shared(
        of store: Store<State, Action, Effect>, options: HistoryOptions = HistoryOptions()
    ) -> History {
        Sharing.line.withLock { _ in
            if let known = store.observer as? LogObserver<State, Action, Effect>, let history = known.history,
                history.retain()
            {
                history.hide(options.redaction)
                return history
            }
            let history = History(store: store, options: options)
            history.users.withLock { $0 = 1 }
            return history
        }
    }

    /// The history of a store that cannot be replayed; otherwise as for others.
    public static func shared(
        observing store: some ObservedStore<State, Action>, options: HistoryOptions = HistoryOptions()
    ) -> History where Effect == Never {
        Sharing.line.withLock { _ in
            if let known = store.observer as? LogObserver<State, Action, Never>, let history = known.history,
                history.retain()
            {
                history.hide(options.redaction)
                return history
            }
            let history = History(observing: store, options: options)
            history.users.withLock { $0 = 1 }
            return history
        }
    }

    /// Needs a shared history no more; when nobody does, nothing is logged any more.
    public func release() {
        let isLast = users.withLock { users in
            users -= 1
            return users == 0
        }
        if isLast { live.uninstall() }
    }

    /// Uses it as well.
    ///
    /// - Returns: Whether it is shared; others belong to whoever made them.
    private func retain() -> Bool {
        users.withLock { users in
            guard users > 0 else { return false }
            users += 1
            return true
        }
    }
}

/// Sees to it that no two make a history of the same store at the same time, one in place of the other.
private enum Sharing {
    static let line = Mutex(())
}
