import StrobeProtocol
import StrobeRecording
import StrobeTree

extension Report {
    /// The report as Markdown for an issue tracker, within a limit of characters: GitHub accepts 65,536.
    ///
    /// Recorded text appears only as code, so that none of it is read as markup, a mention or a link.
    package func markdown(limit: Int = 60_000) -> String {
        var text = MarkdownText(limit: limit)
        text.add("# \(MarkdownText.plain(title))\n\n\(MarkdownText.plain(subtitle))\n")
        text.add(environment)
        for (heading, lines) in [("Missing", missing), ("Notes", noteLines)] where !lines.isEmpty {
            text.add("## \(heading)\n\n" + MarkdownText.list(lines, most: 40))
        }
        let states = finalStates
        // The table gets what is left after the parts below it.
        let details = lastChanges
        let graphs = graphTexts
        let kept = (details + states + graphs).reduce(0) { $0 + $1.count }
        text.add(table(room: max(text.remaining - kept, limit / 4)))
        if !details.isEmpty { text.add("## Last transitions\n") }
        for part in details { text.add(part) }
        if !graphs.isEmpty { text.add("## States\n") }
        for part in graphs + states { text.add(part) }
        return text.finished
    }

    private var environment: String {
        var lines = ["| | |", "|---|---|"]
        for source in sources.prefix(5) {
            lines.append("| file | \(MarkdownText.cell(source.files.joined(separator: ", "), limit: 120)) |")
            lines += Self.facts(source).map { "| \($0) | \(MarkdownText.cell($1, limit: 160)) |" }
        }
        let rules = redaction
        lines.append(
            "| redaction | \(rules.map { $0.isEmpty ? "none" : MarkdownText.cell($0.joined(separator: ", "), limit: 400) } ?? "not known") |"
        )
        if let part { lines.append("| shown | \(MarkdownText.cell(part, limit: 160)) |") }
        lines.append("| made by | strobe \(Version.current) |")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The losses of the recording.
    private var missing: [String] {
        (losses.hiddenLines + losses.lostLines).map { MarkdownText.code($0) }
            + gaps.map { gap in
                let seqs =
                    gap.seqs.count == 1
                    ? "#\(gap.seqs.lowerBound)" : "#\(gap.seqs.lowerBound) to #\(gap.seqs.upperBound)"
                return "\(MarkdownText.code("\(stores[gap.store].id) \(seqs)")): \(MarkdownText.code(gap.reason))"
            }
            + damage.map { "\(MarkdownText.code($0.path.lastName)), line \($0.line): \(MarkdownText.code($0.message))" }
    }

    private var noteLines: [String] {
        notes.map { note in
            let place = note.store.map { " \(stores[$0].id)" + (note.seq.map { " #\($0)" } ?? "") } ?? ""
            return "\(MarkdownText.code(Self.offset(note.time) + place)) \(MarkdownText.code(note.text, limit: 400))"
        }
    }

    /// The last steps that fit, each on a line.
    private func table(room: Int) -> String {
        guard !steps.isEmpty else { return "## Transitions\n\nNothing was recorded.\n" }
        var rows: [String] = []
        var left = room - 300
        for step in steps.reversed() {
            let transition = step.transition
            let result =
                transition.error.map { "rejected: " + MarkdownText.cell($0, limit: 80) }
                ?? transition.changes.map { changes in
                    let paths = changes.prefix(3).map {
                        MarkdownText.cell(ChangeRendering.name(of: $0.path), limit: 40)
                    }
                    let names =
                        paths.joined(separator: " ") + (changes.count > 3 ? " and \(changes.count - 3) more" : "")
                    return step.incomplete.map(ChangeRendering.text) ?? (changes.isEmpty ? "nothing" : names)
                } ?? "not known"
            let store = stores.count > 1 ? String(stores[step.store].id.prefix(40)) + " " : ""
            let cause =
                (transition.cause.map { " of `#\($0)`" } ?? "")
                + (transition.editedFrom.map { ", edited (was \(MarkdownText.cell($0, limit: 60)))" } ?? "")
            let row =
                "| \(MarkdownText.cell("\(store)#\(transition.seq)", limit: 80)) | \(Self.offset(step.time)) | \(MarkdownText.cell(transition.label, limit: 100)) | \(MarkdownText.cell(transition.origin, limit: 20))\(cause) | \(result) |"
            left -= row.count + 1
            guard left > 0, rows.count < 200 else { break }
            rows.append(row)
        }
        let count = NumberText.counted(steps.count, "transition")
        let heading = rows.count == steps.count ? count : "The last \(rows.count) of \(count)"
        return
            "## Transitions\n\n\(heading) over \(NumberText.age(since: 0, now: duration)).\n\n| transition | time | action | origin | changed |\n|---|---|---|---|---|\n"
            + rows.reversed().joined(separator: "\n") + "\n"
    }

    /// The changes of the last steps that changed something, in order.
    private var lastChanges: [String] {
        let last = steps.filter { $0.transition.changes?.isEmpty == false }.suffix(8)
        return last.map { step in
            let transition = step.transition
            let store = stores[step.store]
            let notation = Notation(state: store.description.stateSchema, action: store.description.actionSchema)
            var lines: [String] = []
            for change in (transition.changes ?? []).prefix(20) {
                let name = ChangeRendering.name(of: change.path)
                if change.isIncomparable {
                    lines.append("! \(name) cannot be compared")
                    continue
                }
                if change.op == .move || change.op == .copy {
                    lines.append("! \(name) ← \(change.from.map(ChangeRendering.name(of:)) ?? "?")")
                }
                if let old = change.old {
                    lines.append("- \(name)  \(notation.text(state: old, at: change.path, limit: 300))")
                }
                if let value = change.value, change.op != .move {
                    lines.append("+ \(name)  \(notation.text(state: value, at: change.path, limit: 300))")
                }
            }
            let rest = (transition.changes?.count ?? 0) - 20
            if rest > 0 { lines.append("  \(NumberText.counted(rest, "more change"))") }
            let name = stores.count > 1 ? store.id + " " : ""
            return
                "\(MarkdownText.code("\(name)#\(transition.seq)")) \(MarkdownText.code(transition.label, limit: 200))\n\n"
                + MarkdownText.block(lines.joined(separator: "\n"), language: "diff")
        }
    }

    /// The final state of each store.
    private var finalStates: [String] {
        let transitions = transitions
        return stores.indices.prefix(8).compactMap { place in
            var walk = StateWalk(self, store: place)
            let steps = transitions[place] ?? []
            for step in steps { walk.advance(step) }
            let store = stores[place]
            guard let state = walk.state else { return nil }
            let text = Literal.text(state, schema: store.description.stateSchema, limit: 4_000)
            let seq = steps.last?.seq ?? store.seq
            return
                "<details><summary>The state of <code>\(MarkdownText.plain(store.id))</code> after transition \(seq)</summary>\n\n\(MarkdownText.block(text, language: "swift"))\n</details>\n"
        }
    }

    private var graphTexts: [String] {
        let graphs = ReportGraph.all(self).filter { graph in graph.transitions.contains { $0.count > 0 } }
        var seen: Set<Int> = []
        return graphs.filter { seen.insert($0.store).inserted }.prefix(4).map { graph in
            let result = GraphGet.Result(
                seq: 0, firstSeq: 0, path: graph.path, type: "", states: graph.states, actions: [],
                transitions: graph.transitions.filter { $0.count > 0 }, pairs: [], unvisited: [])
            let place = graph.path.isRoot ? "" : " \(graph.path.swiftStyle)"
            return "\(MarkdownText.code(stores[graph.store].id + place))\n\n"
                + MarkdownText.block(MermaidText.lines(result).joined(separator: "\n"), language: "mermaid")
        }
    }

    /// The time since the start, in seconds.
    package static func offset(_ micros: Int64) -> String {
        let sign = micros < 0 ? "-" : "+"
        let millis = micros.magnitude / 1_000
        let fraction = String(millis % 1_000)
        return "\(sign)\(millis / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}
