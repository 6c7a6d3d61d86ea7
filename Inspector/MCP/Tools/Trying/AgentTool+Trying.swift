import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeTree

extension AgentTool {
    static let tryAction = AgentTool(
        "try_action", "Try an action",
        "What an action would change and which effects it would request, on a copy of a state; nothing is done. Needs control.",
        [.store, AgentParameter.action.required, .at],
        output: [
            AgentParameter("seq", .integer(0...Int.max), "").required, AgentParameter("changed", .flag, ""),
            AgentParameter("rejected", .flag, "").required,
            AgentParameter("effects", .list(.text), "").required,
        ]
    ) { call in
        let store = try await call.store()
        let action = try await call.action(store)
        let tried = try await store.ask(
            ActionDispatch(store: store.id, action: action, dryRun: true, at: try call.arguments.position()))
        let result = tried.result
        let notation = try await store.notation()
        var answer = AgentAnswer(
            "\(store.head(result.seq)), tried: "
                + (result.error == nil ? ChangeText.count(result.changes, result.incomplete) : "rejected"))
        let lines = DispatchText(notation: notation).lines(result)
        answer.parts = lines.map { [$0] }
        answer.more = { shown in
            guard shown < lines.count else { return nil }
            return call.larger("try_action").map { "\(lines.count - shown) more lines: \($0)" }
                ?? "\(lines.count - shown) more lines do not fit"
        }
        answer.structured = { _ in DispatchText.members(result) }
        return answer
    }

    static let tryHistory = AgentTool(
        "try_history", "Try another past",
        "Replays the log without some entries, or with others, on a copy: what would be different now. The result stays readable as branch:mcp-N.",
        [
            .store, AgentParameter("skip", .list(.integer(1...Int.max)), "seqs to leave out"),
            AgentParameter(
                "replace",
                .object([
                    AgentParameter("seq", .integer(1...Int.max), "").required,
                    AgentParameter("action", .literal, "").required,
                ]), "another action instead of one"),
            AgentParameter(
                "insert",
                .object([
                    AgentParameter("before", .integer(1...Int.max), "seq").required,
                    AgentParameter("action", .literal, "").required,
                ]), "one more action"),
            AgentParameter(
                "move",
                .object([
                    AgentParameter("seq", .integer(1...Int.max), "").required,
                    AgentParameter("before", .integer(1...Int.max), "").required,
                ]), "to another place"),
            .from, .to,
        ]
    ) { call in
        let store = try await call.store()
        let edits = try await edits(store, call)
        guard !edits.isEmpty else {
            throw AgentError(
                .tool, "Say what should be different: skip, replace, insert or move.",
                next: store.call("try_history", ["skip": [1]]))
        }
        let branch = try await call.progress.telling(nil, "replaying") {
            try await AgentBranch.create(
                store, edits: edits, from: call.arguments.integer("from"), to: call.arguments.integer("to"))
        }
        let name = branch.name ?? branch.id
        let position = "branch:\(name)"
        let notation = try await store.notation()
        // Compared with the log where the branch ends: what came after that is no difference.
        let end = Position.seq(branch.to >= branch.from ? branch.to : branch.base)
        let diff = try await store.askLong(StateDiff(store: store.id, from: end, to: .branch(branch.id)))
        var answer = AgentAnswer(
            "\(store.name) branch:\(AgentText.id(name))@\(branch.seq): "
                + "\(ChangeText.count(diff.result.changes, diff.result.incomplete)) from "
                + "@\(diff.result.from), \(NumberText.counted(branch.errors, "error"))")
        answer.parts = [[BranchText.line(branch)]]
        if branch.errors > 0 {
            let entries = try await store.askLong(
                LogList(store: store.id, from: branch.firstError, limit: 200, branch: branch.id)
            ).result.entries.filter { $0.error != nil }.prefix(5)
            answer.parts += entries.map { [EntryText(notation: notation).line($0)] }
        }
        let before = answer.parts.count
        let lines = ChangeText(notation: notation).lines(diff.result.changes, diff.result.incomplete)
        answer.parts += lines.map { [$0] }
        let from = diff.result.from
        answer.more = { shown in
            guard shown < before + lines.count else { return nil }
            return "\(before + lines.count - shown) more lines: "
                + store.call(
                    "diff_states",
                    [
                        "from": .string(String(from)), "to": .string(position),
                        "max_bytes": .int(Int64(AgentAnswer.mostBytes)),
                    ])
        }
        answer.tail = [
            store.call("read_state", ["at": .string(position)]), store.call("list_log", ["branch": .string(name)]),
        ]
        if diff.result.changes.isEmpty, let last = lastEdited(call.arguments), last < branch.to {
            answer.tail.insert(
                "what came later may hide the difference; up to there alone: "
                    + call.again("try_history", ["to": .int(Int64(last))]), at: 0)
        }
        answer.whole = diff.raw
        return answer
    }

