package import LineEditing
import StrobeSystem

/// Renders the status of a recording.
package struct RecorderRendering {
    package var layout = Layout()

    package init(
        layout: Layout = Layout()
    ) {
        self.layout = layout
    }

    /// The lines at its start.
    package func begun(_ status: RecordingStatus) -> [StyledText] {
        var line = StyledText("● ", .red) + "recording " + StyledText(NumberText.counted(status.stores.count, "store"))
        line.append(" of \(status.process) into ")
        line.append(status.path, .strong)
        return line.wrapped(to: layout.width, hanging: 2)
    }

    /// The current status.
    package func lines(_ status: RecordingStatus) -> [StyledText] {
        var lines = begun(status)
        lines += ("  " + StyledText(numbers(status), .dim)).wrapped(to: layout.width, hanging: 2)
        if status.behind > 0 {
            lines.append(StyledText("  \(NumberText.counted(status.behind, "action")) behind the process", .changed))
        }
        return lines + troubles(status)
    }

    /// The status line of a terminal, which is redrawn regularly.
    ///
    /// - Parameter rate: The number of transitions in the last second.
    package func progress(_ statuses: [RecordingStatus], rate: Int, until duration: Duration?) -> StyledText {
        guard let first = statuses.first else { return StyledText() }
        var text = StyledText("● ", .red)
        text.append(statuses.map(\.process).joined(separator: ", "), .strong)
        text.append("  \(Self.clock(statuses.map(\.micros).max() ?? 0))")
        if let duration { text.append(" of \(Self.clock(duration.components.seconds * 1_000_000))", .dim) }
        let transitions = statuses.reduce(0) { $0 + $1.transitions }
        text.append("  \(NumberText.counted(transitions, "action"))")
        if rate > 0 { text.append("  \(NumberText.grouped(rate))/s", .added) }
        text.append("  \(NumberText.bytes(statuses.reduce(0) { $0 + $1.bytes }))", .dim)
        let behind = statuses.reduce(0) { $0 + $1.behind }
        if behind > 100 { text.append("  \(NumberText.grouped(behind)) behind", .changed) }
        let missed = statuses.reduce(0) { $0 + $1.losses.missed }
        if missed > 0 { text.append("  \(NumberText.grouped(missed)) missed", .failure) }
        if statuses.contains(where: { $0.failure != nil }) {
            text.append("  not being written", .failure)
        } else if first.ending == nil {
            text.append("  Ctrl-C ends", .dim)
        }
        return text.fitted(to: layout.width)
    }

    /// The lines at its end.
    package func summary(_ status: RecordingStatus) -> [StyledText] {
        var line = StyledText("■ ", .dim) + StyledText(status.path, .strong)
        line.append("  \(numbers(status))")
        if let ending = status.ending, ending != "stopped" { line.append("  \(Self.words(ending: ending))", .dim) }
        return line.wrapped(to: layout.width, hanging: 2) + troubles(status)
    }

    /// The reason of the end, in words.
    package static func words(ending: String) -> String {
        switch ending {
        case "duration": "time limit reached"
        case "closed": "the process ended"
        case "rotated": "it continues in another file"
        default: ending
        }
    }

    private func numbers(_ status: RecordingStatus) -> String {
        var parts = [
            NumberText.counted(status.transitions, "action") + " of "
                + NumberText.counted(status.stores.count, "store"),
            NumberText.bytes(status.bytes)
                + (status.parts > 1 ? " in \(NumberText.counted(status.parts, "file"))" : ""),
            NumberText.age(since: 0, now: status.micros),
        ]
        let isWhole = status.losses.isNothing && status.lostLines == 0
        if isWhole, status.ending != "closed" { parts.append("nothing missed") }
        return parts.joined(separator: ", ")
    }

    private func troubles(_ status: RecordingStatus) -> [StyledText] {
        var lines: [StyledText] = []
        for (texts, style) in [(status.losses.hiddenLines, Style.dim), (status.losses.lostLines, .changed)] {
            for text in texts { lines += StyledText("  \(text)", style).wrapped(to: layout.width, hanging: 4) }
        }
        if status.lostLines > 0 {
            let text =
                "  \(NumberText.counted(status.lostLines, "line")) could not be written"
                + (status.failure.map { ". \($0)" } ?? " for a while; the file says which ones")
            lines += StyledText(text, .failure).wrapped(to: layout.width, hanging: 2)
        }
        return lines
    }

    /// An elapsed time, `0:07`, `12:03`, `1:02:03`.
    private static func clock(_ micros: Int64) -> String {
        let seconds = micros / 1_000_000
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = "\(seconds / 60 % 60):\(two(seconds % 60))"
        return seconds < 3_600 ? minutes : "\(seconds / 3_600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }
}
