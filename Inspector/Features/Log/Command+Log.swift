import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

extension Command {
    static let log = Command(
        name: "log", aliases: ["l"], group: .look, arguments: "[N|FROM..TO]",
        summary: "list the actions, newest last",
        details: [
            "Default: the newest 20. `~` marks entries that changed the state, `·` those that did not, `✗` those that",
            "the store rejected, with the reason; `▸` marks the current position, `⚑` the names that `mark` gave.",
            "`of 3` means dispatched by an effect of entry 3; a long delay is shown. With --tree, an entry is below",
            "the one whose effect dispatched it. On a branch, its entries are listed with their own seqs. With --all,",
            "the newest N entries of all stores are listed by time; --start skips the newest.",
        ],
        options: [
            Option(
                name: "action", value: "GLOB", summary: "only actions that match: `.load*`", completion: .actionGlob),
            Option(
                name: "origin", value: "ORIGIN",
                summary: "only with that origin: \(EntryFacts.origins.joined(separator: ", "))", completion: .origin),
            Option(
                name: "path", value: "PATH", summary: "only those that changed the value at that path",
                completion: .path),
            Option(name: "changed", summary: "only those that changed the state"),
            Option(name: "at", value: "SEQ", summary: "the newest ones up to that seq", completion: .seq),
            Option(name: "tree", summary: "show actions below what caused them"),
            Option(name: "branch", value: "ID", summary: "the entries of a branch", completion: .branch),
            Option(name: "all", summary: "all stores, by time"),
            Option(name: "start", value: "N", summary: "with --all: skip the newest N"),
        ], limit: 1, completion: [.seq], names: { $0.has("all") ? [] : try $0.namedCriteria() }
    ) { invocation, context in
        guard !invocation.has("all") else { return try await context.logAll(invocation) }
        guard !invocation.has("start") else {
            throw InspectorError(.usage, "`--start` needs `--all`; a part of one log is `log FROM..TO`.")
        }
        let here = context.location
        let request = try await invocation.logRequest(in: context, at: here)
        let answer = try await context.answer(request)
        var rendering = LogRendering(layout: context.layout, position: here.position)
        if request.branch != nil {
            rendering.position = here.branch?.id == request.branch ? here.branch?.seq : nil
            rendering.remarks = BranchRendering.remarks(on: answer.result.entries)
        } else if !context.options.isJSON {
            rendering.marks = MarkRendering.names(await context.bookmarks())
        }
        let log = rendering
        let options = invocation.optionText(except: ["at"])
        let earlier = answer.result.previous.map { "log ..\($0)\(options)" }
        let later = answer.result.next.map { "log \($0)..\(request.to.map(String.init) ?? "")\(options)" }
        context.continueOnEnter(earlier ?? later)
        context.show(answer) { result in
            var lines =
                invocation.has("tree")
                ? log.tree(result.entries) : log.lines(result.entries, notes: result.notes ?? [])
            if lines.isEmpty {
                lines.append(StyledText(request.filter == nil ? "no entries" : "no such entries", .dim))
            }
            if let first = result.firstSeq, first == result.entries.first?.seq {
                lines.insert(StyledText("… the log begins with \(first): earlier entries were dropped", .dim), at: 0)
            }
            if let earlier { lines.insert(StyledText("… earlier: \(earlier)", .dim), at: 0) }
            if let later { lines.append(StyledText("… more: \(later)", .dim)) }
            if result.incomplete == .hidden, let path = request.filter?.path {
                let name = ChangeRendering.name(of: path)
                lines.append(
                    StyledText("\(name) has hidden parts: entries that changed only these are not listed", .dim))
            }
            return lines
        }
    }

    static let show = Command(
        name: "show", aliases: ["entry"], group: .look, arguments: "[SEQ]",
        summary: "show one entry in full: action, origin, effects, changes",
        details: ["Default: the entry at the current position, or the last."],
        options: [
            Option(name: "at", value: "SEQ", summary: "the same as SEQ", completion: .seq),
            Option(name: "all", summary: "show a long action and all changes in full"),
        ], limit: 1,
        completion: [.seq]
    ) { invocation, context in
        let (seq, branch) = try await context.anyEntry(named: invocation.argument ?? invocation.value("at"))
        let answer = try await context.answer(LogGet(store: try await context.store(), seq: seq, branch: branch))
        let notation = await context.notation()
        let isPlain = context.options.isJSON || branch != nil
        let marks = isPlain ? [:] : MarkRendering.names(await context.bookmarks())
        context.show(answer) { result in
            var layout = context.layout
            if invocation.has("all") { (layout.isWhole, layout.changes) = (true, .max) }
            return EntryRendering(layout: layout, notation: notation, marks: marks[seq])
                .lines(result.entry, changes: result.changes, notes: result.notes ?? [])
        }
    }
}

extension Invocation {
    /// Builds the log request of a line.
    ///
    /// - Parameter here: The current location.
    fileprivate func logRequest(in context: CommandContext, at here: Location) async throws -> LogList {
        var filter = try logFilter()
        if let glob = filter?.action { filter?.action = try await context.actionGlob(glob) }
        var request = LogList(store: try await context.store(), filter: filter)
        request.branch = value("branch") ?? here.branch?.id
        let range = if let text = argument { try await context.range(text) } else { SeqRange.newest(20) }
        switch range {
        case .newest(let count): request.limit = count
        case .between(let from, let to): (request.from, request.to) = (from, to)
        }
        guard let text = value("at") else { return request }
        guard request.from == nil, request.to == nil else {
            throw InspectorError(.usage, "`--at` and a range cannot be combined: the range says where it ends.")
        }
        let place = try await context.place(text)
        if case .branch(let name, let seq)? = try await context.point(place) {
            (request.branch, request.to) = (name, seq)
        } else {
            request.to = try await context.position(place)
        }
        return request
    }

    /// The filter that the options describe; `nil` for all entries.
    func logFilter() throws -> LogList.Filter? {
        var filter = LogList.Filter()
        filter.action = value("action")
        filter.origin = try origin()
        if let path = value("path") { filter.path = try self.path(in: path) }
        if has("changed") { filter.changed = true }
        return filter == LogList.Filter() ? nil : filter
    }

    /// The origin given with `--origin`.
    private func origin() throws(InspectorError) -> String? {
        guard let origin = value("origin"), !EntryFacts.origins.contains(origin) else { return value("origin") }
        let hint = Spelling.nearest(origin, in: EntryFacts.origins).map { " Did you mean `\($0)`?" } ?? ""
        throw InspectorError(
            .usage, "There is no origin `\(origin)`.\(hint) There are \(EntryFacts.origins.joined(separator: ", ")).")
    }
}
