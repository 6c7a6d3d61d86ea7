internal import StrobeProtocol
internal import Synchronization

/// Who replays into a store: nobody else changes or ends that, and it ends with his session.
final class ReplayOwnership: Sendable {
    /// The id of the session.
    private let owner = Mutex<String?>(nil)

    /// Whether a session is the one that replays.
    func belongs(to session: any SessionIdentity) -> Bool { owner.withLock { $0 == session.id } }

    /// Begins a replay, or changes that of the session.
    ///
    /// - Throws: `notSupported` while another session replays, or where the store cannot; `cancelled` once the session
    ///   has left.
    func begin(_ replay: ReplayDescription, in target: any AnyInspectedStore, by session: any SessionIdentity)
        throws(ProtocolError)
    {
        try owner.withLock { owner throws(ProtocolError) in
            // Looked at here, where a session that leaves looks as well: one that has left must leave nothing behind.
            guard !session.hasLeft else { throw ProtocolError.cancelled }
            guard owner == nil || owner == session.id else {
                throw ProtocolError(
                    .notSupported,
                    "Another client replays into \(target.id). Wait until it has ended, or close it.")
            }
            try target.setReplay(replay)
            owner = session.id
        }
    }

    /// Ends the replay, if there is one.
    ///
    /// - Parameter session: Whose it has to be; `nil` for anybody's.
    /// - Returns: Whether there was one.
    @discardableResult
    func end(in target: any AnyInspectedStore, by session: (any SessionIdentity)? = nil) -> Bool {
        owner.withLock { owner in
            guard let present = owner, session == nil || session?.id == present else { return false }
            owner = nil
            // What a store could begin, it can end.
            try? target.setReplay(nil)
            return true
        }
    }
}
