internal import Strobe
internal import Synchronization

/// Ties a dispatch to the transition that a foreign store reports meanwhile: the task carries the link, as the store
/// does not.
final class DispatchScope: Sendable {
    @TaskLocal static var current: DispatchScope?

    /// How long a store that took the token may take to apply the request.
    private static var patience: Duration { .seconds(2) }

    private struct Standing {
        var firstSeq: Int?
        var isTaken = false
        var isOver = false
        var reader: CheckedContinuation<Int?, Never>?
    }

    let origin: Origin
    /// The restored transition, for a restore; the one whose effect dispatched it, for a replayed action.
    let cause: Int?
    /// The log's note on it, for a restore.
    let note: String?
    private let standing = Mutex(Standing())

    init(origin: Origin, cause: Int? = nil, note: String? = nil) {
        self.origin = origin
        self.cause = cause
        self.note = note
    }

    /// Notes that the store carries this scope to where it applies the request.
    func take() {
        standing.withLock { $0.isTaken = true }
    }

    /// Lets a closure append a transition, with this scope's origin if it is the first.
    func claim(_ append: (_ isFirst: Bool) -> Int) {
        let reader = standing.withLock { standing in
            let seq = append(standing.firstSeq == nil)
            if standing.firstSeq == nil { standing.firstSeq = seq }
            return standing.reader.take()
        }
        reader?.resume(returning: seq)
    }

    /// The seq of the first transition that was reported.
    private var seq: Int? { standing.withLock { $0.firstSeq } }

    /// The seq of the transition that the last call resulted in; waits for it if the store took the token.
    ///
    /// - Returns: `nil` if unknown: the store applies it elsewhere without the token, or not at all.
    func settledSeq() async -> Int? {
        let clock = Task {
            try? await Task.sleep(for: Self.patience)
            giveUp()
        }
        defer { clock.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                let isOver = standing.withLock { standing in
                    if standing.firstSeq != nil || !standing.isTaken || standing.isOver { return true }
                    standing.reader = reader
                    return false
                }
                if isOver { reader.resume(returning: seq) }
            }
        } onCancel: {
            giveUp()
        }
    }

    private func giveUp() {
        let reader = standing.withLock { standing in
            standing.isOver = true
            return standing.reader.take()
        }
        reader?.resume(returning: nil)
    }
}
