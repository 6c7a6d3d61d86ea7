import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeTree

extension Command {
    static let mark = Command(
        name: "mark", aliases: ["bookmark"], group: .time, arguments: "NAME [SEQ]",
        summary: "give a position in the history a name",
        details: [
            "Default: the current position. The name works wherever a seq does: goto NAME,",
            "diff NAME live, state --at NAME. Every client of the process sees it.",
        ],
        options: [Option(name: "note", value: "TEXT", summary: "a note to keep with it")], limit: 2,
        completion: [.nothing, .seq], isNeededAgain: true
    ) { invocation, context in
        guard let name = invocation.argument else {
            throw InspectorError(.usage, "`mark` needs a name. Usage: \(invocation.command.usage)")
        }
        guard Bookmark.isName(name) else {
            throw InspectorError(
                .usage,
                "`\(name)` is not a valid name: use a letter, followed by letters, digits, `_`, `-` and `.`; "
                    + "first, last and live are reserved.")
        }
        var seq = context.location.position
        if invocation.arguments.count > 1 {
            let place = try await context.place(invocation.arguments[1])
            seq = try await context.position(place)
        }
        let answer = try await context.answer(
            BookmarkSet(store: try await context.store(), name: name, seq: seq, note: invocation.value("note")))
        context.show(answer) { [MarkRendering.line($0.bookmark)] }
    }

    static let marks = Command(
        name: "marks", aliases: ["bookmarks"], group: .time, arguments: "",
        summary: "list the names of positions in the history"
    ) { _, context in
        let answer = try await context.answer(BookmarkList(store: try await context.store()))
        let position = context.location.position
        let history = context.options.isJSON ? nil : try? await context.history()
        context.show(answer) {
            MarkRendering(layout: context.layout, position: position, firstSeq: history?.lowerBound ?? 0)
                .lines($0.bookmarks)
        }
    }

    static let unmark = Command(
        name: "unmark", group: .time, arguments: "NAME", summary: "remove a name, for every client", limit: 1,
        completion: [.bookmark], isNeededAgain: true
    ) { invocation, context in
        guard let name = invocation.argument else {
            throw InspectorError(
                .usage, "`unmark` needs a name. `marks` lists them. Usage: \(invocation.command.usage)")
        }
        let answer = try await context.answer(BookmarkRemove(store: try await context.store(), name: name))
        context.show(answer) { _ in [StyledText("forgot ", .dim) + StyledText(name, .past)] }
    }
}
