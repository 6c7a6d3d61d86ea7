import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    static let search = Command(
        name: "search", aliases: ["grep"], group: .look, arguments: "TEXT|/REGEX/ [PATH]",
        summary: "find text in the state or in the log",
        details: [
            "TEXT is found in values, enum cases and keys, upper or lower case; quote it if it has spaces. /REGEX/ is a",
            "regular expression and case-sensitive; /REGEX/i ignores case. --log searches the actions, their effects",
            "and the paths of what they changed, up to the current position, oldest first. --all searches every",
            "store, each at its own position.",
        ],
        options: [
            Option(name: "log", summary: "search the log"),
            Option(name: "all", summary: "search all stores"),
            Option(name: "at", value: "SEQ", summary: "the state after that entry", completion: .seq),
            Option(name: "limit", value: "N", summary: "the number of matches; default 20"),
        ], limit: nil, completion: [.textAndPath],
        names: { $0.has("all") ? [] : [try $0.words(SearchWords.self).path].compactMap { $0.map { .path($0) } } }
    ) { invocation, context in
        let words: SearchWords = try invocation.words()
        let limit = try invocation.number("limit") ?? 20
        guard limit > 0 else { throw InspectorError(.usage, "`--limit` takes a number from 1.") }
        guard !invocation.has("log") || words.path == nil else {
            throw InspectorError(
                .usage, "`--log` takes no path: `log --path PATH` lists what changed there.")
        }
        guard invocation.has("all") else {
            return invocation.has("log")
                ? try await context.searchLog(words, limit: limit, invocation)
                : try await context.searchState(words, limit: limit, invocation)
        }
        guard words.path == nil, !invocation.has("at") else {
            throw InspectorError(
                .usage, "`--all` takes no \(words.path == nil ? "seq" : "path"): each store has its own.")
        }
        try await context.searchAll(words, limit: limit, inLog: invocation.has("log"))
    }
}

extension CommandContext {
    fileprivate func searchState(_ words: SearchWords, limit: Int, _ invocation: Invocation) async throws {
        let answer = try await answer(
            words.inState(of: try await store(), at: try await at(invocation), limit: limit))
        let notation = await notation()
        show(answer) {
            SearchRendering(layout: layout, notation: notation, pattern: words.pattern).lines($0)
        }
    }

    /// Searches page after page until enough matches are found or the whole log is examined.
    fileprivate func searchLog(_ words: SearchWords, limit: Int, _ invocation: Invocation) async throws {
        let store = try await store()
        var end = location.position
        if let text = invocation.value("at") { end = try await position(try await place(text)) }
        var found = 0
        let rendering = SearchRendering(layout: layout, pattern: words.pattern)
        try await pages(words, of: store, upTo: end, limit: limit) { answer, isLast in
            found += answer.result.matches.count
            // Only JSON output shows pages without a match.
            guard options.isJSON || !answer.result.matches.isEmpty || isLast else { return }
            let (isFirst, position) = (found == answer.result.matches.count, location.position)
            show(answer) {
                rendering.lines(
                    $0, position: position, isAll: isFirst && isLast, hasMore: found >= limit && $0.next != nil)
            }
        }
    }

    /// Requests pages of matches in a log.
    ///
    /// - Parameter take: Takes a page; whether it is the last.
    private func pages(
        _ words: SearchWords, of store: String, upTo end: Int?, limit: Int,
        _ take: (Answer<LogSearch.Result>, Bool) throws -> Void
    ) async throws {
        var request = LogSearch(store: store, query: words.query, regex: words.isRegex ? true : nil, to: end)
        var found = 0
        var paging = Paging(LogSearch.method, from: 0)
        while true {
            request.limit = limit - found
            let answer = try await answer(request)
            found += answer.result.matches.count
            let isLast = answer.result.next == nil || found >= limit
            try take(answer, isLast)
            guard !isLast, let next = answer.result.next else { return }
            try paging.go(to: next, after: answer.result.matches.count)
            request.from = next
        }
    }

