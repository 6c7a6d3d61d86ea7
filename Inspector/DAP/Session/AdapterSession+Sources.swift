internal import InspectorCore
internal import StrobeClient
internal import StrobeTree

extension AdapterSession {
    /// The text of a log.
    func source(_ arguments: Arguments) async throws -> Value {
        let id = try arguments.object("source").optionalCount("sourceReference") ?? arguments.count("sourceReference")
        guard let document = documents[id] else {
            throw AdapterError(.refused, "This log was replaced by a newer one. Ask for the stack again.")
        }
        var (lines, next): ([String], Int?) = ([], document.seqs.lowerBound)
        while let from = next, from <= document.seqs.upperBound {
            let page = try await attached().client.send(
                LogList(
                    store: document.store, from: from, to: document.seqs.upperBound,
                    limit: document.seqs.upperBound - from + 1, changes: false))
            for entry in page.entries {
                // Entries that are gone leave their lines empty, so that the others keep theirs.
                while document.seqs.lowerBound + lines.count < entry.seq { lines.append("") }
                let reason = entry.error.map { "  ✗ \($0)" } ?? ""
                lines.append(ControlCharacters.escaped("#\(entry.seq)  \(entry.origin)  \(entry.label)\(reason)"))
            }
            next = page.next.flatMap { $0 > from ? $0 : nil }
        }
        return ["content": .string(lines.joined(separator: "\n")), "mimeType": "text/plain"]
    }

    func loadedSources() async throws -> Value {
        var sources: [Value] = []
        for thread in threads.all {
            let store = try await attached().client.send(StoreDescribe(store: thread.store.id))
            guard store.seq > store.firstSeq else { continue }
            let place = documents.place(of: store.seq, in: store.id, first: store.firstSeq + 1, last: store.seq)
            sources.append([
                "name": .string(ControlCharacters.escaped(place.name)), "sourceReference": .count(place.reference),
            ])
        }
        guard let index = await index?.value else { return ["sources": .array(sources)] }
        let paths = Set(places.files.compactMap { index.path(of: $0) })
        sources += paths.sorted().map { ["name": .string(DispatchPlaces.name(of: $0)), "path": .string($0)] }
        return ["sources": .array(sources)]
    }

    // MARK: Going there

    func gotoTargets(_ arguments: Arguments) async throws -> Value {
        let source = arguments.object("source")
        let line = try arguments.count("line") + 1 - editor.firstLine
        var found: [DispatchPlaces.Entry] = []
        if let id = try source.optionalCount("sourceReference"), id > 0 {
            guard let document = documents[id], line > 0, line <= document.seqs.count else { return ["targets": []] }
            let seq = document.seqs.lowerBound + line - 1
            if let entry = try? await attached().client.send(LogGet(store: document.store, seq: seq)).entry {
                found = [DispatchPlaces.Entry(store: document.store, seq: seq, label: entry.label)]
            }
        } else {
            found = places.last(atLine: line, of: DispatchPlaces.name(of: try source.text("path") ?? ""))
        }
        return [
            "targets": .array(
                found.map { entry in
                    lastTarget += 1
                    let id = lastTarget
                    targets[id] = entry
                    // Editors offer a few at a time.
                    targets[id - 1_000] = nil
                    return [
                        "id": .count(id), "line": .count(line - 1 + editor.firstLine),
                        "label": .string(ControlCharacters.escaped("\(entry.store) #\(entry.seq) \(entry.label)")),
                    ]
                })
        ]
    }

    func go(_ arguments: Arguments) async throws -> Value {
        let thread = try thread(arguments)
        guard let target = targets[try arguments.count("targetId")] else {
            throw AdapterError(.refused, "This target is unknown. Ask for the targets of the line again.")
        }
        guard target.store == thread.store.id else {
            throw AdapterError(.refused, "That entry is of \(target.store), and this thread is \(thread.store.id).")
        }
        endSearch(of: thread.id)
        stop(thread.id, at: .past(target.seq), StopNotice(reason: "goto", description: "at #\(target.seq)"))
        return [:]
    }
}
