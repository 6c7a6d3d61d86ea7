import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    static let search = Command(
        name: "search", aliases: ["grep"], group: .look, arguments: "TEXT|/REGEX/ [PATH]",
        summary: "find a text in the state, or in the log",
        details: [
            "TEXT is found in any letter case, in values, cases and keys; quote it if it has blanks. /REGEX/ is a",
            "regular expression, in which letter case counts; /REGEX/i ignores it. --log searches the actions, their",
            "effects and the paths of what they changed, up to the current position, oldest first.",
        ],
        options: [
            Option(name: "log", summary: "search the log"),
            Option(name: "at", value: "SEQ", summary: "the state after that transition", completion: .seq),
            Option(name: "limit", value: "N", summary: "the number of matches; default 20"),
        ], limit: nil, completion: [.textAndPath],
        names: { [try $0.words(SearchWords.self).path].compactMap { $0.map { .path($0) } } }
    ) { invocation, context in
        let words: SearchWords = try invocation.words()
        let limit = try invocation.number("limit") ?? 20
        guard limit > 0 else { throw InspectorError(.usage, "`--limit` takes a number from 1.") }
        if invocation.has("log") {
            try await context.searchLog(words, limit: limit, invocation)
        } else {
            let answer = try await context.answer(
                StateSearch(
                    store: try await context.store(), query: words.query, regex: words.isRegex ? true : nil,
                    path: words.path, at: try await context.at(invocation), limit: limit))
            let notation = await context.notation()
            context.show(answer) {
                SearchRendering(layout: context.layout, notation: notation).lines($0)
            }
        }
    }
}

extension CommandContext {
    /// Searches page after page until enough matches are found or the whole log is examined.
    fileprivate func searchLog(_ words: SearchWords, limit: Int, _ invocation: Invocation) async throws {
        guard words.path == nil else {
            throw InspectorError(
                .usage, "`--log` takes no path: `log --path PATH` lists what changed there.")
        }
        let store = try await store()
        var end = location.position
        if let text = invocation.value("at") { end = try await position(try await place(text)) }
        var request = LogSearch(store: store, query: words.query, regex: words.isRegex ? true : nil, to: end)
        var found = 0
        var paging = Paging(LogSearch.method, from: 0)
        while true {
            request.limit = limit - found
            let answer = try await answer(request)
            found += answer.result.matches.count
            let isLast = answer.result.next == nil || found >= limit
            // Only JSON output shows pages without a match.
            if options.isJSON || !answer.result.matches.isEmpty || isLast {
                let (isFirst, position) = (found == answer.result.matches.count, location.position)
                show(answer) {
                    SearchRendering(layout: layout).lines(
                        $0, position: position, isAll: isFirst && isLast, hasMore: found >= limit && $0.next != nil)
                }
            }
            guard !isLast, let next = answer.result.next else { return }
            try paging.go(to: next, after: answer.result.matches.count)
            request.from = next
        }
    }
}

/// The text that is searched for and the path to search in, as typed.
private struct SearchWords: CommandWords {
    var query: String
    var isRegex = false
    var path: Path?

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
                .usage, "`\(others[1].text)` is one argument too many. Put a text with blanks in quotes.")
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
