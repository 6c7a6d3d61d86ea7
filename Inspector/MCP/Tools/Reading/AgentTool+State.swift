import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeTree

extension AgentTool {
    static let readState = AgentTool(
        "read_state", "Read a state",
        "Outline of a state, or of the part at a path, now or in the past. Long lists come in pages (start, count).",
        [
            .store, .path, .at, AgentParameter("depth", .integer(0...12), "levels, default 2"),
            AgentParameter("start", .integer(0...Int.max), "first child"),
            AgentParameter("count", .integer(1...1_000), "children of each, default 50"),
        ]
    ) { call in
        let store = try await call.store()
        let arguments = call.arguments
        let (path, at) = (try arguments.path() ?? .root, try arguments.position())
        let start = arguments.integer("start") ?? 0
        let count = arguments.integer("count") ?? 50
        let tree = try await store.ask(
            StateTree(
                store: store.id, path: path, at: at, depth: arguments.integer("depth") ?? 2, start: start, count: count)
        )
        let node = tree.result.node
        var answer = AgentAnswer("\(store.head(tree.result.seq)) (\(PositionText.kind(at, store)))")
        answer.parts = [["\(path.isRoot ? "state" : AgentText.clipped(path.pointer)): \(OutlineText.top(node))"]]
        answer.parts += OutlineText.parts(node, start: start)
        let children = node.children?.count ?? 0
        let rest = node.more ?? 0
        // Pages of one state, though the store goes on.
        let same: Value = PositionText.fixed(at, seq: tree.result.seq)
        answer.more = { shown in
            let left = children - max(shown - 1, 0) + rest
            guard children > 0, left > 0 else { return nil }
            let next = call.again("read_state", ["at": same, "start": .int(Int64(start + max(shown - 1, 0)))])
            return "\(NumberText.grouped(left)) more: \(next)"
        }
        answer.whole = tree.raw
        return answer
    }

    static let diffStates = AgentTool(
        "diff_states", "Compare two states", "The changes from one state to another, of the whole or at a path.",
        [
            .store, AgentParameter("from", .position, "seq or branch:ID@SEQ").required,
            AgentParameter("to", .position, "default live"), .path,
        ]
    ) { call in
        let store = try await call.store()
        let arguments = call.arguments
        let request = StateDiff(
            store: store.id, from: try arguments.position("from") ?? .live, to: try arguments.position("to") ?? .live,
            path: try arguments.path())
        let diff = try await store.ask(request)
        let notation = try await store.notation()
        var answer = AgentAnswer(
            "\(store.name) @\(diff.result.from) → @\(diff.result.to): "
                + ChangeText.count(diff.result.changes, diff.result.incomplete))
        let lines = ChangeText(notation: notation).lines(diff.result.changes, diff.result.incomplete)
        answer.parts = lines.map { [$0] }
        let (from, to) = (diff.result.from, diff.result.to)
        answer.more = { shown in
            guard shown < lines.count else { return nil }
            let rest = NumberText.counted(lines.count - shown, "more change")
            // The same states again, though the store goes on; branches stay as they are.
            return call.larger("diff_states").map { "\(rest): \($0)" }
                ?? "\(rest): a path narrows them, or "
                + call.again(
                    "list_log",
                    [
                        "from": .int(Int64(min(from, to) + 1)), "to": .int(Int64(max(from, to))), "changes": true,
                    ])
        }
        answer.whole = diff.raw
        return answer
    }

    static let blamePath = AgentTool(
        "blame_path", "Find what changed a value",
        "The entries that changed the value at a path, newest first, with their changes.",
        [.store, AgentParameter.path.required, .at, AgentParameter("limit", .integer(1...100), "default 5")]
    ) { call in
        let store = try await call.store()
        let path = try call.arguments.path() ?? .root
        let at = try call.arguments.position()
        let blame = try await store.askLong(
            StateBlame(
                store: store.id, path: path, at: at,
                limit: call.arguments.integer("limit") ?? 5))
        let result = blame.result
        let text = EntryText(notation: try await store.notation())
        let count = NumberText.counted(result.entries.count, "entry", plural: "entries")
        var answer = AgentAnswer(
            "\(store.head(result.seq)): \(result.next == nil ? count : "the last \(count) that") changed it, newest first"
        )
        answer.parts = result.entries.map { text.lines($0.entry, changes: $0.changes) }
        if result.incomplete == .hidden { answer.tail.append("something there is hidden and may have changed as well") }
        let seqs = result.entries.map(\.entry.seq)
        answer.more = { shown in
            // Before the first entry that is not shown there is another state.
            let next = shown < seqs.count ? seqs[shown] : result.next
            return next.map { "older ones: " + call.again("blame_path", ["at": PositionText.moved(at, to: $0)]) }
        }
        if let first = seqs.first {
            answer.tail.append("causes and effects: " + store.call("read_entry", ["seq": .int(Int64(first))]))
        }
        answer.whole = blame.raw
        return answer
    }
}

/// Writes positions.
enum PositionText {
    /// What a position is, for the first line.
    static func kind(_ at: Position?, _ store: AgentStore) -> String {
        switch at {
        case nil, .live?: store.isRecorded ? "recorded, the last" : "live"
        case .seq?: "past"
        case .branch?: "branch"
        }
    }

    /// Another seq of the same log: of that of the store, or of a branch.
    static func moved(_ at: Position?, to seq: Int) -> Value {
        if case .branch(let id, _)? = at { .string("branch:\(id)@\(seq)") } else { .string(String(seq)) }
    }

    /// The same position as one that does not move on.
    static func fixed(_ at: Position?, seq: Int) -> Value {
        switch at {
        case nil, .live?, .seq?: .string(String(seq))
        case .branch(let id, let own)?: .string("branch:\(id)@\(own ?? seq)")
        }
    }
}
