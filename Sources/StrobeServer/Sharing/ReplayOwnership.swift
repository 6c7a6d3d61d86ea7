internal import StrobeProtocol
internal import Synchronization

/// The session that replays into a store: no other one changes or ends the replay, which ends with the session.
final class ReplayOwnership: Sendable {
    /// The id of the session.
    private let owner = Mutex<String?>(nil)

    /// Whether a session owns the replay.
    func belongs(to session: any SessionIdentity) -> Bool { owner.withLock { $0 == session.id } }

    /// Begins a replay, or changes the session's own.
    ///
    /// - Parameters:
    ///   - store: The id of the store, for the error.
    ///   - begin: Lets the store begin it.
    /// - Throws: `notSupported` while another session replays, or if the store cannot; `cancelled` after the session
    ///   has left.
    func begin(
        by session: any SessionIdentity, into store: String, _ begin: () throws(ProtocolError) -> Void
    ) throws(ProtocolError) {
        try owner.withLock { owner throws(ProtocolError) in
            // Under the lock that also guards leaving: a session that has left must not leave anything behind.
            guard !session.hasLeft else { throw ProtocolError.cancelled }
            guard owner == nil || owner == session.id else {
                throw ProtocolError(
                    .notSupported,
                    "Another client is replaying into \(store). Wait until it has ended, or close it.")
            }
            try begin()
            owner = session.id
        }
    }

    /// Ends the replay, if there is one.
    ///
    /// - Parameters:
    ///   - session: The required owner; `nil` for any.
    ///   - end: Lets the store end it.
    /// - Returns: Whether there was a replay.
    @discardableResult
    func end(of session: (any SessionIdentity)?, _ end: () -> Void) -> Bool {
        owner.withLock { owner in
            guard let present = owner, session == nil || session?.id == present else { return false }
            owner = nil
            end()
            return true
        }
    }
}
