import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    static let commands = Command(
        name: "commands", group: .gate, arguments: "[ID [COMMAND; COMMAND...]]",
        summary: "run commands when a breakpoint is hit",
        details: [
            "They run in this session, in order, on the breakpoint's store: commands 1 state .cart; resume. If one",
            "fails, the rest are skipped for that hit. `commands ID` shows those of one breakpoint, `commands` shows",
            "all. Commands that change the program run at most \(HitCommands.runLimit) times until you type a",
            "command, since they might cause the hit that runs them.",
        ],
        options: [Option(name: "clear", summary: "remove the commands of ID")], limit: nil, completion: [.commandLine],
        tail: .lines, isForHits: false
    ) { invocation, context in
        let store = try await context.store()
        let text = invocation.argument ?? ""
        guard !text.isEmpty else {
            await context.showHitCommands(of: store)
            return
        }
        let word = text.prefix { !$0.isWhitespace }
        guard let id = Int(word), id > 0 else {
            throw InspectorError(
                .usage,
                "`\(word)` is not the id of a breakpoint. `breakpoints` lists them. "
                    + "Usage: \(invocation.command.usage)")
        }
        let lines = try HitCommands.lines(in: String(text[word.endIndex...]))
        guard let breakpoint = try await context.breakpoints().result.breakpoints.first(where: { $0.id == id }) else {
            throw InspectorError(.failed, "There is no breakpoint \(id). `breakpoints` lists them.")
        }
        if invocation.has("clear") || !lines.isEmpty {
            await context.session.setHitCommands(lines, on: breakpoint, of: store)
        }
        await context.showHitCommands(of: store, only: id)
    }
}

extension CommandContext {
    fileprivate func showHitCommands(of store: String, only: Int? = nil) async {
        let hits = await session.breakpoints.hits
        let ids = only.map { [$0] } ?? hits.breakpoints(of: store)
        let all = ids.map { id in (id: id, lines: hits[.init(store: store, breakpoint: id)]) }
        var table = Table(.right, .left)
        for (id, lines) in all {
            let text = lines.isEmpty ? StyledText("nothing is run", .dim) : StyledText(lines.joined(separator: "; "))
            table.add(StyledText(String(id), .strong), text)
        }
        let rows = table.wrappedRows(width: layout.width, flexible: 1).flatMap { $0 }
        show(
            [
                "commands": .array(
                    all.map { id, lines in
                        ["breakpoint": .int(Int64(id)), "commands": .array(lines.map { .string($0) })]
                    })
            ], rows.isEmpty ? [StyledText("no breakpoint has commands", .dim)] : rows)
    }
}

extension HitCommands {
    /// Splits a line into commands at each `;` outside of quotes.
    ///
    /// - Throws: ``InspectorError`` (`usage`) if one of them can never run.
    static func lines(in text: String) throws(InspectorError) -> [String] {
        var lines: [String] = []
        for part in ScriptScanner.parts(of: text[...], separatedBy: ";") {
            let line = part.drop(while: \.isWhitespace)
            guard !line.isEmpty else { continue }
            let command = try CommandTable.command(named: String(line.prefix { !$0.isWhitespace }))
            // The body of a loop is parsed when the loop runs.
            if command.loop == nil { _ = try Invocation(String(line), command) }
            guard command.isForHits else {
                throw InspectorError(.usage, "`\(command.name)` cannot be run on a hit.")
            }
            lines.append(String(line))
        }
        return lines
    }
}
