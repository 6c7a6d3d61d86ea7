package import StrobeProtocol

/// Orders entries by cause: each one below the entry whose effect dispatched it.
package struct CauseTree {
    /// The entries with their tree stems; entries whose cause is not in the list have none.
    package private(set) var rows: [(stem: String, entry: LogEntry)] = []

    /// Orders entries.
    ///
    /// - Parameters:
    ///   - entries: The entries, oldest first.
    ///   - width: The maximum width of a stem; deeper entries are not indented further.
    package init(_ entries: [LogEntry], width: Int) {
        let seqs = Set(entries.map(\.seq))
        var children: [Int: [LogEntry]] = [:]
        var waiting: [(entry: LogEntry, stem: String, indent: String)] = []
        for entry in entries.reversed() {
            // A cause always precedes its entry, so that there are no cycles.
            if let cause = entry.cause, cause < entry.seq, seqs.contains(cause) {
                children[cause, default: []].append(entry)
            } else {
                waiting.append((entry, "", ""))
            }
        }
        while let (entry, stem, indent) = waiting.popLast() {
            rows.append((stem, entry))
            let below = children[entry.seq] ?? []
            for (index, child) in below.enumerated() {
                let isLast = index == 0
                let deeper = indent.count + 4 > width ? indent : indent + (isLast ? "  " : "│ ")
                waiting.append((child, indent + (isLast ? "└ " : "├ "), deeper))
            }
        }
    }
}
