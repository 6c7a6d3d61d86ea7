import LineEditing
import StrobeProtocol
import StrobeTree

extension Command {
    static let why = Command(
        name: "why", aliases: ["bt"], group: .look, arguments: "[SEQ]",
        summary: "show what caused an entry, and what it caused",
        details: [
            "Default: the entry at the current position, or the last. Shows each action from the root down to the",
            "entry (`▸`), the effects that it requested (`⇒`), and how long it took until one of them dispatched the",
            "next. Below the entry are the actions that its own effects dispatched, and the effects that still run",
            "(`◌`). Times of a second or more are marked.",
        ],
        options: [
            Option(name: "at", value: "SEQ", summary: "the same as SEQ", completion: .seq),
            Option(name: "limit", value: "N", summary: "the number of causes and of results; default 20"),
        ], limit: 1, completion: [.seq]
    ) { invocation, context in
        let seq = try await context.entry(named: invocation.argument ?? invocation.value("at"))
        let answer = try await context.answer(
            LogWhy(store: try await context.store(), seq: seq, limit: try invocation.number("limit") ?? 20))
        context.show(answer) { WhyRendering(layout: context.layout).lines($0) }
    }
}
