import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeTree

extension AgentTool {
    static let sendAction = AgentTool(
        writing: "send_action", "Send an action",
        "Dispatches an action to the live store; its effects run and may reach other systems. Then lists what they dispatched within settle_ms.",
        .writes(destroys: true, repeats: false, reachesOut: true),
        [
            .store, AgentParameter.action.required, .ifSeq,
            AgentParameter("settle_ms", .integer(0...5_000), "default 200"),
        ],
        output: [
            AgentParameter("seq", .integer(0...Int.max), "").required, AgentParameter("changed", .flag, ""),
            AgentParameter("rejected", .flag, "").required, AgentParameter("effects", .list(.text), "").required,
            AgentParameter("last", .integer(0...Int.max), "seq after settling").required,
        ]
    ) { call in
        let store = try await call.liveStore()
        let action = try await call.action(store)
        let notation = try await store.notation()
        var ifSeq = call.arguments.integer("if_seq")
        switch try await call.asking(
            store,
            { () async throws -> AgentQuestion? in
                let tried = try await call.tried(store, action, ifSeq: ifSeq)
                // Where nothing can be tried, there may be effects.
                guard call.options.confirmation == .always || tried?.effects.isEmpty != true else { return nil }
                let seq = if let tried { tried.seq } else { try await call.checkedSeq(store) }
                return AgentQuestion(
                    message: "Send `\(AgentText.literal(action, notation.action))` to \(store.name)? "
                        + DispatchText.summary(tried), promise: AgentPromise(seq: seq))
            })
        {
        case .ask(let question): return .question(question)
        case .go(let promise): ifSeq = promise?.seq ?? ifSeq
        }
        let dispatch = ActionDispatch(store: store.id, action: action, ifSeq: ifSeq, origin: "script")
        let sent = try await call.writing("send_action", store) { try await store.ask(dispatch).result }
        call.noteWrite("send_action", store, sent.seq)
        var answer: AgentAnswer
        if let held = sent.held {
            answer = AgentAnswer("\(store.head(sent.seq)): held at the gate as \(held), not reduced yet")
            answer.tail.append(store.call("gate", ["do": "step"]))
        } else if sent.applied == false {
            answer = AgentAnswer("\(store.head(sent.seq)): sent; the store does not say which entry resulted")
        } else {
            answer = AgentAnswer(
                "\(store.name) #\(sent.seq): "
                    + (sent.error == nil ? ChangeText.count(sent.changes, sent.incomplete) : "rejected"))
            answer.parts = DispatchText(notation: notation).lines(sent).map { [$0] }
        }
        let changeCount = answer.parts.count
        let after = await AgentSettling(store: store, seq: sent.seq).read(
            // Without effects nothing follows of it.
            within: sent.effects.isEmpty ? .zero : .milliseconds(call.arguments.integer("settle_ms") ?? 200))
        switch after {
        case .success(let entries):
            let text = EntryText(notation: notation)
            answer.parts += entries.entries.map { ["then " + text.line($0)] }
        case .failure(let error):
            // It was sent in any case.
            answer.tail.append("what followed could not be read: \(error.message)")
        }
        let last = (try? after.get().last) ?? sent.seq
        let parts = answer.parts.count
        answer.more = { shown in
            guard shown < parts else { return nil }
            return shown < changeCount
                ? "\(parts - shown) more lines: " + store.call("read_entry", ["seq": .int(Int64(sent.seq))])
                : "\(parts - shown) more: " + store.call("list_log", ["from": .int(Int64(sent.seq + 1))])
        }
        if let running = try? after.get().isRunning, running {
            answer.tail.append(
                "its effects still run: "
                    + store.call("wait_for", ["action": "*", "from": .int(Int64(last))]))
        }
        answer.structured = { _ in
            var members = DispatchText.members(sent)
            members["last"] = .int(Int64(last))
            return members
        }
        return .answer(answer)
    }

    static let setState = AgentTool(
        writing: "set_state", "Set a part of the state",
        "Sets the value at a path of the live state, as a new entry; no effects run.",
        .writes(destroys: true, repeats: true, reachesOut: false),
        [
            .store, AgentParameter.path.required,
            AgentParameter("value", .literal, "in Swift or JSON").required, .ifSeq,
        ]
    ) { call in
        let store = try await call.liveStore()
        let path = try call.arguments.path() ?? .root
        let notation = try await store.notation()
        let value = try call.arguments.literal(
            "value", notation.state?.part(at: path), explainedBy: store.call("read_state", ["depth": 3]))
        guard let value else { throw AgentError(.tool, "`value` is missing.") }
        var ifSeq = call.arguments.integer("if_seq")
        switch try await call.asking(
            store,
            { () async throws -> AgentQuestion? in
                guard call.options.confirmation == .always else { return nil }
                let seq = try await call.checkedSeq(store)
                return AgentQuestion(
                    message: "Set `\(AgentText.line(path.pointer))` of \(store.name) to "
                        + "`\(AgentText.line(AgentText.literal(value)))`?", promise: AgentPromise(seq: seq))
            })
        {
        case .ask(let question): return .question(question)
        case .go(let promise): ifSeq = promise?.seq ?? ifSeq
        }
        let request = StateSet(store: store.id, path: path, value: value, ifSeq: ifSeq)
        let set = try await call.writing("set_state", store) { try await store.ask(request).result }
        return .answer(call.replaced(store, set, "set_state", "set", notation))
    }

