internal import Strobe
internal import StrobeProtocol

extension InspectedStore {
    /// The maximum number of waiting actions described one by one.
    private static var described: Int { 20 }
    /// The action being reduced, as described to clients.
    var pending: PendingDescription? { adapter.pending.map(describe) }

    /// The actions that wait, as described to clients.
    var queued: QueueDescription? {
        let held = gate?.held(first: Self.described) ?? (actions: [], count: 0)
        // The queue of a store begins with the actions that its gate holds.
        let queued = adapter.queued.dropFirst(held.count)
        guard !queued.isEmpty || held.count > 0 else { return nil }
        let actions = held.actions.map(PendingDescription.init) + queued.prefix(Self.described).map(describe)
        return QueueDescription(
            count: queued.count + held.count, actions: Array(actions.prefix(Self.described)))
    }

    private func describe(_ pending: PendingAction<Adapter.Action>) -> PendingDescription {
        let action = pending.action.map { actions.describe($0) }
        return PendingDescription(
            action: ActionFormatter.ifShort(action?.value),
            label: action?.label ?? "\(pending.origin)" + (pending.cause.map { " of \($0)" } ?? ""),
            origin: pending.origin.rawValue, cause: action == nil ? nil : pending.cause.flatMap { $0 > 0 ? $0 : nil },
            since: Int64(clamping: pending.sinceNanos / 1_000), effect: pending.effect,
            cancelled: pending.isCancelled ? true : nil)
    }
}

extension PendingDescription {
    /// Describes a held action.
    fileprivate init(_ held: HeldDescription) {
        self.init(
            action: held.action, label: held.label, origin: held.origin, cause: held.cause, since: held.since)
    }
}
