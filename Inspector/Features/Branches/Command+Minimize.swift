import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeSystem

extension Command {
    static let minimize = Command(
        name: "minimize", aliases: ["ddmin"], group: .time, arguments: "CONDITION [FROM..TO]",
        summary: "find the actions that make a condition true",
        details: [
            "Drops all actions that the condition does not need, and makes a branch of the rest. If TO is absent,",
            "the range ends where the condition first holds. With --script the actions are written to a file as",
            "`send` commands, which `-f FILE` runs.",
        ],
        options: [
            Option(name: "script", value: "FILE", summary: "write the needed actions to a script", completion: .file)
        ],
        limit: nil, completion: [.condition], tail: .condition, names: { [try $0.words(ConditionWords.self).named] }
    ) { invocation, context in
        let words: ConditionWords = try invocation.words()
        var request = HistoryMinimize(store: try await context.store(), condition: words.text)
        if let text = words.range, case .between(let from, let to) = try await context.range(text) {
            (request.from, request.to) = (from, to)
        }
        let answer = try await context.answer(request)
        if let file = invocation.value("script") {
            let lines = try await context.script(of: answer.result, condition: words.text)
            try Self.write(lines, to: file)
        }
        context.show(answer) { result in
            var log = LogRendering(layout: context.layout)
            log.remarks = BranchRendering.remarks(on: result.entries)
            var lines = [context.summary(of: result)] + log.lines(result.entries)
            if result.count > result.entries.count {
                lines.append(
                    StyledText(
                        "… more: log \(result.branch.base + result.entries.count + 1).. --branch \(result.branch.id)",
                        .dim))
            }
            if let file = invocation.value("script") { lines.append(StyledText("written to \(file)", .dim)) }
            return lines
        }
    }

    private static func write(_ lines: [String], to file: String) throws(InspectorError) {
        try OutputFile.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: file.expandingTilde)
    }
}

extension CommandContext {
    nonisolated fileprivate func summary(of result: HistoryMinimize.Result) -> StyledText {
        let all = max(result.branch.to - result.branch.from + 1, 0)
        var line = StyledText("branch:\(result.branch.id)", .strong)
        line += StyledText(
            "  \(NumberText.grouped(result.count)) of \(NumberText.counted(all, "entry", plural: "entries"))")
        line.append("  \(NumberText.counted(result.tests, "test"))", .dim)
        if !result.minimal { line.append("  stopped early: fewer may be enough", .failure) }
        return line
    }

    /// The commands that repeat the needed entries.
    fileprivate func script(of result: HistoryMinimize.Result, condition: String) async throws -> [String] {
        let branch = result.branch
        var lines = [
            "# \(NumberText.counted(result.count, "entry", plural: "entries")) of the log that make this true: \(condition)",
            "jump \(branch.base)",
        ]
        var next = branch.base + 1
        var paging = Paging(LogList.method, from: next)
        while next <= branch.seq {
            let page = try await answer(LogList(store: try await store(), from: next, branch: branch.id)).result
            guard let last = page.entries.last else { break }
            for entry in page.entries { lines.append(try await command(for: entry)) }
            next = last.seq + 1
            try paging.go(to: next, after: page.entries.count)
        }
        return lines
    }

    private func command(for entry: LogEntry) async throws -> String {
        if let action = entry.action {
            return "send \(ScriptVariables.escaped(await notation().text(action: action)))"
        }
        guard entry.isPlacement, let seq = entry.originSeq else {
            throw InspectorError(
                .failed,
                "Entry \(entry.seq) cannot be written to a script: its action `\(entry.label)` has no JSON form.")
        }
        // A state that was set exists in this process only.
        return "jump \(seq)"
    }
}
