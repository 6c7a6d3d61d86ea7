import LineEditing
import Synchronization

/// The session that completes lines; the editor is made before there is one.
final class CompletionSource: Sendable {
    private let session = Mutex<Session?>(nil)

    func set(_ session: Session) {
        self.session.withLock { $0 = session }
    }

    func complete(_ line: String, _ cursor: String.Index) async -> Completion? {
        await session.withLock { $0 }?.complete(line, cursor)
    }
}
