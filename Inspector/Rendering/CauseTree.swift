import StrobeProtocol

/// Entries in the order of what came of what: each below the one whose effect asked for it.
struct CauseTree {
    /// The entries with what is before them: nothing before those whose cause is not among them.
    private(set) var rows: [(stem: String, entry: LogEntry)] = []

    /// Puts entries in order.
    ///
    /// - Parameters:
    ///   - entries: The entries, oldest first.
    ///   - width: How many columns stand before an entry at most; what is deeper is not moved further to the right.
    init(_ entries: [LogEntry], width: Int) {
        let seqs = Set(entries.map(\.seq))
        var children: [Int: [LogEntry]] = [:]
        var waiting: [(entry: LogEntry, stem: String, indent: String)] = []
        for entry in entries.reversed() {
            // A cause is always earlier, so that nothing is left out in a circle.
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
