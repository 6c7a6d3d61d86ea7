import LineEditing
import Synchronization

/// The session that completes lines; set later, since the editor is created before the session.
final class CompletionSource: Sendable {
    private let session = Mutex<Session?>(nil)

    func set(_ session: Session) {
        self.session.withLock { $0 = session }
        prepare()
    }

    /// Asks for the shapes of the current store, before they are needed.
    func prepare() {
        guard let session = session.withLock({ $0 }), let store = session.location.store,
            session.known.notations[store] == nil
        else { return }
        Task { _ = await session.notation(of: store) }
    }

    func complete(_ line: String, _ cursor: String.Index) async -> Completion? {
        guard let session = session.withLock({ $0 }) else { return nil }
        var context = CommandContext(session)
        // Before the editor gives up: what is known by then is offered.
        context.deadline = .now + .milliseconds(220)
        return await context.complete(line, cursor)
    }
}
