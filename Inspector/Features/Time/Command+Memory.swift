import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol

extension Command {
    static let reset = Command(
        name: "reset", group: .change, arguments: "", summary: "restore the first state of the history",
        details: [
            "This is the oldest state that the history still has; `commit` makes a later one the oldest. The restore",
            "is a new log entry; effects do not run. Needs control access.",
        ], limit: 0
    ) { _, context in
        let store = try await context.store()
        let answer = try await context.answer(HistoryReset(store: store))
        await context.session.noteChange(answer.result.seq, of: store)
        await context.goLive()
        let notation = await context.notation()
        context.show(answer) { result in
            DispatchRendering(layout: context.layout, notation: notation).lines(result, "reset to the first state")
        }
    }

    static let commit = Command(
        name: "commit", group: .change, arguments: "[SEQ]",
        summary: "make a state the first one; drop the log before it",
        details: [
            "Default: the state at the current position, or the live one. The store is not touched; `reset` returns to",
            "that state. Needs control access.",
        ], limit: 1, completion: [.seq]
    ) { invocation, context in
        if invocation.argument == nil, context.location.branch != nil {
            throw InspectorError(.usage, "`commit` takes a seq of the log; the current position is on a branch.")
        }
        var seq = context.location.position
        if let text = invocation.argument { seq = try await context.position(try await context.place(text)) }
        let answer = try await context.answer(HistoryCommit(store: try await context.store(), seq: seq))
        context.show(answer) { result in
            [
                StyledText("@\(result.firstSeq)", .strong)
                    + StyledText("  is the first state now; the entries before it were dropped", .dim)
            ]
        }
    }
}
