package import LineEditing

/// Renders the suspected secrets of a recording.
package struct AuditRendering {
    package var layout = Layout()

    package init(
        layout: Layout = Layout()
    ) {
        self.layout = layout
    }

    /// The lines for one file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - rules: The number of redaction rules of the process; `nil` if unknown.
    package func lines(_ audit: RecordingAudit, of path: String, rules: Int?) -> [StyledText] {
        let found = audit.found
        var first = StyledText(path, .strong)
        if found.isEmpty {
            first.append("  no possible secrets", .added)
        } else {
            first.append("  \(NumberText.counted(found.count, "possible secret"))", .failure)
        }
        var lines = [first]
        var stores: [String?] = []
        for finding in found where !stores.contains(finding.store) { stores.append(finding.store) }
        for store in stores {
            lines.append(StyledText("  ") + StyledText(store ?? "all stores", .store))
            var table = Table(.left, .left, .left, .left)
            for finding in found where finding.store == store {
                let first = finding.firstSeq.map { ", first @\($0)" } ?? ""
                table.add(
                    StyledText("    \(finding.place)"), StyledText(finding.kind.text, .changed),
                    StyledText(finding.sample, .string),
                    StyledText("\(NumberText.counted(finding.count, "time"))\(first)", .dim))
            }
            lines += table.lines(width: layout.width, flexible: 0)
        }
        var remark =
            rules.map {
                $0 == 0 ? "the process hid nothing" : "the process hid values by \(NumberText.counted($0, "rule"))"
            }
            ?? "the redaction of the process is unknown"
        if audit.hidden > 0 { remark += ", \(NumberText.counted(audit.hidden, "hidden value")) in the file" }
        lines.append(StyledText("  " + remark, .dim))
        return lines
    }
}
