import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    static let find = Command(
        name: "find", group: .look, arguments: "CONDITION [FROM..TO]",
        summary: "find the first state for which a condition holds",
        details: [
            "find .cart.total < 0 && .session == .loaded finds when that first held; see `help conditions`. With",
            "--last it finds the last such state. If the condition holds from some state on (with --last: up to some",
            "state) and never flips back, --monotone finds that state in a few steps, however long the log is.",
        ],
        options: [
            Option(name: "last", summary: "the last state, not the first"),
            Option(name: "monotone", summary: "binary search; the condition must not flip back"),
        ], limit: nil, completion: [.condition], tail: .condition, names: { [try $0.words(ConditionWords.self).named] }
    ) { invocation, context in
        let words: ConditionWords = try invocation.words()
        var request = HistoryFind(store: try await context.store(), condition: words.text)
        if let text = words.range, case .between(let from, let to) = try await context.range(text) {
            (request.from, request.to) = (from, to)
        }
        if invocation.has("last") { request.last = true }
        if invocation.has("monotone") { request.monotone = true }
        let answer = try await context.answer(request)
        var values: [FoundValue] = []
        if let seq = answer.result.seq, !context.options.isJSON {
            values = await context.values(at: words.condition.namedPaths, seq: seq)
        }
        let (notation, present) = (await context.notation(), values)
        let mark = answer.result.seq.map { context.note(.text(String($0))) } ?? StyledText()
        context.show(answer) {
            context.marked(
                FindRendering(layout: context.layout, notation: notation).lines($0, for: request, values: present), mark
            )
        }
        if answer.result.seq == nil { await context.remarkWhatIsMissing(words.condition.namedPaths) }
    }

    static let blame = Command(
        name: "blame", group: .look, arguments: "PATH", summary: "show which actions changed the value at a path",
        details: ["Newest first, back from the current position. Insertions and removals count as changes."],
        options: [
            Option(name: "at", value: "SEQ", summary: "go back from the state after that entry", completion: .seq),
            Option(name: "limit", value: "N", summary: "the number of actions; default 5"),
        ], limit: 1, completion: [.path], names: { try $0.namedPaths() }
    ) { invocation, context in
        guard let text = invocation.argument else {
            throw InspectorError(.usage, "`blame` needs a path. Usage: \(invocation.command.usage)")
        }
        let limit = try invocation.number("limit") ?? 5
        guard limit > 0 else { throw InspectorError(.usage, "`--limit` takes a number from 1.") }
        let path = try invocation.path(in: text)
        let request = StateBlame(store: try await context.store(), path: path, at: try await context.at(invocation))
        try await context.blame(request, limit: limit)
    }
}

extension CommandContext {
    /// The values that exist at some paths of a state.
    fileprivate func values(at paths: [Path], seq: Int) async -> [FoundValue] {
        guard let store = location.store else { return [] }
        let notation = await notation()
        var values: [FoundValue] = []
        for path in paths.prefix(6) where !path.isRoot {
            guard let text = await finding(at: path, seq, store, notation) else { continue }
            values.append(FoundValue(name: ChangeRendering.name(of: path), text: text))
        }
        return values
    }

    /// Requests pages until there are enough entries or no older ones.
    fileprivate func blame(_ first: StateBlame, limit: Int) async throws {
        var request = first
        var found = 0
        var isHidden = false
        var paging = Paging(StateBlame.method, isBackward: true)
        let notation = await notation()
        while true {
            request.limit = limit - found
            let answer: Answer<StateBlame.Result>
            do {
                answer = try await self.answer(request)
            } catch let error as ProtocolError where error.code == .noSuchPath && found == 0 {
                // Not an error if the path fits the shape: there was never a value at it.
                guard let shape = notation.state, (try? shape.check(request.path)) == true else { throw error }
                let name = ChangeRendering.name(of: request.path)
                return show(.object([:]), [StyledText("nothing changed \(name); it never existed", .dim)])
            }
            let isFirst = found == 0
            isHidden = isHidden || answer.result.incomplete == .hidden
            found += answer.result.entries.count
            let isLast = answer.result.next == nil || found >= limit
            if answer.result.entries.isEmpty, isLast, isFirst, !isHidden, let at = request.at {
                // If there never was a value at the path, the answer is an error.
                _ = try await self.answer(StateTree(store: request.store, path: request.path, at: at, depth: 0))
            }
            if options.isJSON || !answer.result.entries.isEmpty || isLast {
                let isEnough = found >= limit
                let hides = isHidden
                show(answer) {
                    FindRendering(layout: layout, notation: notation)
                        .lines($0, isFirst: isFirst, isEnough: isEnough, isHidden: hides)
                }
            }
            guard !isLast, let next = answer.result.next else { return }
            try paging.go(to: next, after: answer.result.entries.count)
            if case .branch(let id, _)? = request.at {
                request.at = .branch(id, at: next)
            } else {
                request.at = .seq(next)
            }
        }
    }
}
