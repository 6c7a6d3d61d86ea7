internal import Dispatch
internal import Synchronization

/// When a slice of long work has to make way for others on the debug thread.
struct Slice {
    /// How long one slice may hold up others.
    private static var time: DispatchTimeInterval { .milliseconds(5) }
    private let end = DispatchTime.now() + Self.time

    /// Whether the slice is over; costs a look at the clock.
    var isOver: Bool { DispatchTime.now() >= end }
}

extension History {
    /// Does long work on the debug thread, a few milliseconds at a time, so that others are not held up.
    ///
    /// - Parameters:
    ///   - start: How far the work is to begin with; whatever it needs between two slices.
    ///   - body: Goes on until the slice is over or the work done; `nil` for more to do. The log may have grown, and its
    ///     beginning may be gone, since the slice before.
    /// - Throws: What the body returns as failure, `cancelled` when the task is cancelled, and `ended`.
    func sliced<Progress: Sendable, Result: Sendable>(
        _ start: Progress,
        _ body:
            @escaping @Sendable (Shadow<State, Action, Effect>, inout Progress, Slice) ->
            Swift.Result<Result?, HistoryError>
    ) async throws(HistoryError) -> Result {
        let work = SlicedWork(start)
        while true {
            guard !Task.isCancelled else { throw HistoryError(.cancelled, "the question was cancelled") }
            let result = try await thread.run { shadow in
                work.progress.withLock { body(shadow, &$0, Slice()) }
            }
            if let result { return result }
        }
    }
}

/// Where long work stands between two slices; in one place, because a copy of a state in it would cost the next slice a
/// copy-on-write.
private final class SlicedWork<Progress: Sendable>: Sendable {
    let progress: Mutex<Progress>

    init(_ progress: Progress) {
        self.progress = Mutex(progress)
    }
}
