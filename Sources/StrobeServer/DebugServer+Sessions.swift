internal import Logging
internal import StrobeProtocol

extension DebugServer: SessionHost {
    /// Reports divergences of a store to every client and the logger.
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

    /// The ids of the current sessions.
    var sessionIDs: Set<String> { state.read { Set($0.sessions.keys) } }

    /// Sends every client a notification, whatever it is subscribed to.
    func announce(_ message: some ProtocolNotification) {
        for session in state.read({ Array($0.sessions.values) }) { session.announce(message) }
    }
}
