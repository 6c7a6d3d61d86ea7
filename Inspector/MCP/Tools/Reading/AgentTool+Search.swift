import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeTree

extension AgentTool {
    static let search = AgentTool(
        "search", "Search for text",
        "Parts of a state, or entries of the log, that contain the text. In the log, path and branch narrow the entries.",
        [
            .store, AgentParameter("query", .text, "").required,
            AgentParameter("in", .choice(["state", "log"]), "default state"),
            AgentParameter("regex", .flag, "query is a regular expression"), .path, .at,
            AgentParameter("from", .integer(0...Int.max), "first seq of the log"),
            AgentParameter("branch", .text, "its log"), AgentParameter("limit", .integer(1...1_000), "default 30"),
        ]
    ) { call in
        let store = try await call.store()
        guard call.arguments.text("in") == "log" else { return try await searchState(store, call) }
        guard call.arguments.text("path") != nil || call.arguments.branch != nil else {
            return try await searchLog(store, call)
        }
        return try await searchEntries(store, call)
    }

    private static func searchState(_ store: AgentStore, _ call: AgentCall) async throws -> AgentAnswer {
        let arguments = call.arguments
        let limit = arguments.integer("limit") ?? 30
        let at = try arguments.position()
        let found = try await store.askLong(
            StateSearch(
                store: store.id, query: arguments.text("query") ?? "", regex: arguments.flag("regex"),
                path: try arguments.path(), at: at, limit: limit))
        let matches = found.result.matches
        var answer = AgentAnswer(
            "\(store.head(found.result.seq)): \(NumberText.counted(matches.count, "match", plural: "matches"))")
        answer.parts = matches.map { match in
            let value = match.value.map { "  " + AgentText.literal($0) } ?? ""
            return [AgentText.clipped(match.path.pointer) + value + (match.inKey == true ? "  (key)" : "")]
        }
        let hasMore = found.result.more == true
        answer.more = { shown in
            if shown < matches.count, let larger = call.larger("search") {
                return "\(matches.count - shown) more: \(larger)"
            }
            guard hasMore || shown < matches.count else { return nil }
            return limit < 1_000 && hasMore
                ? "there may be more: " + call.again("search", ["limit": .int(Int64(min(limit * 10, 1_000)))])
                : "there may be more: give a path"
        }
        answer.whole = found.raw
        return answer
    }

    private static func searchLog(_ store: AgentStore, _ call: AgentCall) async throws -> AgentAnswer {
        let arguments = call.arguments
        let found = try await store.askLong(
            LogSearch(
                store: store.id, query: arguments.text("query") ?? "", regex: arguments.flag("regex"),
                from: arguments.integer("from"), limit: arguments.integer("limit") ?? 30))
        let matches = found.result.matches.map { ($0.entry, $0.in.map(\.rawValue)) }
        var answer = try await entries(matches, next: found.result.next, seq: found.result.seq, store, call)
        answer.whole = found.raw
        return answer
    }

    /// Searches the entries that changed a path, or those of a branch, which the process does not do itself.
    private static func searchEntries(_ store: AgentStore, _ call: AgentCall) async throws -> AgentAnswer {
        let arguments = call.arguments
        let query = arguments.text("query") ?? ""
        let pattern: Pattern
        do {
            pattern =
                arguments.flag("regex") == true
                ? try Pattern(regex: query) : Pattern(containing: query, ignoresCase: true)
        } catch {
            throw AgentError(.tool, "That is not a regular expression.", quoted: [error.message])
        }
        let limit = arguments.integer("limit") ?? 30
        var matches: [(LogEntry, [String])] = []
        var next: Int? = max(arguments.integer("from") ?? 1, 1)
        var seq = 0
        let path = try arguments.path()
        // So much is looked at for an answer; the next call goes on there.
        for _ in 0..<20 {
            guard let from = next, matches.count < limit else { break }
            let page = try await store.askLong(
                LogList(
                    store: store.id, from: from, limit: 500, filter: path.map { LogList.Filter(path: $0) },
                    branch: arguments.branch, changes: true)
            ).result
            (next, seq) = (page.next, page.seq)
            for entry in page.entries {
                let places = pattern.places(in: entry)
                guard !places.isEmpty else { continue }
                guard matches.count < limit else {
                    next = entry.seq
                    break
                }
                matches.append((entry, places))
            }
        }
        return try await entries(matches, next: next, seq: seq, store, call)
    }

    private static func entries(
        _ matches: [(LogEntry, [String])], next: Int?, seq: Int, _ store: AgentStore, _ call: AgentCall
    ) async throws -> AgentAnswer {
        let text = EntryText(notation: try await store.notation())
        var answer = AgentAnswer(
            "\(store.head(seq)): \(NumberText.counted(matches.count, "entry", plural: "entries")), oldest first")
        answer.parts = matches.map { ["\(text.line($0.0))  (in \($0.1.joined(separator: ", ")))"] }
        let seqs = matches.map(\.0.seq)
        answer.more = { shown in
            guard let from = shown < seqs.count ? seqs[shown] : next else { return nil }
            return "later ones: " + call.again("search", ["from": .int(Int64(from))])
        }
        return answer
    }
}

extension Pattern {
    /// Where an entry has what is searched for.
    fileprivate func places(in entry: LogEntry) -> [String] {
        var places: [String] = []
        let action = entry.action.map { Literal.text($0) } ?? ""
        if matches(entry.label) || matches(action) || entry.error.map(matches) == true { places.append("action") }
        if entry.effects.contains(where: { matches($0.label) }) { places.append("effect") }
        let isChanged = (entry.changes ?? []).contains { change in
            matches(change.path.pointer) || change.value.map { matches(Literal.text($0)) } == true
                || change.old.map { matches(Literal.text($0)) } == true
        }
        if isChanged { places.append("change") }
        return places
    }
}
