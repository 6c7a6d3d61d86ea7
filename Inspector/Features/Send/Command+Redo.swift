import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    static let redo = Command(
        name: "redo", group: .change, arguments: "[SEQ] [.FIELD=VALUE...|ACTION]",
        summary: "dispatch a past action again, as it was or edited",
        details: [
            "Default: the action at the current position, or the last one. `.FIELD=VALUE` changes a part of it: redo",
            "12 .by=4, redo 12 .title=\"Ada\" .id=3; ACTION replaces it: redo 12 .reset. The action goes to the",
            "live store, in its current state. Needs control access, except for a dry run without changes.",
        ],
        options: [
            Option(name: "dry-run", summary: "only show what it would change"),
            Option(name: "if-seq", value: "N", summary: "only if the store is still at that seq"),
        ], limit: nil, completion: [.redo]
    ) { invocation, context in
        let store = try await context.store()
        let (seq, rest) = try await context.pastAction(invocation.argument ?? "")
        let notation = await context.notation()
        var changes: [Change] = []
        if !rest.isEmpty {
            let entry = try await context.answer(LogGet(store: store, seq: seq)).result.entry
            changes = try ActionEdit(rest, of: entry, schema: notation.action).changes
        }
        let isDryRun = invocation.has("dry-run")
        let answer = try await context.answer(
            ActionRedo(
                store: store, seq: seq, changes: changes.isEmpty ? nil : changes,
                ifSeq: try invocation.number("if-seq"), dryRun: isDryRun ? true : nil,
                origin: context.options.isInteractive ? nil : "script"))
        var mark = StyledText()
        if !isDryRun, answer.result.held == nil {
            await context.session.noteSent(answer.result.seq, to: store)
            await context.session.noteChange(answer.result.seq, of: store)
            mark = context.note(.text(String(answer.result.seq)))
        }
        context.show(answer) { [mark] result in
            context.marked(
                DispatchRendering(layout: context.layout, notation: notation).lines(result, isDryRun: isDryRun), mark)
        }
    }
}

extension CommandContext {
    /// Checks that an action led to a seq.
    private static func needed(_ seq: Int) throws(InspectorError) -> Int {
        guard seq > 0 else {
            throw InspectorError(.failed, "There is no action to send again: seq 0 is the initial state.")
        }
        return seq
    }

    /// Returns the entry that the first word names, or the current one, and the rest of the line.
    fileprivate func pastAction(_ text: String) async throws -> (seq: Int, rest: String) {
        guard let word = try Word.split(text).first, let place = try await placeIfAny(word.text) else {
            let history = try await history()
            return (try Self.needed(location.position ?? history.upperBound), text)
        }
        let seq = try Self.needed(try place.resolved(from: location.position, in: try await history()))
        return (seq, String(text[word.range.upperBound...].drop(while: \.isWhitespace)))
    }
}
