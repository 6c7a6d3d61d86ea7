import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    static let wait = Command(
        name: "wait", group: .script, arguments: "[CONDITION|stopped] [timeout DURATION]",
        summary: "wait until a condition holds, for an action, or until the gate stops",
        details: [
            "wait .session == .loaded timeout 5s waits for a state in which the condition holds: the one after the",
            "last action that this session sent or waited for, or any later one. No state is missed, however briefly",
            "it lasts. If CONDITION is absent, any action after that one ends it, or with --action the first that",
            "matches GLOB: send .load, then wait --action '.loaded*'. `wait stopped` waits until the gate has stopped",
            "since the last gate command of this session. Fails after 10 seconds, or the timeout: 500ms, 5s, 2m.",
        ],
        options: [
            Option(
                name: "action", value: "GLOB", summary: "an action that matches: `.loaded*`", completion: .actionGlob)
        ],
        limit: nil, completion: [.condition], tail: .condition, isExpectation: true,
        check: { invocation throws(InspectorError) in _ = try invocation.words(WaitWords.self) },
        names: { try $0.words(WaitWords.self).goal.named }
    ) { invocation, context in
        let words: WaitWords = try invocation.words()
        try await context.progressing(.waiting("wait \(words.text)", words.timeout)) { _ in
            try await context.wait(words)
        }
    }
}

/// What to wait for, and the time limit.
struct WaitWords: CommandWords {
    /// What to wait for.
    enum Goal: Sendable, Hashable {
        /// The first action, or the first one that matches.
        case action(glob: String?)
        case stop
        case condition(Condition, String)

        /// The names to check against the schemas of the store.
        var named: [Named] {
            switch self {
            case .action(let glob?): [.actionGlob(glob)]
            case .condition(let condition, let text): [.condition(condition, text)]
            case .action(nil), .stop: []
            }
        }
    }

    let goal: Goal
    private(set) var timeout = Duration.seconds(10)

    /// The goal, in a few words.
    var text: String {
        switch goal {
        case .action(let glob): glob ?? "for an action"
        case .stop: "stopped"
        case .condition(_, let text): text
        }
    }

    init(_ invocation: Invocation) throws(InspectorError) {
        var text = (invocation.argument ?? "")[...]
        let words = text.split(whereSeparator: \.isWhitespace)
        let glob = invocation.value("action")
        if words.last == "timeout" {
            throw InspectorError(.usage, "`timeout` needs a duration after it: 500ms, 5s, 2m.")
        }
        if words.count >= 2, words[words.count - 2] == "timeout" {
            timeout = try Self.duration(words[words.count - 1])
            text = text[..<words[words.count - 2].startIndex].trimmedBlanks
        }
        if let word = text.split(whereSeparator: \.isWhitespace).first, word.hasPrefix("--") {
            throw InspectorError(
                .usage, "`wait` has no option `\(word)`. Usage: \(invocation.command.usage)")
        }
        let hasTimeout = text.endIndex != invocation.argument?.endIndex && invocation.argument != nil
        let rest = text.split(whereSeparator: \.isWhitespace)
        let isStop = rest.first == "stopped"
        guard isStop || rest.isEmpty || rest[0].first?.isNumber == true && rest[0].allSatisfy({ !"=<>+-".contains($0) })
        else {
            // A word that is no duration and cannot begin a condition is reported as a wrong duration.
            guard rest.count > 1 || rest[0].contains(where: { "./(!=<>".contains($0) }) else {
                timeout = try Self.duration(rest[0])
                goal = .action(glob: glob)
                return
            }
            guard glob == nil else {
                throw InspectorError(
                    .usage,
                    "`--action` and a condition cannot be combined: write `action like \"\(glob ?? "")\"` in the condition."
                )
            }
            let text = String(text)
            goal = .condition(try invocation.condition(in: text), text)
            return
        }
        let times = rest.dropFirst(isStop ? 1 : 0)
        if let extra = times.dropFirst(hasTimeout ? 0 : 1).first {
            throw InspectorError(.usage, "`\(extra)` is one argument too many. Usage: \(invocation.command.usage)")
        }
        if let time = times.first { timeout = try Self.duration(time) }
        guard !isStop || glob == nil else {
            throw InspectorError(.usage, "`--action` and `stopped` cannot be combined.")
        }
        goal = isStop ? .stop : .action(glob: glob)
    }

    private static func duration(_ text: Substring) throws(InspectorError) -> Duration {
        guard let duration = DurationArgument.parse(text), duration > .zero else {
            throw InspectorError(
                .usage, "`wait` takes a number of seconds up to 86400, or a duration such as 500ms, not `\(text)`.")
        }
        return duration
    }
}

extension CommandContext {
    fileprivate func wait(_ words: WaitWords) async throws {
        switch words.goal {
        case .stop:
            let notation = await notation()
            let (answer, stop) = try await session.waitForStop(of: try await store(), for: words.timeout)
            show(answer) { gate in
                stop.map { StopRendering(layout: layout, notation: notation).lines($0, seq: gate.seq) } ?? []
            }
        case .action(let glob):
            let checked = if let glob { try await actionGlob(glob) } else { String?.none }
            let answer = try await waitForEntry(matching: checked, for: words.timeout)
            if let store = location.store, let seq = answer.result.entries.first?.seq {
                await session.noteWait(forAction: seq, of: store)
            }
            show(answer) { result in
                result.entries.prefix(1).flatMap { waited(for: glob ?? "an action", $0.seq, $0) }
            }
        case .condition(let condition, let text):
            let answer = try await wait(for: condition, text, within: words.timeout)
            show(answer) { waited(for: text, $0.seq, $0.entry) }
        }
    }

    /// What was waited for, and the transition that brought it.
    private func waited(for text: String, _ seq: Int?, _ entry: LogEntry?) -> [StyledText] {
        var tail = StyledText(seq.map { "  @\($0)" } ?? "", .dim)
        if let entry { tail += StyledText("  ") + LogRendering.label(of: entry) }
        if let reason = entry?.error { tail.append("  ✗ \(reason)", .failure) }
        let line = StyledText("✓ ", .added) + LiteralHighlighting.styled(text)
        // The reason of a failure is not cut.
        guard entry.map(LogRendering.isFailure) != true else {
            return (line + tail).wrapped(to: layout.width, hanging: 2)
        }
        return [line.fitted(to: layout.width, keeping: tail)]
    }

    /// Waits for a state that satisfies a condition, from the last one sent or waited for.
    private func wait(
        for condition: Condition, _ text: String, within duration: Duration
    ) async throws -> Answer<HistoryFind.Result> {
        let store = try await store()
        let mark = await session.sent.lastState(of: store)
        var from = mark > 0 ? mark : try await history().upperBound
        var isHidden = false
        let found: Answer<HistoryFind.Result>? = try await following(store, [.log, .state], for: duration) {
            let answer = try await self.answer(HistoryFind(store: store, condition: text, from: from))
            if answer.result.seq != nil { return answer }
            isHidden = isHidden || answer.result.incomplete == .hidden
            // The last state is examined again: it may not have had an entry yet.
            from = max(from, answer.result.to)
            return nil
        }
        if let found, let seq = found.result.seq {
            await session.noteWait(forState: seq, of: store)
            return found
        }
        let seq = try await history().upperBound
        let findings = await findings(of: condition, in: store, at: seq)
        let shown = isHidden ? ", as far as is visible," : ""
        throw InspectorError(
            expected: text, "did not become true\(shown) within \(NumberText.seconds(duration))", findings)
    }
}
