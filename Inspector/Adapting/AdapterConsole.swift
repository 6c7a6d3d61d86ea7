import InspectorCore
import InspectorDAP
import LineEditing
import StrobeClient

/// The console of an editor: a session at which commands run, one after the other, where the editor stands.
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

    func run(_ line: String, at standing: ConsoleStanding) async throws -> ConsoleAnswer {
        await stand(at: standing)
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
            standing: isOnBranch ? standing : ConsoleStanding(store: location.store, seq: location.position))
    }

    func receive(_ event: ClientEvent) async { await session.receive(event) }

    func complete(_ line: String, cursor: String.Index, at standing: ConsoleStanding) async -> [ConsoleCompletion] {
        await stand(at: standing)
        let found = await CommandContext(session).complete(line, cursor)
        return (found?.candidates ?? []).map { candidate in
            ConsoleCompletion(
                text: candidate.text, detail: candidate.detail.isEmpty ? candidate.display : candidate.detail,
                replaced: found?.replacing ?? 0)
        }
    }

    private func stand(at standing: ConsoleStanding) async {
        await session.move { location in
            location.use(standing.store)
            location.go(to: standing.seq.map { .seq($0) })
        }
    }
}
