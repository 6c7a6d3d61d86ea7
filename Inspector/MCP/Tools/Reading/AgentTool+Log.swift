import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeTree

extension AgentTool {
    static let listLog = AgentTool(
        "list_log", "List the log",
        "Entries of the log: the newest first, or with from the oldest first. Filters: action (glob), origin, path.",
        [
            .store, .from, .to, AgentParameter("limit", .integer(1...1_000), "default 30"),
            AgentParameter("action", .text, "such as .load*"),
            AgentParameter("origin", .choice(["app", "effect", "inspector", "script", "restore", "edit"]), ""),
            AgentParameter("path", .text, "that changed"), AgentParameter("changes", .flag, "show what each changed"),
            AgentParameter("rejected", .flag, "only these"), AgentParameter("branch", .text, "its entries"),
        ]
    ) { call in
        let store = try await call.store()
        let reader = LogPages(store: store, call: call)
        let page = try await reader.read()
        let text = EntryText(notation: try await store.notation())
        let entries = reader.isForward ? page.entries : page.entries.reversed()
        var answer = AgentAnswer(
            "\(store.head(page.seq)): \(NumberText.counted(entries.count, "entry", plural: "entries")), "
                + (reader.isForward ? "oldest first" : "newest first"))
        let withChanges = call.arguments.flag("changes") == true
        answer.parts = entries.map { withChanges ? text.lines($0, changes: $0.changes) : [text.line($0)] }
        if let first = page.firstSeq, first > 1 { answer.tail.append("the log begins at #\(first)") }
        if page.isHidden {
            answer.tail.append("something at that path is hidden: entries that changed only that are missing")
        }
        let seqs = entries.map(\.seq)
        let isForward = reader.isForward
        answer.more = { shown in
            if shown < seqs.count {
                return "\(seqs.count - shown) more: "
                    + call.again("list_log", [isForward ? "from" : "to": .int(Int64(seqs[shown]))])
            }
            guard let next = page.next else { return nil }
            return (isForward ? "later ones: " : "earlier ones: ")
                + call.again("list_log", [isForward ? "from" : "to": .int(Int64(next))])
        }
        answer.whole = page.raw
        return answer
    }

    static let readEntry = AgentTool(
        "read_entry", "Read an entry",
        "One entry of the log: action, changes, effects, source line, what caused it and what it caused.",
        [
            .store, AgentParameter("seq", .integer(1...Int.max), "").required,
            AgentParameter("branch", .text, "of a branch, with its own seqs"),
        ]
    ) { call in
        let store = try await call.store()
        let (seq, branch) = (call.arguments.integer("seq") ?? 0, call.arguments.branch)
        let entry = try await store.ask(LogGet(store: store.id, seq: seq, branch: branch))
        let text = EntryText(notation: try await store.notation())
        var answer = AgentAnswer("\(store.name) #\(seq)" + (branch == nil ? "" : " of a branch"))
        answer.parts = text.details(entry.result.entry, changes: entry.result.changes, notes: entry.result.notes ?? [])
            .map { [$0] }
        answer.whole = entry.raw
        let count = answer.parts.count
        if branch == nil {
            let why = try await store.ask(LogWhy(store: store.id, seq: seq, limit: 30)).result
            for link in why.links.dropLast() { answer.parts.append(["caused by " + text.line(link)]) }
            for child in why.children { answer.parts.append(["caused " + text.line(child)]) }
            if let more = why.more { answer.parts.append(["caused \(NumberText.grouped(more)) more"]) }
            for effect in why.running { answer.parts.append(["still running: \(effect.label)"]) }
            answer.tail.append(
                "without it: " + store.call("try_history", ["skip": [.int(Int64(seq))]]))
        }
        answer.more = { shown in
            guard shown < count else { return nil }
            return call.larger("read_entry").map { "\(count - shown) more lines: \($0)" }
                ?? "\(count - shown) more lines: "
                + store.call("diff_states", ["from": .string(String(max(seq - 1, 0))), "to": .string(String(seq))])
        }
        return answer
    }
}

/// Reads a page of the log; a filter is continued until there is something to show.
private struct LogPages {
    let store: AgentStore
    let call: AgentCall

    /// A page, the oldest entry first.
    struct Page: Sendable {
        var seq = 0
        var entries: [LogEntry] = []
        /// Where it goes on, in the direction of reading.
        var next: Int?
        var firstSeq: Int?
        var isHidden = false
        var raw: Value = .null
    }

    var isForward: Bool { call.arguments.integer("from") != nil }

    func read() async throws -> Page {
        let arguments = call.arguments
        let limit = arguments.integer("limit") ?? 30
        var filter: LogList.Filter?
        if arguments.text("action") != nil || arguments.text("origin") != nil || arguments.text("path") != nil {
            filter = LogList.Filter(
                action: arguments.text("action"), origin: arguments.text("origin"), path: try arguments.path())
        }
        let isRejected = arguments.flag("rejected") == true
        var request = LogList(
            store: store.id, from: arguments.integer("from"), to: arguments.integer("to"),
            limit: isRejected ? 500 : limit, filter: filter, branch: arguments.branch,
            changes: arguments.flag("changes") ?? false)
        var page = Page()
        // A filter may leave pages empty; some of them are passed over, then the client goes on.
        for _ in 0..<20 {
            let answer = try await store.askLong(request)
            let result = answer.result
            if page.raw == .null { (page.raw, page.seq, page.firstSeq) = (answer.raw, result.seq, result.firstSeq) }
            page.isHidden = page.isHidden || result.incomplete == .hidden
            var found = isRejected ? result.entries.filter { $0.error != nil } : result.entries
            page.next = isForward ? result.next : result.previous
            let room = limit - page.entries.count
            if found.count > room {
                let cut = isForward ? found[room] : found[found.count - room - 1]
                found = isForward ? Array(found.prefix(room)) : Array(found.suffix(room))
                page.next = cut.seq
            }
            page.entries = isForward ? page.entries + found : found + page.entries
            guard page.entries.count < limit, let next = page.next, filter != nil || isRejected else { break }
            if isForward { request.from = next } else { request.to = next }
        }
        return page
    }
}
