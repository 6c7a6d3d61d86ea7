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
    /// The number that the transition is going to have.
    let seq: Int
    /// The depth of actions that are sent in answer to the action.
    let answers: DispatchDepth
    private let progress = Protected(Progress.open([]))

    init(owner: ObjectIdentifier, seq: Int, answers: DispatchDepth) {
        self.owner = owner
        self.seq = seq
        self.answers = answers
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
