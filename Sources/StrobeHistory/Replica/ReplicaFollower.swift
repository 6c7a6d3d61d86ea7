internal import Dispatch

/// A reader of updates, as the replica keeps it: its position and no more, however slow it is.
final class ReplicaFollower<State> {
    let wantsChanges: Bool
    var seq: Int
    /// The state at `seq`; `nil` if changes are not wanted or it is unknown.
    var state: State?
    /// Not before this time is there another update.
    var nextUpdate = DispatchTime.now()
    /// The reader, while it waits.
    var reader: CheckedContinuation<HistoryUpdate?, Never>?

    init(seq: Int, state: State?, wantsChanges: Bool) {
        self.seq = seq
        self.state = state
        self.wantsChanges = wantsChanges
    }
}
