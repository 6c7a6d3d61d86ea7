import StrobeProtocol
import StrobeTree

extension ScriptedPeer {
    /// Makes an entry the result of another one's effect.
    func cause(_ seq: Int, by cause: Int) {
        causes[seq] = cause
    }

    /// Answers requests about edits, causes, searches and bookmarks.
    func edit(_ method: String, _ params: Value.Object, _ id: RequestID) async throws -> Envelope? {
        switch method {
        case StateSet.method:
            let request = try StateSet(params: params)
            let before = states[states.count - 1]
            var state = before
            try Patch.apply([Change(.replace, request.path, value: request.value)], to: &state)
            append("edit", state)
            return try .result(id: id, of: StateSet.Result(seq: actions.count, changes: changes(before, state)))
        case ActionRedo.method:
            let request = try ActionRedo(params: params)
            var action = actions[request.seq - 1]
            try Patch.apply(request.changes ?? [], to: &action)
            return try await dispatch(
                ActionDispatch(action: action, ifSeq: request.ifSeq, dryRun: request.dryRun), id)
        case LogWhy.method:
            let seq = try LogWhy(params: params).seq
            var links = [entry(seq)]
            while let cause = links[0].cause { links.insert(entry(cause), at: 0) }
            let children = causes.filter { $0.value == seq }.keys.sorted().map(entry)
            return try .result(
                id: id,
                of: LogWhy.Result(
                    links: links, children: children, running: effects.filter { $0.cause == seq },
                    more: children.isEmpty ? nil : 2))
        case StateSearch.method:
            let request = try StateSearch(params: params)
            let (seq, state) = try state(request.at)
            guard case .object(let members) = state else { throw ProtocolError(.internalError, "no object") }
            let pattern =
                request.regex == true ? try Pattern(regex: request.query) : Pattern(containing: request.query)
            let found = members.compactMap { member -> StateMatch? in
                let isInKey = pattern.matches(member.key)
                guard isInKey || pattern.matches(JSON.text(member.value)) else { return nil }
                return StateMatch(path: Path([member.key]), value: member.value, inKey: isInKey ? true : nil)
            }
            return try .result(id: id, of: StateSearch.Result(seq: seq, matches: found))
        case LogSearch.method:
            let request = try LogSearch(params: params)
            let first = request.from ?? 1
            // One entry a page, like a server that has to examine many.
            let found = first <= actions.count && entry(first).label.contains(request.query)
            return try .result(
                id: id,
                of: LogSearch.Result(
                    seq: actions.count, matches: found ? [LogMatch(entry: entry(first), in: [.change])] : [],
                    next: first < min(actions.count, request.to ?? .max) ? first + 1 : nil))
        case BookmarkSet.method:
            let request = try BookmarkSet(params: params)
            bookmarks.removeAll { $0.name == request.name }
            bookmarks.append(
                Bookmark(name: request.name, seq: request.seq ?? actions.count, note: request.note, time: 0))
            return try .result(id: id, of: BookmarkSet.Result(bookmark: bookmarks[bookmarks.count - 1]))
        case BookmarkList.method: return try .result(id: id, of: BookmarkList.Result(bookmarks: bookmarks))
        case BookmarkRemove.method:
            let name = try BookmarkRemove(params: params).name
            guard bookmarks.contains(where: { $0.name == name }) else {
                throw ProtocolError(.invalidParams, "There is no bookmark \(name).")
            }
            bookmarks.removeAll { $0.name == name }
            return try .result(id: id, of: Empty())
        default: return nil
        }
    }
}
