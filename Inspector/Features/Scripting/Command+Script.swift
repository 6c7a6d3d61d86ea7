import InspectorCore
import LineEditing
import StrobeClient
import StrobePlayback
import StrobeProtocol
import StrobeSystem
import StrobeTree

extension Command {
    static let script = Command(
        name: "script", group: .script, arguments: "[N|FROM..TO]",
        summary: "write the actions of the log as a script",
        details: [
            "Default: the whole log. N takes the newest N, FROM..TO a range: script before..live --to bug.strobe.",
            "The script sends the actions of the app, inspectors and scripts again, and waits for the answers of",
            "effects. With --expect, it also expects the changes. `strobe script from` does the same with a recording.",
        ],
        options: [
            Option(name: "to", value: "FILE", summary: "write it to a file", completion: .file),
            Option(name: "expect", summary: "also expect the changes"),
        ], limit: 1, completion: [.seq], isNeededAgain: false
    ) { invocation, context in
        let store = try await context.store()
        var request = LogList(store: store, from: 1)
        if let text = invocation.argument {
            switch try await context.range(text) {
            case .newest(let count): request.from = max(try await context.history().upperBound - count + 1, 1)
            case .between(let from, let to): (request.from, request.to) = (from ?? 1, to)
            }
        }
        var writer = ScriptWriter(expects: invocation.has("expect"))
        let count = try await context.write(request, of: store, into: &writer)
        guard let file = invocation.value("to") else {
            let lines = writer.lines
            context.show(.object(["lines": .array(lines.map { .string($0) })]), lines.map { StyledText($0) })
            return
        }
        let path = file.expandingTilde
        try OutputFile.write(Array((writer.lines.joined(separator: "\n") + "\n").utf8), to: path)
        let text = "\(NumberText.counted(count, "entry", plural: "entries")) written to \(file)\(writer.remainder)"
        context.show(["file": .string(file), "entries": .int(Int64(count))], [StyledText(text, .dim)])
    }
}

extension CommandContext {
    /// The maximum number of entries in a script.
    private static let mostEntries = 1_000_000
    /// The maximum number of places requested for an entry.
    private static let mostLookups = 50

    /// Writes the entries of a range of the log, up to its current end.
    ///
    /// - Returns: The number of entries.
    fileprivate func write(_ first: LogList, of store: String, into writer: inout ScriptWriter) async throws -> Int {
        let notation = await notation(of: store)
        let hiding = RecordedHiding(rules: session.redaction, state: notation.state, action: notation.action)
        var request = first
        var count = 0
        var paging = Paging(LogList.method, from: first.from)
        while true {
            let page = try await answer(request).result
            // A busy store appends while pages are read: the end is fixed at the first page.
            request.to = min(request.to ?? page.seq, page.seq)
            if count == 0, let first = page.firstSeq, first > 1, first == page.entries.first?.seq {
                writer.remark("The log begins with #\(first): earlier entries were dropped.")
            }
            for entry in page.entries {
                var event = ScriptWriter.Event(store: store, entry: entry, hiding: hiding)
                if writer.expects || entry.action == nil {
                    event.changes = try? await answer(LogGet(store: store, seq: entry.seq)).result.changes
                }
                if writer.expects {
                    for path in event.doubtfulPlaces.prefix(Self.mostLookups) {
                        event.values[path] = (
                            try await value(at: path, entry.seq - 1, store), try await value(at: path, entry.seq, store)
                        )
                    }
                }
                writer.add(event, notation: notation)
            }
            count += page.entries.count
            guard let next = page.next, next <= request.to ?? .max else { return count }
            guard count < Self.mostEntries else {
                throw InspectorError(
                    .failed, "The log has more than \(NumberText.grouped(Self.mostEntries)) entries. Give a range.")
            }
            try paging.go(to: next, after: page.entries.count)
            request.from = next
        }
    }
}
