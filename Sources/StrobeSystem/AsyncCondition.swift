internal import Synchronization

/// State behind a lock, with tasks that wait until it meets a condition.
///
/// Changing the state never waits; every waiting task checks again after each change.
package final class AsyncCondition<State: Sendable>: Sendable {
    private struct Guarded: Sendable {
        var state: State
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter: UInt64 = 0
    }

    private let guarded: Mutex<Guarded>

    /// Creates one with its first state.
    package init(_ state: State) {
        guarded = Mutex(Guarded(state: state))
    }

    /// Reads the state.
    package func read<Result: Sendable>(_ body: (State) -> Result) -> Result {
        guarded.withLock { body($0.state) }
    }

    /// Changes the state and wakes the waiting tasks to check it.
    @discardableResult
    package func update<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, waiters) = guarded.withLock { guarded in
            let result = body(&guarded.state)
            return (result, Self.takeWaiters(&guarded))
        }
        // Not under the lock: resuming takes the lock of the task, which a thread that cancels the task holds while the
        // cancellation handler below waits for this lock.
        for waiter in waiters { waiter.resume() }
        return result
    }

    /// Waits until a closure finds what it needs in the state, which it may also remove.
    ///
    /// - Parameter isCancellable: Whether to stop when the task is cancelled.
    /// - Returns: What the closure returned, or `nil` when the task was cancelled before.
    package func wait<Result: Sendable>(
        isCancellable: Bool = true, _ take: (inout State) -> Result?
    ) async -> Result? {
        let id = guarded.withLock { guarded in
            guarded.lastWaiter += 1
            return guarded.lastWaiter
        }
        while !isCancellable || !Task.isCancelled {
            var taken: Result?
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let resumed = guarded.withLock { guarded -> [CheckedContinuation<Void, Never>] in
                        if isCancellable, Task.isCancelled { return [continuation] }
                        taken = take(&guarded.state)
                        guard taken == nil else { return Self.takeWaiters(&guarded) + [continuation] }
                        guarded.waiters[id] = continuation
                        return []
                    }
                    for continuation in resumed { continuation.resume() }
                }
            } onCancel: {
                if isCancellable { guarded.withLock { $0.waiters.removeValue(forKey: id) }?.resume() }
            }
            if let taken { return taken }
        }
        return nil
    }

    /// The same for a limited time.
    ///
    /// - Parameters:
    ///   - limit: How long to wait at most; the state is checked once in any case.
    ///   - clock: What measures that time.
    /// - Returns: What the closure returned, or `nil` when the time was over or the task was cancelled before.
    package func wait<Result: Sendable>(
        within limit: Duration, on clock: any Clock<Duration> = ContinuousClock(), isCancellable: Bool = true,
        _ take: (inout State) -> Result?
    ) async -> Result? {
        let isOver = AtomicFlag()
        let timer = Task {
            guard (try? await clock.sleep(for: limit)) != nil else { return }
            isOver.raise()
            update { _ in }
        }
        defer { timer.cancel() }
        let taken: Result?? = await wait(isCancellable: isCancellable) { state in
            if let taken = take(&state) { return taken }
            return isOver.isUp ? .some(nil) : nil
        }
        return taken ?? nil
    }

    private static func takeWaiters(_ guarded: inout Guarded) -> [CheckedContinuation<Void, Never>] {
        guard !guarded.waiters.isEmpty else { return [] }
        defer { guarded.waiters.removeAll(keepingCapacity: true) }
        return Array(guarded.waiters.values)
    }
}
