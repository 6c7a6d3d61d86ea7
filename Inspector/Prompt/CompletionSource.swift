import LineEditing
import Synchronization

/// The session that completes lines; set later, since the editor is created before the session.
final class CompletionSource: Sendable {
    private let session = Mutex<Session?>(nil)

    func set(_ session: Session) {
        self.session.withLock { $0 = session }
    }

    func complete(_ line: String, _ cursor: String.Index) async -> Completion? {
        guard let session = session.withLock({ $0 }) else { return nil }
        return await CommandContext(session).complete(line, cursor)
    }
}
