internal import Synchronization

extension History {
    /// Makes the replica follow the store, until as many calls of `detach()`.
    public func attach() {
        thread.post { $0?.attach() }
    }

    /// Waits until the replica follows the store after a call of `attach()`.
    ///
    /// From then on, the states of a store that cannot be replayed are known.
    public func attached() async {
        _ = try? await thread.run { _ in }
    }

    /// Balances one `attach()`; the last one drops all states but the first.
    public func detach() {
        thread.post { replica in
            if let replica, replica.attachments > 0 { replica.detach() }
        }
    }

    /// Returns the updates from now on, or from a number on.
    ///
    /// A slow reader gets many transitions as one update: nothing is queued. The stream counts as attached. The entries
    /// themselves are read with `entries(from:limit:)`, from `fromSeq + 1` on.
    ///
    /// - Parameters:
    ///   - seq: The last number known to the reader; by default, the current one.
    ///   - wantsChanges: Whether to compute what changed; otherwise an update has only the numbers.
    /// - Returns: A stream for one reader, which ends with the history or when its task is cancelled.
    public func updates(from seq: Int? = nil, changes wantsChanges: Bool = true) -> AsyncStream<HistoryUpdate> {
        let id = followerIDs.add(1, ordering: .relaxed).newValue
        let last = self.seq
        let start = min(max(seq ?? last, baseSeq), last)
        let thread = thread
        thread.post { $0?.addFollower(id, from: start, wantsChanges: wantsChanges) }
        let life = FollowerLife { thread.post { $0?.removeFollower(id) } }
        return AsyncStream {
            await withCheckedContinuation { reader in
                thread.post { replica in
                    guard let replica else { return reader.resume(returning: nil) }
                    replica.next(id, reader)
                }
            }
        } onCancel: {
            life.end()
        }
    }
}

/// Ends a follower when the last reference to its stream is released, whether or not it was read to the end.
private final class FollowerLife: Sendable {
    private let isEnded = Atomic<Bool>(false)
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    deinit { end() }

    func end() {
        if !isEnded.exchange(true, ordering: .acquiringAndReleasing) { action() }
    }
}