    static let restoreState = AgentTool(
        writing: "restore_state", "Restore a state",
        "Makes a past state, or the end of a branch, the live state, as a new entry; no effects run and the log stays.",
        .writes(destroys: true, repeats: true, reachesOut: false),
        [
            .store, AgentParameter("seq", .integer(0...Int.max), "of a past state"),
            AgentParameter("branch", .text, "such as mcp-1"), .ifSeq,
        ]
    ) { call in
        let store = try await call.liveStore()
        let (seq, branch) = (call.arguments.integer("seq"), call.arguments.branch)
        guard (seq == nil) != (branch == nil) else {
            throw AgentError(.tool, "Give either a seq or a branch.", next: store.call("list_log"))
        }
        var ifSeq = call.arguments.integer("if_seq")
        switch try await call.asking(
            store,
            { () async throws -> AgentQuestion? in
                guard call.options.confirmation == .always else { return nil }
                let now = try await call.checkedSeq(store)
                let what = seq.map { "the state @\($0)" } ?? "the end of branch \(AgentText.id(branch ?? ""))"
                return AgentQuestion(message: "Restore \(what) in \(store.name)?", promise: AgentPromise(seq: now))
            })
        {
        case .ask(let question): return .question(question)
        case .go(let promise): ifSeq = promise?.seq ?? ifSeq
        }
        let notation = try await store.notation()
        if let branch {
            let request = BranchAdopt(store: store.id, id: branch, ifSeq: ifSeq)
            let adopted = try await call.writing("restore_state", store) { try await store.ask(request).result }
            return .answer(call.replaced(store, adopted, "restore_state", "restored", notation))
        }
        let request = HistoryJump(store: store.id, seq: seq ?? 0, ifSeq: ifSeq)
        let jumped = try await call.writing("restore_state", store) { try await store.ask(request).result }
        return .answer(call.replaced(store, jumped, "restore_state", "restored", notation))
    }

    static let cancelEffect = AgentTool(
        writing: "cancel_effect", "Cancel an effect", "Cancels a running effect, by its id in read_store.",
        .writes(destroys: true, repeats: true, reachesOut: false),
        [.store, AgentParameter("id", .integer(0...Int.max), "").required]
    ) { call in
        let store = try await call.liveStore()
        let id = call.arguments.integer("id") ?? 0
        if case .ask(let question) = try await call.asking(
            store,
            { () async throws -> AgentQuestion? in
                guard call.options.confirmation == .always else { return nil }
                let effects = try await store.ask(EffectList(store: store.id)).result.effects
                let label = effects.first { $0.id == id }.map { " `\(AgentText.line($0.label))`" } ?? ""
                return AgentQuestion(
                    message: "Cancel the effect \(id)\(label) of \(store.name)?", promise: AgentPromise())
            })
        {
            return .question(question)
        }
        let wasRunning = try await call.writing("cancel_effect", store) {
            try await store.ask(EffectCancel(store: store.id, id: id)).result.cancelled
        }
        let seq = try await store.describe().seq
        if wasRunning { call.noteWrite("cancel_effect", store, seq) }
        var answer = AgentAnswer(
            "\(store.head(seq)): effect \(id) " + (wasRunning ? "is cancelled" : "was not running; nothing was done"))
        if !wasRunning { answer.tail = [store.call("read_store")] }
        return .answer(answer)
    }
}

extension DispatchText {
    /// What an action would do, in a question: `2 changes; asks for charge(card)`.
    static func summary(_ result: ActionDispatch.Result?) -> String {
        guard let result else { return "What it would do cannot be tried in this store." }
        if let error = result.error { return "It would be rejected: \(AgentText.line(error))" }
        let effects =
            result.effects.isEmpty ? "" : "; requests `\(AgentText.line(EntryText.effects(result.effects)))`"
        return ChangeText.count(result.changes, result.incomplete) + effects
    }
}

extension AgentCall {
    /// The answer about a state that was replaced.
    fileprivate func replaced(
        _ store: AgentStore, _ result: StateReplacement, _ tool: String, _ what: String, _ notation: Notation
    ) -> AgentAnswer {
        noteWrite(tool, store, result.seq)
        guard result.applied != false else {
            return AgentAnswer("\(store.head(result.seq)): \(what); the store does not say which entry resulted")
        }
        var answer = AgentAnswer(
            "\(store.name) #\(result.seq): \(what), \(ChangeText.count(result.changes, result.incomplete))")
        let lines = ChangeText(notation: notation).lines(result.changes, result.incomplete)
        answer.parts = lines.map { [$0] }
        answer.more = { shown in
            guard shown < lines.count else { return nil }
            return "\(lines.count - shown) more: " + store.call("read_entry", ["seq": .int(Int64(result.seq))])
        }
        return answer
    }
}
