internal import Logging
internal import StrobeProtocol
internal import StrobeSystem
internal import Synchronization

extension DebugServer: SessionHost {
    /// Reports divergences of a store to every client and the logger.
    func watchDivergence(of target: any AnyInspectedStore) {
        let store = target.id
        target.onDivergence { [weak self] divergence in
            guard let self else { return }
            logger.warning(
                "\(divergence.message)",
                metadata: [
                    "store": "\(store)", "seq": "\(divergence.seq)", "kind": "\(divergence.kind.rawValue)",
                ])
            let message = HistoryDiverged(store: store, divergence)
            announce(message)
        }
    }

    /// What the server has to do at the moment.
    package var activity: (sessions: Int, stores: Int, held: Int, missed: Int) {
        let (sessions, stores) = state.read { ($0.sessions.count, $0.hosted.count) }
        let held = feeds.reduce(0) { $0 + $1.target.heldCount }
        return (sessions, stores, held, missed.load(ordering: .relaxed))
    }

    /// Counts transitions that a client was too slow to receive.
    func noteMissed(_ count: Int) {
        missed.add(count, ordering: .relaxed)
    }

    /// The ids of the current sessions.
    var sessionIDs: Set<String> { state.read { Set($0.sessions.keys) } }

    /// Sends every client a notification, whatever it is subscribed to.
    func announce(_ message: some ProtocolNotification) {
        for session in state.read({ Array($0.sessions.values) }) { session.announce(message) }
    }
}
