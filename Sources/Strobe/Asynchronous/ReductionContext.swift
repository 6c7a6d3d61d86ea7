/// The reduction that a task works for, so that the reducer need not know it.
///
/// Late work waits here until the reduction is committed: one that is cancelled leaves nothing behind.
final class ReductionContext: Sendable {
    @TaskLocal static var current: ReductionContext?

    private enum Progress {
        case open([@Sendable () -> Void])
        case committed
        case dropped
    }

    /// The store whose reduction it is.
    let owner: ObjectIdentifier
    /// The hash value of the task that reduces: tasks that it starts have the context as well, but do not reduce.
    private let task = withUnsafeCurrentTask { $0?.hashValue }
    /// The number that the transition is going to have.
    let seq: Int
    /// The depth of actions that are sent in answer to the action.
    let answers: DispatchDepth
    private let progress = Protected(Progress.open([]))
    private let report: @Sendable (StoreError) -> Void

    /// - Parameter report: Reports a fault of the reducer.
    init(
        owner: ObjectIdentifier, seq: Int, answers: DispatchDepth, report: @escaping @Sendable (StoreError) -> Void
    ) {
        self.owner = owner
        self.seq = seq
        self.answers = answers
        self.report = report
    }

    /// The error, which is reported, if the current task reduces for a store and waits for another of its actions, whose
    /// turn comes after this reduction; `nil` otherwise.
    ///
    /// - Parameter store: The store whose action is waited for.
    static func refusalToWait(for store: ObjectIdentifier?) -> StoreError? {
        guard let current, current.owner == store, let task = current.task,
            (withUnsafeCurrentTask { $0?.hashValue }) == task
        else { return nil }
        let error = StoreError(
            .reentered,
            "a reducer waited for an action that it sent to its own store, which would wait for the reducer: the action "
                + "was ignored. Return the state that follows, or send the action without waiting for its receipt.")
        current.report(error)
        return error
    }

    /// Runs a closure once the reduction is committed: now, later, or never.
    func whenCommitted(_ body: @escaping @Sendable () -> Void) {
        let isCommitted = progress.withLock { progress in
            switch progress {
            case .open(let bodies):
                progress = .open(bodies + [body])
                return false
            case .committed: return true
            case .dropped: return false
            }
        }
        if isCommitted { body() }
    }

    /// Ends the reduction.
    func end(isCommitted: Bool) {
        let bodies = progress.withLock { progress -> [@Sendable () -> Void] in
            guard case .open(let bodies) = progress else { return [] }
            progress = isCommitted ? .committed : .dropped
            return isCommitted ? bodies : []
        }
        for body in bodies { body() }
    }
}