    /// Searches store after store until enough matches are found.
    fileprivate func searchAll(_ words: SearchWords, limit: Int, inLog: Bool) async throws {
        var (left, hasMore) = (limit, false)
        let stores = try await session.refreshStores().result.stores.map(\.id)
        let width = min(stores.map(\.count).max() ?? 0, 24)
        for store in stores {
            guard left > 0 else {
                hasMore = true
                break
            }
            var there = location
            there.use(store)
            let rendering = SearchRendering(
                layout: layout, notation: await notation(of: store), pattern: words.pattern, store: store,
                storeWidth: width)
            if inLog {
                try await pages(words, of: store, upTo: there.position, limit: left) { answer, isLast in
                    left -= answer.result.matches.count
                    hasMore = hasMore || isLast && answer.result.next != nil
                    show(answer.raw.adding(store: store), rendering.rows(answer.result, position: there.position))
                }
            } else {
                let answer = try await answer(words.inState(of: store, at: there.at, limit: left))
                left -= answer.result.matches.count
                hasMore = hasMore || answer.result.more == true
                show(answer.raw.adding(store: store), rendering.rows(answer.result))
            }
        }
        if left == limit {
            remark(StyledText("nothing found in any \(inLog ? "log" : "state")" + (inLog ? "" : "; try --log"), .dim))
        } else if hasMore {
            remark(StyledText("… there may be more: --limit N", .dim))
        }
    }
}

extension Value {
    /// An answer with the store that gave it.
    func adding(store: String) -> Value {
        guard case .object(var members) = self else { return self }
        members["store"] = .string(store)
        return .object(members)
    }
}

/// The text that is searched for and the path to search in, as typed.
private struct SearchWords: CommandWords {
    var query: String
    var isRegex = false
    var path: Path?

    /// What marks the matches; `nil` if only the server knows such a pattern.
    var pattern: Pattern? {
        isRegex ? try? Pattern(regex: query) : Pattern(containing: query, ignoresCase: true)
    }

    func inState(of store: String, at position: Position?, limit: Int) -> StateSearch {
        StateSearch(store: store, query: query, regex: isRegex ? true : nil, path: path, at: position, limit: limit)
    }

    init(_ invocation: Invocation) throws {
        let text = invocation.argument ?? ""
        let rest: Substring
        if let (pattern, end) = Self.regex(in: text) {
            (query, isRegex, rest) = (pattern, true, text[end...])
        } else if let word = try Word.split(text).first {
            (query, rest) = (word.text, text[word.range.upperBound...])
        } else {
            throw InspectorError(.usage, "`search` needs a text. Usage: \(invocation.command.usage)")
        }
        guard !query.isEmpty else { throw InspectorError(.usage, "There is nothing to search for: the text is empty.") }
        let others = try Word.split(String(rest))
        guard others.count < 2 else {
            throw InspectorError(
                .usage, "`\(others[1].text)` is one argument too many. Put text with spaces in quotes.")
        }
        path = try others.first.map { try Path(parsing: $0.text) }
    }

    /// Parses a regular expression between two slashes and finds its end; `/i` at the end ignores case.
    private static func regex(in text: String) -> (String, String.Index)? {
        guard text.hasPrefix("/") else { return nil }
        var index = text.index(after: text.startIndex)
        let start = index
        while index < text.endIndex {
            if text[index] == "\\" {
                index = text.index(after: index)
            } else if text[index] == "/" {
                let pattern = text[start..<index].replacing("\\/", with: "/")
                let tail = text[text.index(after: index)...]
                let flags = tail.prefix { !$0.isWhitespace }
                guard flags.isEmpty || flags == "i" else { return nil }
                return ((flags == "i" ? "(?i)" : "") + pattern, flags.endIndex)
            }
            if index < text.endIndex { index = text.index(after: index) }
        }
        return nil
    }
}