    /// The last seq that the edits of a call name.
    private static func lastEdited(_ arguments: AgentArguments) -> Int? {
        let skipped = arguments.list("skip").compactMap { value in
            if case .int(let seq) = value { Int(exactly: seq) } else { nil }
        }
        let (replace, insert, move) = (
            arguments.object("replace"), arguments.object("insert"), arguments.object("move")
        )
        let others = [
            replace?.integer("seq"), insert?.integer("before"), move?.integer("seq"), move?.integer("before"),
        ]
        return (skipped + others.compactMap(\.self)).max()
    }

    private static func edits(_ store: AgentStore, _ call: AgentCall) async throws -> [BranchEditDescription] {
        let arguments = call.arguments
        var edits: [BranchEditDescription] = arguments.list("skip").compactMap { value in
            if case .int(let seq) = value, let seq = Int(exactly: seq) { .skip(seq...seq) } else { nil }
        }
        if let replace = arguments.object("replace"), let seq = replace.integer("seq") {
            edits.append(.replace(seq, action: try await call.action(store, replace)))
        }
        if let insert = arguments.object("insert"), let before = insert.integer("before") {
            edits.append(.insert(before: before, action: try await call.action(store, insert)))
        }
        if let move = arguments.object("move"), let seq = move.integer("seq"), let before = move.integer("before") {
            edits.append(.move(seq, before: before))
        }
        return edits
    }

    static let minimizeHistory = AgentTool(
        "minimize_history", "Find the fewest actions",
        "The fewest entries of the log that still make a condition true, in order; readable as a branch.",
        [.store, AgentParameter.condition.required, .from, .to]
    ) { call in
        let store = try await call.store()
        let found = try await call.progress.telling(nil, "trying fewer actions") {
            try await store.askLong(
                HistoryMinimize(
                    store: store.id, condition: call.arguments.text("condition") ?? "",
                    from: call.arguments.integer("from"), to: call.arguments.integer("to")))
        }
        let result = found.result
        let branch = result.branch
        await store.session.keep(branch: branch.id, of: store.id)
        let all = max(branch.to - branch.from + 1, 0)
        var answer = AgentAnswer(
            "\(store.name) branch:\(AgentText.id(branch.id)): \(NumberText.grouped(result.count)) of "
                + "\(NumberText.counted(all, "entry", plural: "entries")) make it true"
                + (result.minimal ? ", none of them can be left out" : "; stopped early, fewer may be enough"))
        let text = EntryText(notation: try await store.notation())
        answer.parts = result.entries.map { [text.line($0)] }
        let (shownHere, count) = (result.entries.count, result.count)
        answer.more = { shown in
            guard shown < count else { return nil }
            return "\(NumberText.grouped(count - min(shown, shownHere))) more: "
                + store.call("list_log", ["branch": .string(branch.id), "from": .int(Int64(branch.base + shown + 1))])
        }
        if let last = result.kept.last {
            answer.tail.append("the last of them: " + store.call("read_entry", ["seq": .int(Int64(last))]))
        }
        answer.whole = found.raw
        return answer
    }
}

/// Makes branches whose names say who made them.
private enum AgentBranch {
    static func create(
        _ store: AgentStore, edits: [BranchEditDescription], from: Int?, to: Int?
    ) async throws -> BranchDescription {
        // Another server for agents may have taken a name.
        for _ in 0..<64 {
            let name = store.session.nextBranchName()
            do {
                let branch = try await store.session.askLong(
                    BranchCreate(store: store.id, edits: edits, from: from, to: to, name: name)
                ).result.branch
                await store.session.keep(branch: branch.id, of: store.id)
                return branch
            } catch let error as ClientError {
                guard error.serverError?.code == .invalidParams, error.serverError?.data["path"] == "/name" else {
                    let failure = AgentError(error, of: store)
                    if failure.isUnanswered { store.session.note(branch: name, of: store.id) }
                    throw failure
                }
            }
        }
        throw AgentError(.tool, "All names of branches are in use.", next: store.call("read_store"))
    }
}

/// Writes what came of an action, or would come of it.
struct DispatchText {
    var notation = Notation()

    /// The lines of changes, effects and a rejection.
    func lines(_ result: ActionDispatch.Result) -> [String] {
        if let error = result.error { return ["rejected: \(error)"] }
        return result.effects.prefix(20).map { "⇒ \($0.label)" }
            + ChangeText(notation: notation).lines(result.changes, result.incomplete)
    }

    /// The same for programs.
    static func members(_ result: ActionDispatch.Result) -> Value.Object {
        var members: Value.Object = ["seq": .int(Int64(result.seq))]
        if let changed = result.changed { members["changed"] = .bool(changed) }
        members["rejected"] = .bool(result.error != nil)
        members["effects"] = .array(result.effects.prefix(20).map { .string(AgentText.line($0.label)) })
        return members
    }
}
