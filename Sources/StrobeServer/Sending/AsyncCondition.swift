internal import Synchronization

/// State behind a lock, with tasks that wait until it meets a condition.
///
/// Changing the state never waits; every waiting task checks again after each change.
final class AsyncCondition<State: Sendable>: Sendable {
    private struct Guarded: Sendable {
        var state: State
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter: UInt64 = 0
    }

    private let guarded: Mutex<Guarded>

    init(_ state: State) {
        guarded = Mutex(Guarded(state: state))
    }

    /// Reads the state.
    func read<Result: Sendable>(_ body: (State) -> Result) -> Result {
        guarded.withLock { body($0.state) }
    }

    /// Changes the state and wakes the waiting tasks to check it.
    @discardableResult
    func update<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, waiters) = guarded.withLock { guarded in
            let result = body(&guarded.state)
            return (result, Self.takeWaiters(&guarded))
        }
        for waiter in waiters { waiter.resume() }
        return result
    }

    /// Waits until a closure finds what it needs in the state, which it may also remove.
    ///
    /// - Returns: What the closure returned, or `nil` when the task was cancelled before.
    func wait<Result: Sendable>(_ take: (inout State) -> Result?) async -> Result? {
        let id = guarded.withLock { guarded in
            guarded.lastWaiter += 1
            return guarded.lastWaiter
        }
        while !Task.isCancelled {
            var taken: Result?
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let resumed = guarded.withLock { guarded -> [CheckedContinuation<Void, Never>] in
                        if Task.isCancelled { return [continuation] }
                        taken = take(&guarded.state)
                        guard taken == nil else { return Self.takeWaiters(&guarded) + [continuation] }
                        guarded.waiters[id] = continuation
                        return []
                    }
                    for continuation in resumed { continuation.resume() }
                }
            } onCancel: {
                guarded.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
            }
            if let taken { return taken }
        }
        return nil
    }

    private static func takeWaiters(_ guarded: inout Guarded) -> [CheckedContinuation<Void, Never>] {
        guard !guarded.waiters.isEmpty else { return [] }
        defer { guarded.waiters.removeAll(keepingCapacity: true) }
        return Array(guarded.waiters.values)
    }
}
