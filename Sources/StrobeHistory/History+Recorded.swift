internal import Synchronization

extension History {
    /// Creates the history of a recorded log: states come from the nearest one recorded whole, and the entries after
    /// it.
    ///
    /// - Parameters:
    ///   - log: The log, which is read as needed.
    ///   - initial: The state that it begins with.
    ///   - options: How many states to keep, and in how many bytes; the log itself is not kept.
    public convenience init(
        recorded log: some RecordedLog<State, Action, Effect>, initial: State,
        options: HistoryOptions = HistoryOptions()
    ) {
        self.init(pages: LogPages(log), base: log.baseSeq, initial: initial, options: options)
    }

    /// Notifies followers that a recorded log has grown.
    ///
    /// - Parameter notes: The new remarks.
    public func recordedLogDidGrow(notes: [LogNote] = []) {
        for note in notes { self.notes.tell(note) }
        thread.post { _ in }
    }
}
