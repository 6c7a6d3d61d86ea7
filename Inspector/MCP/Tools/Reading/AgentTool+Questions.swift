import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension AgentTool {
    static let findState = AgentTool(
        "find_state", "Find a state",
        "The first state (with last: the last one) for which a condition holds, and the entry that led to it.",
        [
            .store, AgentParameter.condition.required, AgentParameter("last", .flag, "the last one"), .from, .to,
        ],
        output: [
            AgentParameter("found", .flag, "").required, AgentParameter("seq", .integer(0...Int.max), ""),
            AgentParameter("from", .integer(0...Int.max), "").required,
            AgentParameter("to", .integer(0...Int.max), "").required,
        ]
    ) { call in
        let store = try await call.store()
        let arguments = call.arguments
        let found = try await call.progress.telling(nil, "searching states") {
            try await store.askLong(
                HistoryFind(
                    store: store.id, condition: arguments.text("condition") ?? "", from: arguments.integer("from"),
                    to: arguments.integer("to"), last: arguments.flag("last")))
        }
        let result = found.result
        let range = "of @\(result.from) to @\(result.to)"
        var answer: AgentAnswer
        if let seq = result.seq {
            answer = AgentAnswer(
                "\(store.head(seq)): the \(arguments.flag("last") == true ? "last" : "first") \(range)")
            if let entry = result.entry {
                let text = EntryText(notation: try await store.notation())
                answer.parts = [[text.line(entry)]]
                answer.tail.append(store.call("read_entry", ["seq": .int(Int64(entry.seq))]))
            }
            answer.tail.append(store.call("read_state", ["at": .string(String(seq))]))
        } else {
            answer = AgentAnswer("\(store.name): in none \(range)")
        }
        if result.incomplete == .hidden { answer.tail.append("something is hidden: another state may match") }
        answer.structured = { _ in
            var members: Value.Object = ["found": .bool(result.seq != nil)]
            if let seq = result.seq { members["seq"] = .int(Int64(seq)) }
            members["from"] = .int(Int64(result.from))
            members["to"] = .int(Int64(result.to))
            return members
        }
        return answer
    }

    static let verifyHistory = AgentTool(
        "verify_history", "Verify the history",
        "Replays the log, or a part of it, and checks that the reducer is pure and nothing else changed the state.",
        [.store, .from, .to],
        output: [
            AgentParameter("same", .flag, "").required, AgentParameter("checked", .integer(0...Int.max), "").required,
            AgentParameter("seq", .integer(0...Int.max), "first that differs"),
        ]
    ) { call in
        let store = try await call.store()
        let result = try await call.progress.telling(nil, "replaying") {
            try await store.askLong(
                HistoryVerify(
                    store: store.id, from: call.arguments.integer("from"), to: call.arguments.integer("to"))
            ).result
        }
        let range =
            "\(NumberText.counted(result.checked, "entry", plural: "entries")) from #\(result.from) to #\(result.seq)"
        var answer: AgentAnswer
        if let divergence = result.divergence {
            answer = AgentAnswer(
                "\(store.name): \(range) replayed; #\(divergence.seq) differs: \(divergence.kind.rawValue)")
            answer.parts =
                [[divergence.message]]
                + ChangeText(notation: try await store.notation()).lines(divergence.changes, .unknown).map { [$0] }
            answer.tail.append(store.call("read_entry", ["seq": .int(Int64(max(divergence.seq, 1)))]))
        } else {
            answer = AgentAnswer("\(store.name): \(range) replayed; the states are the same")
        }
        answer.structured = { _ in
            var members: Value.Object = [
                "same": .bool(result.divergence == nil), "checked": .int(Int64(result.checked)),
            ]
            if let seq = result.divergence?.seq { members["seq"] = .int(Int64(seq)) }
            return members
        }
        return answer
    }

    static let readGraph = AgentTool(
        "read_graph", "Read the graph",
        "What each action did to an enum (of the state, or at a path): transitions with counts, and what never ran where.",
        [.store, .path]
    ) { call in
        let store = try await call.store()
        let graph = try await store.askLong(GraphGet(store: store.id, path: try call.arguments.path()))
        let result = graph.result
        var answer = AgentAnswer("\(store.name) @\(result.firstSeq) to @\(result.seq)")
        answer.parts = [["\(result.type) at \(result.path.isRoot ? "the root" : result.path.pointer)"]]
        let ways = Dictionary(grouping: result.transitions, by: \.from)
        for state in result.states {
            var line = "\(state.name)  \(state.visits) \(state.visits == 1 ? "visit" : "visits")"
            if state.initial == true { line += "  initial" }
            if state.current == true { line += "  current" }
            answer.parts.append(
                [line]
                    + (ways[state.name] ?? []).map { way in
                        "  \(way.action) → \(way.to)  \(way.count == 0 ? "never taken" : "\(way.count)×")"
                            + (way.guardName.map { "  if \($0)" } ?? "")
                    })
        }
        for pair in result.pairs where pair.ignored + pair.rejected > 0 {
            answer.parts.append([
                "\(pair.action) in \(pair.state): ignored \(pair.ignored)×, rejected \(pair.rejected)×"
            ])
        }
        let never = Dictionary(grouping: result.unvisited, by: \.action)
        for action in result.actions {
            guard let cells = never[action] else { continue }
            answer.parts.append(["\(action) never ran in \(cells.map(\.state).joined(separator: ", "))"])
        }
        let count = answer.parts.count
        answer.more = { shown in
            guard shown < count else { return nil }
            return call.larger("read_graph").map { "\(count - shown) more: \($0)" }
                ?? "\(count - shown) more: a path to a smaller enum shows less"
        }
        answer.whole = graph.raw
        return answer
    }

    static let listActions = AgentTool(
        "list_actions", "List actions",
        "The actions of a store as Swift declarations; with case one of them, with an example in Swift and JSON.",
        [.store, AgentParameter("case", .text, "such as .load")]
    ) { call in
        let store = try await call.store()
        let shapes = try await store.ask(ActionSchema(store: store.id))
        var answer = AgentAnswer("\(store.name): actions")
        answer.whole = shapes.raw
        guard let name = call.arguments.text("case") else {
            answer.parts = SchemaRendering.lines(shapes.result.schema).map { [$0.plain] }
            let count = answer.parts.count
            answer.more = { shown in
                guard shown < count else { return nil }
                return call.larger("list_actions").map { "\(count - shown) more lines: \($0)" }
                    ?? "\(count - shown) more lines: case shows one action"
            }
            return answer
        }
        do {
            let lines = try SchemaRendering.lines(caseNamed: name, of: shapes.result.schema)
            answer.parts = lines.dropLast().map { [$0.plain] }
        } catch {
            throw AgentError(
                .tool, "There is no such action.", quoted: [InspectorError(any: error).message],
                next: store.call("list_actions"))
        }
        if case .choice(_, let cases) = shapes.result.schema,
            let choice = cases.first(where: { $0.name == (name.hasPrefix(".") ? String(name.dropFirst()) : name) })
        {
            let example = SchemaExample.text(of: choice)
            answer.parts.append(["in Swift: \(example)"])
            if let json = try? Literal.parse(example, schema: shapes.result.schema) {
                answer.parts.append(["in JSON: \(AgentText.json(json))"])
            }
        }
        return answer
    }
}
