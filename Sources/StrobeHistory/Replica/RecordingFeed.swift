/// The transitions of a history for a recorder: from one number on, in order, with every gap reported.
///
/// Its reader pulls: nothing is queued for a slow one, and the program never waits for one. The changes of each
/// transition are computed one by one while there is time for that, or of many at once for a reader that is far behind.
/// What is dropped from the log before it was read is reported as a gap.
///
/// A feed counts as attached, and has one reader.
public final class RecordingFeed<State: Sendable, Action: Sendable, Effect: Sendable>: Sendable {
    /// The number after which it begins.
    public let startSeq: Int
    private let id: Int
    private let thread: DebugThread<Replica<State, Action, Effect>>

    init(id: Int, startSeq: Int, notes: Int, thread: DebugThread<Replica<State, Action, Effect>>) {
        self.id = id
        self.startSeq = startSeq
        self.thread = thread
        thread.post { $0?.addRecording(id, from: startSeq, notes: notes) }
    }

    deinit {
        thread.post { [id] in $0?.removeRecording(id) }
    }

    /// The next transitions, as soon as there are any.
    ///
    /// - Returns: What happened since, as `read()` gives it; `nil` at the end.
    public func next() async -> [RecordingItem<State, Action, Effect>]? {
        while let items = await read() {
            if !items.isEmpty { return items }
            await wait()
        }
        return nil
    }

    /// The next transitions that are there, without waiting for any.
    ///
    /// - Returns: What happened since, or nothing; at most 4,096 transitions, and no more than a few milliseconds of
    ///   the debug thread. `nil` at the end: when everything was read that was there at `end()`, or the history is
    ///   gone.
    public func read() async -> [RecordingItem<State, Action, Effect>]? {
        let items = try? await thread.run { [id] in $0.read(id, TimeSlice()) }
        return items ?? nil
    }

    /// Waits until there is something to read, or the end has come.
    public func wait() async {
        _ = await withCheckedContinuation { (reader: CheckedContinuation<HistoryUpdate?, Never>) in
            thread.post { [id] replica in
                guard let replica else { return reader.resume(returning: nil) }
                replica.nextForRecording(id, reader)
            }
        }
    }

    /// The state that all that was read leads to; `nil` if none is known.
    ///
    /// The caller lets go of it soon: while it is kept, the debug thread copies what changes.
    public func state() async -> (seq: Int, state: State)? {
        let point = try? await thread.run { [id] replica in replica.recordedState(id) }
        return point ?? nil
    }

    /// Has the feed end with what happened until now.
    public func end() {
        thread.post { [id] in $0?.endRecording(id) }
    }
}
