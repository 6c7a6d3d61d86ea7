package import LineEditing
import StrobeRecording

/// Renders the message about a written report.
package enum ReportRendering {
    package static func lines(_ report: Report, destination: String, bytes: Int) -> [StyledText] {
        let counts = [
            NumberText.bytes(bytes), NumberText.counted(report.steps.count, "transition"),
            NumberText.counted(report.stores.count, "store"),
        ]
        var lines = [StyledText(destination, .strong) + StyledText("  " + counts.joined(separator: ", "), .dim)]
        lines += report.losses.hiddenLines.map { StyledText($0, .dim) }
        lines += report.losses.lostLines.map { StyledText($0, .changed) }
        for gap in report.gaps.prefix(3) {
            let seqs =
                gap.seqs.count == 1
                ? "#\(gap.seqs.lowerBound) is" : "#\(gap.seqs.lowerBound) to #\(gap.seqs.upperBound) are"
            lines.append(StyledText("\(seqs) missing in \(report.stores[gap.store].id): \(gap.reason)", .changed))
        }
        if report.gaps.count > 3 {
            lines.append(StyledText("and \(NumberText.counted(report.gaps.count - 3, "more gap"))", .changed))
        }
        for damage in report.damage.prefix(3) {
            lines.append(StyledText("\(damage.path), line \(damage.line): \(damage.message)", .changed))
        }
        if report.damage.count > 3 {
            lines.append(
                StyledText("and \(NumberText.counted(report.damage.count - 3, "more damaged place"))", .changed))
        }
        guard let rules = report.redaction, !rules.isEmpty else {
            let what = report.redaction == nil ? "What was redacted is unknown" : "Nothing was redacted"
            lines.append(
                StyledText(
                    "\(what): check it, and the output of `strobe audit`, before you share it.", .dim))
            return lines
        }
        return lines
    }
}
