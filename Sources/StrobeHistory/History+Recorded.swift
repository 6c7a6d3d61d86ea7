internal import Synchronization

extension History {
    /// Makes the history of a log that was written down: states come from the nearest one that was written whole, and the
    /// entries after it.
    ///
    /// - Parameters:
    ///   - log: The log, which is read as far as it is asked for.
    ///   - initial: The state that it begins with.
    ///   - options: How many states to keep, and in how many bytes; the log itself is not kept.
    public convenience init(
        recorded log: some RecordedLog<State, Action, Effect>, initial: State,
        options: HistoryOptions = HistoryOptions()
    ) {
        self.init(pages: LogPages(log), base: log.baseSeq, initial: initial, options: options)
    }

    /// Tells those who look on that a recorded log has grown.
    ///
    /// - Parameter notes: The remarks that came.
    public func recordedLogDidGrow(notes: [LogNote] = []) {
        for note in notes { self.notes.tell(note) }
        thread.post { _ in }
    }
}
