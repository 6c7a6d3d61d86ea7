import LineEditing
import StrobeProtocol

extension Command {
    static let reset = Command(
        name: "reset", group: .change, arguments: "", summary: "restore the first state of the history",
        details: [
            "The state that was committed last, or, if nothing was dropped, the one that the history began with.",
            "The restore is a new entry of the log; effects do not run. Needs control access.",
        ], limit: 0
    ) { _, session in
        let answer = try await session.answer(HistoryReset(store: try await session.store()))
        await session.stand(at: nil)
        let notation = await session.notation()
        session.show(answer) { result in
            DispatchRendering(layout: session.layout, notation: notation).lines(result, "reset to the first state")
        }
    }

    static let commit = Command(
        name: "commit", group: .change, arguments: "[SEQ]",
        summary: "make a state the first one; drop the log before it",
        details: [
            "Default: the state at the current position, or the live one. The store is not touched; `reset` returns",
            "to it. Needs control access.",
        ], limit: 1, completion: [.seq]
    ) { invocation, session in
        if invocation.argument == nil, await session.location.branch != nil {
            throw InspectorError(.usage, "`commit` takes a seq of the log; the current position is on a branch.")
        }
        var seq = await session.location.position
        if let text = invocation.argument { seq = try await session.position(try await session.place(text)) }
        let answer = try await session.answer(HistoryCommit(store: try await session.store(), seq: seq))
        session.show(answer) { result in
            [
                StyledText("@\(result.firstSeq)", .strong)
                    + StyledText("  is the first state now; the entries before it were dropped", .dim)
            ]
        }
    }
}
