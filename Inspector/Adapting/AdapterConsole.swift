import InspectorCore
import InspectorDAP
import LineEditing
import StrobeClient

/// The console of an editor: a session at which commands run, one after the other, at the position of the editor.
struct AdapterConsole: DebugConsole {
    private let session: Session
    private let printed: AdapterOutput

    /// Opens a session.
    init(_ request: ConsoleRequest) async {
        printed = AdapterOutput(usesColour: request.usesColour, tell: request.tell)
        session = Session(
            client: request.client, process: request.opened.process, redaction: request.opened.redaction ?? [],
            opened: request.opened, stores: request.opened.stores, console: printed,
            options: Session.Options(isReadOnly: request.isReadOnly))
        guard request.isAlone else { return }
        // The task ends with the connection.
        Task { [session] in await session.follow() }
        await session.followStores()
        await session.followGates()
    }

    func run(_ line: String, at position: ConsolePosition) async throws -> ConsoleAnswer {
        await go(to: position)
        var context = CommandContext(session)
        // What a shell starts would write to the stream of messages.
        context.allowsShell = false
        printed.begin()
        do {
            try await context.run(line)
        } catch {
            let before = printed.end()
            throw InspectorError(.failed, before + InspectorError(any: error).message)
        }
        // There is no prompt to leave.
        await session.update { $0.isLeaving = false }
        let location = session.location
        let isOnBranch = location.branch != nil
        return ConsoleAnswer(
            text: printed.end(),
            position: isOnBranch ? position : ConsolePosition(store: location.store, seq: location.position))
    }

    func receive(_ event: ClientEvent) async { await session.receive(event) }

    func complete(_ line: String, cursor: String.Index, at position: ConsolePosition) async -> [ConsoleCompletion] {
        await go(to: position)
        let found = await CommandContext(session).complete(line, cursor)
        return (found?.candidates ?? []).map { candidate in
            ConsoleCompletion(
                text: candidate.text, detail: candidate.detail.isEmpty ? candidate.display : candidate.detail,
                replaced: found?.replacing ?? 0)
        }
    }

    private func go(to position: ConsolePosition) async {
        await session.move { location in
            location.use(position.store)
            location.go(to: position.seq.map { .seq($0) })
        }
    }
}
