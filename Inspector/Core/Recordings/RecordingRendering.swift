package import LineEditing
package import StrobeProtocol
import StrobeRecording

/// Renders a summary of recordings: process, time and losses.
package struct RecordingRendering {
    /// The maximum number of gaps and damaged lines listed one by one.
    private static let most = 5

    package var layout = Layout()
    package var times = TimeText()
    /// Whether the recordings are followed while they are written.
    package var isFollowing = false

    /// The lines.
    package func lines(_ summary: RecordingSummary) -> [StyledText] {
        summary.items.flatMap(lines) + hidden(summary) + losses(summary)
    }

    /// The banner of a session.
    package func banner(_ summary: RecordingSummary, _ opened: Initialize.Result) -> [StyledText] {
        lines(summary)
            + StoreRendering(layout: layout, isRecorded: true).lines(opened.stores, current: opened.stores.first?.id)
            + [
                StyledText("help explains, Tab completes, Ctrl-D quits; nothing can be changed here", .dim)
            ]
    }

    private func lines(_ item: RecordingSummary.Item) -> [StyledText] {
        let header = item.header
        var first = StyledText(header.process.name, .strong)
        if let version = header.process.version { first.append(" \(version)", .dim) }
        if let pid = header.process.pid { first.append("  pid \(pid)", .dim) }
        if let host = header.process.host { first.append(" on \(host)", .dim) }
        first.append("  ")
        first += StyledText("recording", .past)
        if item.paths.count > 1 { first.append(" in \(NumberText.counted(item.paths.count, "file"))", .dim) }
        if let platform = header.platform { first.append("  \(platform.system) \(platform.architecture)", .dim) }
        let recorder = header.recorder
        let version = recorder.version.isEmpty ? "" : " \(recorder.version)"
        first.append("  by \(recorder.name)\(version) (\(recorder.place))", .dim)
        return ([first, time(of: item)] + redaction(of: header)).map { $0.fitted(to: layout.width) }
    }

    /// When it was recorded, and how it ended.
    private func time(of item: RecordingSummary.Item) -> StyledText {
        let (start, end) = item.times
        var line = StyledText("  ")
        line.append(String(times.full(start).prefix(19)))
        line.append(" to ", .dim)
        let (first, last) = (times.full(start), times.full(end))
        line.append(String(first.prefix(10) == last.prefix(10) ? last.dropFirst(11).prefix(8) : last.prefix(19)))
        line.append("  \(NumberText.age(since: start, now: end))", .dim)
        switch item.end {
        case ""?: line.append("  ended", .dim)
        case let reason?: line.append("  ended: \(RecorderRendering.words(ending: reason))", .dim)
        case nil where isFollowing: line += StyledText("  following", .added)
        case nil:
            line += StyledText("  has no end", .changed)
            line.append(": it is being written (--follow continues), or its recorder was killed", .dim)
        }
        return line
    }

    private func redaction(of header: RecordingHeader) -> [StyledText] {
        guard let rules = header.redaction else { return [] }
        guard !rules.isEmpty else { return [StyledText("  ") + StyledText("nothing in it is redacted", .changed)] }
        let shown = rules.prefix(6).joined(separator: ", ") + (rules.count > 6 ? ", …" : "")
        return [StyledText("  redacted: \(shown)", .dim)]
    }

    private func hidden(_ summary: RecordingSummary) -> [StyledText] {
        summary.losses.hiddenLines.flatMap { StyledText("  \($0)", .dim).wrapped(to: layout.width, hanging: 4) }
    }

    /// The losses.
    package func losses(_ summary: RecordingSummary) -> [StyledText] {
        var lines = summary.losses.lostLines.flatMap {
            StyledText("  \($0)", .changed).wrapped(to: layout.width, hanging: 4)
        }
        if !summary.gaps.isEmpty {
            for gap in summary.gaps.prefix(Self.most) {
                let range = gap.count == 1 ? "#\(gap.from)" : "#\(gap.from) to #\(gap.to)"
                lines.append(
                    StyledText("    ") + StyledText(gap.store, .store) + StyledText(" \(range)")
                        + StyledText(gap.reason.isEmpty ? "" : "  \(gap.reason)", .dim))
            }
            lines += more(summary.gaps.count)
        }
        if !summary.damage.isEmpty {
            let bytes = summary.damage.reduce(0) { $0 + $1.lostBytes }
            lines.append(
                StyledText("  damaged: ", .failure)
                    + StyledText(
                        "\(NumberText.bytes(bytes)) in \(NumberText.counted(summary.damage.count, "place")) skipped"
                    ))
            for damage in summary.damage.prefix(Self.most) {
                let name = damage.path.split(separator: "/").last.map(String.init) ?? damage.path
                lines.append(
                    StyledText("    ") + StyledText("\(name):\(damage.line)", .strong)
                        + StyledText("  \(NumberText.bytes(damage.lostBytes))  \(damage.message)", .dim))
            }
            lines += more(summary.damage.count)
        }
        return lines.map { $0.fitted(to: layout.width) }
    }

    private func more(_ count: Int) -> [StyledText] {
        count > Self.most
            ? [StyledText("    and \(NumberText.grouped(count - Self.most)) more; see `about`", .dim)] : []
    }
}
