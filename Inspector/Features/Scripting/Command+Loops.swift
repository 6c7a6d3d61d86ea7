import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    static let `repeat` = Command(
        name: "repeat", group: .script, arguments: "N [as NAME]", summary: "run a command, or a block of them, N times",
        details: [
            "repeat 3 send .increment(by: 1) repeats a command, repeat 3 as i { send .add(id: $i); get .count } a",
            "block. The commands of a block are on separate lines, up to a line with }, or on one line, separated by",
            ";. $NAME is the number of the round, from 1; it exists only in the block. In a loop of more than",
            "\(Loop.longCount) rounds, the results of commands that change something are summed up at the end;",
            "commands that only read print as usual.",
        ],
        limit: 3, completion: [.nothing, .nothing, .nothing], loop: .rounds,
        check: { invocation throws(InspectorError) in _ = try invocation.words(RoundsHeader.self) }
    ) { invocation, context in
        let header: RoundsHeader = try invocation.words()
        try await context.loop(invocation, rounds: header.rounds, variable: header.variable) { _ in true }
    }

    static let every = Command(
        name: "every", group: .script, arguments: "DURATION [N times|for DURATION] [as NAME]",
        summary: "run a command, or a block of them, at intervals",
        details: [
            "every 500ms 10 times send .tick; every 1s for 30s get .count; if no end is given, until Ctrl-C. The",
            "first round starts at once. A round that is due while another still runs is skipped.",
        ],
        limit: 5, completion: [.nothing], loop: .intervals,
        check: { invocation throws(InspectorError) in _ = try invocation.words(IntervalsHeader.self) }
    ) { invocation, context in
        let header: IntervalsHeader = try invocation.words()
        let start = ContinuousClock.now
        try await context.loop(invocation, rounds: header.rounds, variable: header.variable) { round in
            guard round > 1 else { return true }
            let elapsed = start.duration(to: .now)
            let due = header.interval * Int((elapsed / header.interval).rounded(.down) + 1)
            if let end = header.end, due > end { return false }
            try await Task.sleep(until: start + due)
            return true
        }
    }

    static let include = Command(
        name: "include", aliases: ["source"], group: .script, arguments: "FILE", summary: "run the commands of a file",
        details: [
            "FILE is relative to the file that includes it; at the prompt, to the working directory. It is read as a",
            "whole before any of it runs, and shares the variables of the file that includes it.",
        ],
        limit: nil, completion: [.file], includesFile: true
    ) { invocation, context in
        guard let body = invocation.body else {
            throw InspectorError(.usage, "`include` needs a file. Usage: \(invocation.command.usage)")
        }
        var inside = context
        inside.allowsShell = false
        try await inside.run(body)
    }

    static let sleep = Command(
        name: "sleep", group: .script, arguments: "DURATION", summary: "do nothing for a while: 500ms, 5s, 2m",
        details: ["Prefer `wait`, which continues as soon as its condition holds."], limit: 1,
        check: { invocation throws(InspectorError) in
            _ = try DurationArgument.required(invocation.argument ?? "", of: "sleep")
        }
    ) { invocation, context in
        let duration = try DurationArgument.required(invocation.argument ?? "", of: "sleep")
        try await context.progressing(.waiting("sleep", duration)) { _ in try await Task.sleep(for: duration) }
    }

    static let `let` = Command(
        name: "let", group: .script, arguments: "NAME = TEXT|NAME from PATH|NAME from COMMAND",
        summary: "set a variable; $NAME is replaced by its value",
        details: [
            "TEXT is the rest of the line, unchanged: let user = \"ada_lovelace\". With PATH, the value is the one at",
            "that path in the current state, as a literal: let total from .cart.total; expect .cart.total == $total.",
            "With COMMAND, it is the result of the command: the value that `state` or `print` shows, the seq that",
            "`send` or `find` returns. (COMMAND).PATH is a part of its answer as --json prints it: let label from",
            "(show 12).entry.label. Write ${NAME} if a letter follows, and $$ for a dollar sign. If NAME is absent,",
            "all variables are shown. $_ is the result of the last command, $1 that of the first, $store the current",
            "store.",
        ],
        limit: nil, completion: [.letLine], tail: .text,
        variable: { text, hasVariables throws(InspectorError) in try LetWords(text, hasVariables: hasVariables).name },
        names: { $0.argument == nil ? [] : try $0.words(LetWords.self).named }
    ) { invocation, context in
        guard invocation.argument != nil else { return await context.showVariables() }
        try await context.set(try invocation.words())
    }
}

