import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    static let goto = Command(
        name: "goto", aliases: ["at"], group: .time, arguments: "SEQ",
        summary: "go to a past state; the live store is not touched",
        details: [
            "SEQ is a seq, -1 or +1 from here, `first`, `last`, `live`, a name that `mark` gave, or a position on a",
            "branch: `branch:2`, `branch:2@17`. `state`, `get`, `tree`, `search` and `diff` then read there, and `log`",
            "lists the current branch; the prompt shows it. `live` returns to the live state.",
        ], limit: 1, completion: [.seq]
    ) { invocation, context in
        guard let text = invocation.argument else {
            throw InspectorError(.usage, "`goto` needs a seq. Usage: \(invocation.command.usage)")
        }
        try await context.go(to: try await context.place(text))
    }

    static let back = Command(
        name: "back", aliases: ["prev"], group: .time, arguments: "[N]", summary: "go back one entry, or N",
        limit: 1, isRepeatable: true
    ) { invocation, context in
        try await context.go(to: .relative(-(try invocation.steps())))
    }

    static let next = Command(
        name: "next", aliases: ["n"], group: .time, arguments: "[N]", summary: "go forward one entry, or N",
        limit: 1, isRepeatable: true
    ) { invocation, context in
        let steps = try invocation.steps()
        guard context.location.at != nil else {
            let isPaused = (try? await context.gate().result.paused) ?? false
            throw InspectorError(
                .failed,
                "This is the live state: there is no next one."
                    + (isPaused ? " `step` lets the next action through." : " `back` goes to the one before."))
        }
        try await context.go(to: .relative(steps))
    }

    static let first = Command(
        name: "first", group: .time, arguments: "", summary: "go to the first state"
    ) { _, context in
        try await context.go(to: .first)
    }

    static let last = Command(
        name: "last", group: .time, arguments: "", summary: "go to the last entry and stay there"
    ) { _, context in
        try await context.go(to: .last)
    }

    static let live = Command(
        name: "live", group: .time, arguments: "", summary: "return to the live state and follow it"
    ) { _, context in
        try await context.go(to: .live)
    }

    static let jump = Command(
        name: "jump", aliases: ["restore"], group: .change, arguments: "[SEQ]",
        summary: "restore a past state in the live store",
        details: [
            "Default: the state at the current position. The restore is a new log entry; effects do not run.",
            "Needs control access.",
        ], options: [Option(name: "if-seq", value: "N", summary: "only if the store is still at that seq")], limit: 1,
        completion: [.seq],
        // A script names the position, so that it does not depend on the one that was current.
        rewritten: { line, location in
            let words = line.split(whereSeparator: \.isWhitespace).dropFirst()
            let hasSeq = words.indices.contains {
                !words[$0].hasPrefix("--") && (words.startIndex == $0 || words[words.index(before: $0)] != "--if-seq")
            }
            guard !hasSeq else { return nil }
            return location.position.map { (["jump", "\($0)"] + words.map(String.init)).joined(separator: " ") }
        }
    ) { invocation, context in
        let here = context.location.position
        if invocation.argument == nil, let branch = context.location.branch {
            throw InspectorError(
                .usage, "`jump` takes a seq of the log; `branch adopt \(branch.id)` restores the branch.")
        }
        var seq = here
        if let text = invocation.argument { seq = try await context.position(try await context.place(text)) }
        guard let seq else {
            throw InspectorError(
                .usage, "`jump` needs a seq, unless you are at a past position. Usage: \(invocation.command.usage)"
            )
        }
        let store = try await context.store()
        let answer = try await context.answer(
            HistoryJump(store: store, seq: seq, ifSeq: try invocation.number("if-seq")))
        await context.session.noteChange(answer.result.seq, of: store)
        let mark = context.note(.text(String(answer.result.seq)))
        await context.goLive()
        let notation = await context.notation()
        context.show(answer) { result in
            context.marked(
                DispatchRendering(layout: context.layout, notation: notation).lines(
                    result, "restored the state of @\(seq)"), mark)
        }
    }
}

extension Invocation {
    /// The number of steps; 1 by default.
    fileprivate func steps() throws(InspectorError) -> Int {
        guard let text = argument else { return 1 }
        guard let steps = Int(text), steps > 0 else {
            throw InspectorError(.usage, "`\(command.name)` takes a number of entries from 1, not `\(text)`.")
        }
        return steps
    }
}
