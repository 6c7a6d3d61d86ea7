import InspectorCore
import LineEditing
import StrobeTree

extension Command {
    static let history = Command(
        name: "history", group: .session, arguments: "[N]",
        summary: "list the lines typed before, newest last",
        details: ["Default: the last 50. `history | grep send` searches them, as Ctrl-R does."],
        limit: 1, isForHits: false
    ) { invocation, context in
        let text = invocation.argument ?? "50"
        guard let count = Int(text), count > 0 else {
            throw InspectorError(.usage, "`history` takes a number of lines from 1, not `\(text)`.")
        }
        let lines = await context.session.console.lineEditor?.history() ?? []
        let shown = zip(lines.indices, lines).suffix(count)
        let width = String(lines.count).count
        context.show(
            .object(["lines": .array(shown.map { .string($1) })]),
            shown.map { index, line in
                StyledText(String(index + 1), .dim).alignedRight(to: width) + StyledText("  \(line)")
            })
    }

    static let clear = Command(
        name: "clear", group: .session, arguments: "", summary: "clear the screen", isForHits: false
    ) { _, context in
        context.session.console.lineEditor?.clearScreen()
    }

    static let again = Command(
        name: "again", group: .session, arguments: "", summary: "run the last line again", isForHits: false
    ) { _, context in
        guard let line = await context.session.lastLine else {
            throw InspectorError(.failed, "No line was typed before.")
        }
        context.remark(StyledText(line, .dim))
        try await context.run(line)
    }

    static let time = Command(
        name: "time", group: .session, arguments: "", summary: "run a command, and say how long it took",
        details: ["The time from the request to the last line of the answer: time find .cart.total < 0."],
        limit: 0, loop: .once
    ) { invocation, context in
        guard let body = invocation.body else {
            throw InspectorError(.usage, "`time` needs a command. Usage: \(invocation.command.usage)")
        }
        var inside = context
        inside.isPaged = false
        let start = ContinuousClock.now
        try await inside.run(body)
        let took = start.duration(to: .now)
        let nanoseconds = took.components.seconds * 1_000_000_000 + took.components.attoseconds / 1_000_000_000
        context.show(
            .object(["nanoseconds": .int(nanoseconds)]), [StyledText("took \(DurationArgument.text(took))", .dim)])
    }

    static let tee = Command(
        name: "tee", group: .session, arguments: "[FILE|off]",
        summary: "copy everything that is shown to a file",
        details: [
            "The lines that you type are written as well, and colours are omitted. It appends to an existing file.",
            "`tee off` ends it. `log > FILE` writes the output of one command.",
        ],
        limit: 1, completion: [.file], isForHits: false
    ) { invocation, context in
        guard let tee = context.session.console as? TeeConsole else {
            throw InspectorError(.failed, "`tee` is for the prompt. Redirect the output of a script in the shell.")
        }
        switch invocation.argument {
        case nil: break
        case "off": tee.stop()
        case let file?: try tee.start(file)
        }
        let text = tee.file.map { "writing to \($0)" } ?? "writing to no file"
        context.show(.object(["file": tee.file.map { .string($0) } ?? .null]), [StyledText(text, .dim)])
    }
}
