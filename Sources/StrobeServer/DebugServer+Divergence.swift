internal import Logging
internal import StrobeProtocol

extension DebugServer {
    /// Tells every client and the logger of divergences of a store.
    func watchDivergence(of target: any AnyInspectedStore) {
        let store = target.id
        target.onDivergence { [weak self] divergence in
            guard let self else { return }
            logger.warning(
                "\(divergence.message)", metadata: ["store": "\(store)", "kind": "\(divergence.kind.rawValue)"])
            let message = HistoryDiverged(store: store, divergence)
            announce(message)
        }
    }

    /// Tells every client something, whether it subscribed to anything or not.
    func announce(_ message: some ProtocolNotification) {
        for session in state.read({ Array($0.sessions.values) }) { session.announce(message) }
    }
}
