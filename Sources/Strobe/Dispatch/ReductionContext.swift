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

    /// The error, which is reported, if the current task reduces for a store and waits for what comes after this reduction;
    /// `nil` otherwise.
    ///
    /// - Parameters:
    ///   - store: The store that is waited for.
    ///   - words: What is waited for, what became of that, and what to do.
    static func refusalToWait(
        for store: ObjectIdentifier?, _ words: (awaited: String, outcome: String)
    ) -> StoreError? {
        // A task that began when the reduction had ended may have the hash value of the one that reduced.
        guard let current, current.owner == store, current.isOpen, let task = current.task,
            (withUnsafeCurrentTask { $0?.hashValue }) == task
        else { return nil }
        let error = StoreError(
            .reentered, "A reducer waited for \(words.awaited), which would wait for the reducer: \(words.outcome)")
        current.report(error)
        return error
    }

    private var isOpen: Bool { progress.withLock { if case .open = $0 { true } else { false } } }

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
