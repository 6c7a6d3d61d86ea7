package import LineEditing
package import StrobeProtocol
package import StrobeRecording
import StrobeTree

/// Renders the plan, the progress and the result of a replay as text.
package struct ReplayRendering {
    package var layout = Layout()
    package var time = TimeText()
    /// The notation of each store's values, by recorded id.
    package var notations: [String: Notation] = [:]

    package init(
        layout: Layout = Layout(), time: TimeText = TimeText(), notations: [String: Notation] = [:]
    ) {
        self.layout = layout
        self.time = time
        self.notations = notations
    }

    // MARK: Before

    /// What is replayed: the recorded processes, when, for how long, how much.
    package func heading(_ reader: RecordingReader) -> [StyledText] {
        reader.recordings.map { recording in
            let header = recording.header
            var line = StyledText("recorded ", .dim) + StyledText(header.process.name, .strong)
            if let pid = header.process.pid { line.append(" \(pid)") }
            line.append(", \(time.full(header.startMicros).prefix(19))", .dim)
            line.append(", \(NumberText.age(since: 0, now: recording.lastT))", .dim)
            return line.fitted(to: layout.width)
        }
    }

    /// The grade of each store, followed by the reasons.
    package func grades(_ plan: ReplayPlan) -> [StyledText] {
        var table = Table(.left, .left, .left)
        for store in plan.stores {
            let place = store.recorded == store.target ? store.recorded : "\(store.recorded) → \(store.target)"
            let range = store.range.map { "#\($0.lowerBound)..\($0.upperBound)" } ?? "nothing to replay"
            table.add(StyledText(place, .store), Self.text(of: store.grade.level), StyledText(range, .dim))
        }
        let rows = table.lines(width: layout.width, flexible: 2)
        var lines = zip(rows, plan.stores).flatMap { row, store in
            [row] + store.grade.reasons.flatMap(reason)
        }
        if !plan.missing.isEmpty {
            let text = "not in the process, skipped: \(plan.missing.joined(separator: ", "))"
            lines += StyledText(text, .changed).wrapped(to: layout.width)
        }
        return lines
    }

    /// The losses of the recording.
    package func lines(_ losses: RecordingLosses) -> [StyledText] {
        losses.hiddenLines.flatMap { StyledText($0, .dim).wrapped(to: layout.width, hanging: 2) }
            + losses.lostLines.flatMap { StyledText($0, .changed).wrapped(to: layout.width, hanging: 2) }
    }

    private func reason(_ reason: SchemaGrade.Reason) -> [StyledText] {
        let line =
            StyledText("    ") + StyledText(reason.place, .strong)
            + StyledText(" \(reason.text)", Self.style(of: reason.level))
        return line.wrapped(to: layout.width, hanging: 6)
    }

    private static func text(of level: SchemaGrade.Level) -> StyledText {
        StyledText(level.rawValue, style(of: level))
    }

    private static func style(of level: SchemaGrade.Level) -> Style {
        switch level {
        case .fine: .added
        case .risky: .changed
        case .impossible: .failure
        }
    }

    /// The initial states of the stores that differed from the recording: in one line those that were replaced.
    ///
    /// - Parameter isLong: Whether each is shown with what differed.
    package func starts(_ starts: [(store: String, start: ReplayRun.Start)], isLong: Bool) -> [StyledText] {
        guard !isLong else { return self.starts(starts) }
        let replaced = starts.filter { if case .putIn = $0.start { true } else { false } }.map(\.store)
        let others = self.starts(starts.filter { !replaced.contains($0.store) })
        guard !replaced.isEmpty else { return others }
        let line =
            StyledText("set to the recorded state: ", .dim) + StyledText(replaced.joined(separator: ", "), .store)
            + StyledText("; --long shows what differed", .dim)
        return line.wrapped(to: layout.width, hanging: 4) + others
    }

    private func starts(_ starts: [(store: String, start: ReplayRun.Start)]) -> [StyledText] {
        starts.flatMap { store, start -> [StyledText] in
            let name = StyledText(store, .store)
            switch start {
            case .equal: return []
            case .putIn(let found):
                return [name + " had another state; it was set to the recorded one"] + lines(found, of: store)
            case .different(let found):
                return [name + StyledText(" has another state, which was left unchanged", .changed)]
                    + lines(found, of: store)
            case .unknown(let reason):
                return (name + StyledText(": \(reason)", .changed)).wrapped(to: layout.width, hanging: 4)
            }
        }
    }

    private func lines(_ found: ValueDifference, of store: String) -> [StyledText] {
        both(found.path, found.recorded, found.got, in: store)
    }

    // MARK: During

    /// One replayed transition.
    package func lines(_ entry: ReplayedEntry) -> [StyledText] {
        var line = StyledText("#\(entry.seq) ", .strong) + StyledText(entry.store, .store) + StyledText("  ")
        line += LiteralHighlighting.styled(entry.label)
        switch entry.verdict {
        case .same: return [line.fitted(to: layout.width, keeping: StyledText("  same", .added))]
        case .leftOut: return [line.fitted(to: layout.width, keeping: StyledText("  skipped", .dim))]
        case .notCompared(let reason):
            return [line.fitted(to: layout.width)]
                + StyledText("not compared: \(reason)", .dim).indented(by: 4).wrapped(to: layout.width, hanging: 4)
        case .different(let difference): return lines(difference)
        }
    }

    /// A difference, with its path and both values.
    package func lines(_ difference: ReplayDifference) -> [StyledText] {
        var line = StyledText("‼ ", .failure) + StyledText(difference.store, .store)
        line.append(" \(Self.words(difference.kind)) at ")
        line.append(difference.kind == .endState ? "the end" : "#\(difference.seq)", .strong)
        if difference.kind != .endState {
            line += StyledText("  ") + LiteralHighlighting.styled(difference.label)
        }
        if let seq = difference.targetSeq, seq != difference.seq { line.append("  (now #\(seq))", .dim) }
        let first = [line.fitted(to: layout.width)]
        switch difference.kind {
        case .unexpected: return first
        case .missing:
            return first + [StyledText("its effect did not dispatch it in time", .dim).indented(by: 4)]
        case .changes, .endState:
            return first + both(difference.path ?? .root, difference.recorded, difference.got, in: difference.store)
        case .effects, .rejection:
            return first + both(nil, difference.recorded, difference.got, in: difference.store)
        }
    }

    private static func words(_ kind: ReplayDifference.Kind) -> String {
        switch kind {
        case .changes: "changed something else"
        case .effects: "requested other effects"
        case .rejection: "was rejected for another reason"
        case .unexpected: "dispatched something by itself"
        case .missing: "lacks an answer"
        case .endState: "has another state"
        }
    }

    private func both(_ path: Path?, _ recorded: Value?, _ got: Value?, in store: String) -> [StyledText] {
        let notation = notations[store] ?? Notation()
        func text(_ value: Value?) -> String {
            guard let value else { return "nothing" }
            if case .array(let labels) = value, path == nil {
                return labels.isEmpty ? "none" : labels.compactMap(\.text).joined(separator: ", ")
            }
            guard let path else { return value.text ?? JSON.text(value) }
            return notation.text(state: value, at: path, limit: max(layout.width * 2, 40))
        }
        let place = path.map { [StyledText(ChangeRendering.name(of: $0), .strong).indented(by: 4)] } ?? []
        let old = StyledText("recorded ", .dim) + StyledText(text(recorded), .removed)
        let new = StyledText("got      ", .dim) + StyledText(text(got), .added)
        return place.map { $0.fitted(to: layout.width) }
            + [old, new].map { $0.indented(by: 4).fitted(to: layout.width) }
    }

    // MARK: After

    /// The summary.
    package func lines(_ summary: ReplaySummary, effects: ReplayDescription.Effects) -> [StyledText] {
        var line = StyledText(NumberText.counted(summary.replayed, "transition") + " replayed", .strong)
        if summary.nanoseconds > 0 {
            line.append(" in \(NumberText.duration(nanoseconds: summary.nanoseconds))", .dim)
        }
        line.append(", \(Self.words(effects, leftOut: summary.leftOut))", .dim)
        var lines = [line.fitted(to: layout.width)]
        var verdict = StyledText(NumberText.grouped(summary.same) + " the same", summary.same > 0 ? .added : .plain)
        if summary.different > 0 {
            verdict += ", " + StyledText(NumberText.counted(summary.different, "difference"), .failure)
        }
        if summary.notCompared > 0 {
            verdict += ", " + StyledText("\(NumberText.grouped(summary.notCompared)) not compared", .changed)
            if let reason = summary.whyNotCompared { verdict.append(": \(reason)", .dim) }
        }
        lines += verdict.wrapped(to: layout.width, hanging: 4)
        if summary.withPlaceholders > 0 {
            let text =
                "\(NumberText.counted(summary.withPlaceholders, "action")) sent with placeholders for hidden values in the "
                + "recording: this may cause differences"
            lines += StyledText(text, .changed).wrapped(to: layout.width, hanging: 4)
        }
        lines += ends(summary)
        if summary.isCut, summary.failure == nil {
            lines.append(StyledText("ended early: the final states were not compared", .changed))
        }
        return lines
    }

    private func ends(_ summary: ReplaySummary) -> [StyledText] {
        guard !summary.ends.isEmpty else { return [] }
        let same = summary.ends.filter { if case .same = $0.end { true } else { false } }.map(\.store)
        var lines: [StyledText] = []
        if !same.isEmpty {
            let line =
                StyledText("equal at the end: ", .dim) + StyledText(same.joined(separator: ", "), .store)
            lines += line.wrapped(to: layout.width, hanging: 4)
        }
        for (store, end) in summary.ends {
            switch end {
            case .same: break
            case .different(let difference): lines += self.lines(difference)
            case .unknown(let reason):
                let line = StyledText(store, .store) + StyledText(" at the end: not compared, \(reason)", .changed)
                lines += line.wrapped(to: layout.width, hanging: 4)
            }
        }
        return lines
    }

    private static func words(_ effects: ReplayDescription.Effects, leftOut: Int) -> String {
        switch effects {
        case .recorded: "effects answered from the recording"
        case .live: "effects performed"
        case .suppress:
            "effects suppressed" + (leftOut > 0 ? ", \(NumberText.counted(leftOut, "answer")) skipped" : "")
        }
    }
}

extension Value {
    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
}