extension CommandContext {
    /// Runs the body of a loop.
    ///
    /// - Parameters:
    ///   - rounds: The maximum number of rounds.
    ///   - variable: The variable that holds the number of the round.
    ///   - next: Waits for a round, numbered from 1; returns whether there is one.
    fileprivate func loop(
        _ invocation: Invocation, rounds: Int?, variable: String?, next: (Int) async throws -> Bool
    ) async throws {
        let name = invocation.command.name
        guard let body = invocation.body else {
            throw InspectorError(.usage, "`\(name)` needs a command. Usage: \(invocation.command.usage)")
        }
        let isLong = !options.isJSON && (rounds ?? 0) > Loop.longCount && invocation.command.loop == .rounds
        let outer = variable.flatMap { session.variables[$0] }
        defer { if let variable { session.restore(variable, to: outer) } }
        var sum = LoopSum(await session.sent.tally, isWanted: isLong && loop?.isLong != true)
        do {
            try await progressing(.counting(name, total: rounds)) { progress in
                var round = 1
                while round <= rounds ?? .max, !session.isLeaving, try await next(round) {
                    if let variable { try session.set(variable, to: String(round)) }
                    let text =
                        "round \(NumberText.grouped(round))\(rounds.map { " of \(NumberText.grouped($0))" } ?? "")"
                    var inside = self
                    inside.loop = Loop(round: "\(text) of `\(name)`", isLong: isLong, inside: loop)
                    try await inside.run(body)
                    progress?.advance(to: round)
                    sum.rounds = round
                    round += 1
                }
            }
        } catch {
            await showInterruption(of: name, sum)
            throw error
        }
        if !session.isLeaving, let text = sum.text(name, await session.sent.tally) { remark(text) }
        await showInterruption(of: name, sum)
    }

    private func showInterruption(of name: String, _ sum: LoopSum) async {
        guard Task.isCancelled else { return }
        let text = sum.text("\(name), interrupted after", await session.sent.tally, isForced: true)
        if let text { remark(text) }
    }

    fileprivate func set(_ words: LetWords) async throws {
        switch words.value {
        case .text(let text): try session.set(words.name, to: text)
        case .command(let line, let part): try session.set(words.name, to: try await result(of: line, part))
        case .place(let path):
            let answer = try await answer(StateGet(store: try await store(), path: path, at: location.at))
            try session.set(words.name, to: await notation().text(state: answer.result.value, at: path))
        }
        let (name, value) = (words.name, session.variables[words.name] ?? "")
        guard options.isInteractive else { return }
        show(["name": .string(name), "value": .string(value)], [Self.line(name, value).fitted(to: layout.width)])
    }

    /// Runs a command quietly.
    ///
    /// - Returns: Its result, or the part of its answer at a path.
    private func result(of line: String, _ part: Path?) async throws -> String {
        let answers = AnswerCollector(instead: console)
        var inside = self
        inside.output = Output(console: answers, isJSON: true)
        let before = session.results.count
        try await inside.run(line)
        guard let part else {
            if session.results.count > before,
                let result = try session.results.result(named: ScriptVariables.lastResult)
            {
                return try await text(of: result)
            }
            throw InspectorError(
                .failed, "`\(line)` has no single result: name a part of its answer, let NAME from (\(line)).PATH.")
        }
        guard let answer = answers.last else { throw InspectorError(.failed, "`\(line)` has no answer.") }
        guard let value = answer.value(at: part) else {
            let names = if case .object(let object) = answer { object.keys.map { ".\($0)" } } else { [String]() }
            throw InspectorError(
                .failed, "The answer of `\(line)` has no \(part.swiftStyle). It has \(names.joined(separator: ", ")).")
        }
        return Literal.text(value)
    }

    fileprivate func showVariables() async {
        let all = session.variables.values.sorted { $0.key < $1.key }
        var object = Value.Object()
        for (name, value) in all { object[name] = .string(value) }
        let lines = all.map { Self.line($0.key, $0.value).fitted(to: layout.width) }
        show(.object(["variables": .object(object)]), lines.isEmpty ? [StyledText("no variables", .dim)] : lines)
    }

    private static func line(_ name: String, _ value: String) -> StyledText {
        StyledText("$\(name)", .strong) + StyledText(" = ", .dim) + LiteralHighlighting.styled(value)
    }
}
