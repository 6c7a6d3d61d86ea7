internal import StrobeSystem
internal import StrobeTree
internal import Synchronization

extension History {
    /// Does long work on the debug thread, a few milliseconds at a time, so that others are not delayed.
    ///
    /// - Parameters:
    ///   - start: The initial progress; whatever it needs between two slices.
    ///   - isCancellable: Whether it ends when the task is cancelled.
    ///   - body: Continues until the slice is over or the work done; returns `nil` if there is more to do. Since the
    ///     slice before, the log may have grown and its beginning may be gone.
    /// - Throws: What the body throws, `cancelled` when the task is cancelled, and `ended`.
    func sliced<Progress: Sendable, Result: Sendable>(
        _ start: Progress, isCancellable: Bool = true,
        _ body:
            @escaping @Sendable (Replica<State, Action, Effect>, inout Progress, TimeSlice) throws(HistoryError) ->
            Result?
    ) async throws(HistoryError) -> Result {
        try await sliced(SlicedWork(start), isCancellable: isCancellable, body) {}
    }

    /// The same for work with parts that may take longer than a slice: these are done between two slices, on another
    /// thread.
    func sliced<Progress: LongWork, Result: Sendable>(
        _ start: Progress,
        _ body:
            @escaping @Sendable (Replica<State, Action, Effect>, inout Progress, TimeSlice) throws(HistoryError) ->
            Result?
    ) async throws(HistoryError) -> Result {
        let work = SlicedWork(start)
        return try await sliced(work, body) { () throws(HistoryError) in
            guard work.progress.withLock({ $0.isLong }) else { return }
            try await self.aside { meter throws(HistoryError) in
                try work.progress.withLock { progress throws(HistoryError) in try progress.goOn(meter) }
            }
        }
    }

    private func sliced<Progress: Sendable, Result: Sendable>(
        _ work: SlicedWork<Progress>, isCancellable: Bool = true,
        _ body:
            @escaping @Sendable (Replica<State, Action, Effect>, inout Progress, TimeSlice) throws(HistoryError) ->
            Result?,
        between: () async throws(HistoryError) -> Void
    ) async throws(HistoryError) -> Result {
        while true {
            guard !isCancellable || !Task.isCancelled else { throw .cancelled }
            let result = try await thread.run { replica throws(HistoryError) in
                try work.progress.withLock { progress throws(HistoryError) in
                    try body(replica, &progress, TimeSlice())
                }
            }
            if let result { return result }
            try await between()
        }
    }

    /// Does what may be too long for a slice on its own thread, which delays nothing.
    ///
    /// No reducer runs there: the store knows one thread that replays, and a thread that has ended may have given its
    /// number to one of the program's.
    ///
    /// - Parameter body: A closure with a meter that stops it when the task is cancelled or it takes too many steps.
    func aside<Result: Sendable>(
        _ body: @escaping @Sendable (WorkMeter) throws(HistoryError) -> Result
    ) async throws(HistoryError) -> Result {
        let isCancelled = AtomicFlag()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                (continuation: CheckedContinuation<Swift.Result<Result, HistoryError>, Never>) in
                DebugThread<Void>.detach(name: "strobe.question") {
                    let meter = WorkMeter(limit: WorkMeter.stepsOfAnswer) { isCancelled.isUp }
                    continuation.resume(
                        returning: Swift.Result { () throws(HistoryError) in try body(meter) })
                }
            }
        } onCancel: {
            isCancelled.raise()
        }
        return try result.get()
    }
}

/// The progress of long work between two slices; in one place, because a copy of a state in it would cost the next
/// slice a copy-on-write.
private final class SlicedWork<Progress: Sendable>: Sendable {
    let progress: Mutex<Progress>

    init(_ progress: Progress) {
        self.progress = Mutex(progress)
    }
}
