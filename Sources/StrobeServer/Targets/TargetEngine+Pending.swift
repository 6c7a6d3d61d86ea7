internal import Strobe
internal import StrobeProtocol
internal import StrobeTree

extension TargetEngine {
    /// How many of the actions that wait are described one by one.
    private static var described: Int { 20 }
    /// How large an action may be to be described in full; there are many in one answer.
    private static var actionNodes: Int { 1_000 }
    private static var actionBytes: Int { 16 << 10 }

    /// What is being reduced, as clients are told.
    var pending: PendingDescription? { door.pending.map(describe) }

    /// What waits for its turn, as clients are told.
    var queued: QueueDescription? {
        let queued = door.queued
        guard !queued.isEmpty else { return nil }
        return QueueDescription(count: queued.count, actions: queued.prefix(Self.described).map(describe))
    }

    private func describe(_ pending: PendingAction<Door.Action>) -> PendingDescription {
        let action = pending.action.map { actions.describe($0) }
        var value = action?.value
        if let known = value, !SessionLimits.fits(known, nodes: Self.actionNodes, bytes: Self.actionBytes) {
            value = Optional.none
        }
        return PendingDescription(
            action: value,
            label: action?.label ?? "\(pending.origin)" + (pending.cause.map { " of \($0)" } ?? ""),
            origin: pending.origin.rawValue, cause: action == nil ? nil : pending.cause.flatMap { $0 > 0 ? $0 : nil },
            since: Int64(clamping: pending.sinceNanos / 1_000), effect: pending.effect,
            cancelled: pending.isCancelled ? true : nil)
    }
}
