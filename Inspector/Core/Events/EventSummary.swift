package import LineEditing
package import StrobeProtocol
import StrobeTree

/// Sums up many events: for each store one line with the number of actions, the most frequent ones and the changed
/// places.
package struct EventSummary {
    /// A log point.
    private struct LogPoint: Hashable {
        var store: String
        var breakpoint: Int
    }

    package let rendering: EventRendering
    private var stores: [String] = []
    private var labels: [String: Tally] = [:]
    private var paths: [String: Tally] = [:]
    private var ranges: [String: ClosedRange<Int>] = [:]
    private var logged: [LogPoint: (count: Int, last: StyledText)] = [:]
    private var moves: [Bool: Tally] = [:]
    private var lines: [StyledText] = []

    package init(_ rendering: EventRendering) {
        self.rendering = rendering
    }

    /// Prints an event in full.
    package mutating func keep(_ event: some PrintedEvent) {
        lines += event.lines(rendering)
    }

    /// Counts an entry of the log.
    package mutating func add(_ entry: LogEntry, of store: String) {
        labels[store, default: Tally()].add(entry.label)
        add(entry.seq...entry.seq, of: store)
    }

    /// Counts changes of a state.
    package mutating func add(_ changed: StateChanged) {
        for change in changed.changes ?? [] {
            paths[changed.store, default: Tally()].add(ChangeRendering.name(of: change.path))
        }
        add(min(changed.fromSeq + 1, changed.seq)...changed.seq, of: changed.store)
    }

    private mutating func add(_ range: ClosedRange<Int>, of store: String) {
        if !stores.contains(store) { stores.append(store) }
        let known = ranges[store] ?? range
        ranges[store] = min(known.lowerBound, range.lowerBound)...max(known.upperBound, range.upperBound)
    }

    /// Counts a message of a log point.
    package mutating func add(_ event: GateLogged, _ line: StyledText) {
        let key = LogPoint(store: event.store, breakpoint: event.breakpoint)
        logged[key] = (logged[key].map { $0.count + 1 } ?? 1, line)
    }

    /// Counts a store that was added or removed.
    package mutating func add(store: String, isThere: Bool) {
        moves[isThere, default: Tally()].add(store)
    }

    /// All lines of the summary.
    ///
    /// - Parameter overflow: The number of events that were dropped.
    package func allLines(overflow: Int) -> [StyledText] {
        var lines = lines
        let layout = rendering.layout
        for store in stores {
            var line = rendering.name(of: store)
            if let range = ranges[store] { line.append("#\(range.lowerBound)…#\(range.upperBound)  ", .strong) }
            if let actions = labels[store] {
                line.append("\(NumberText.counted(actions.total, "action")): \(actions.text)  ")
            }
            if let changes = paths[store] { line.append("changed \(changes.text)", .changed) }
            lines.append(line.withoutTrailingBlanks.fitted(to: layout.width))
        }
        for (isThere, ids) in moves.sorted(by: { $0.key && !$1.key }) {
            let count = "\(NumberText.counted(ids.total, "store")) \(isThere ? "added" : "removed"): "
            lines.append((StyledText(count, .dim) + StyledText(ids.text, .store)).fitted(to: layout.width))
        }
        for (key, texts) in logged.sorted(by: { $0.key.breakpoint < $1.key.breakpoint }) {
            let count = texts.count > 1 ? "  log point \(key.breakpoint) ×\(NumberText.grouped(texts.count))" : ""
            lines.append(
                texts.last.fitted(to: layout.width - count.count) + StyledText(count, .dim))
        }
        if overflow > 0 { lines.append(StyledText("… \(NumberText.counted(overflow, "more event"))", .dim)) }
        return lines
    }

    /// Counts occurrences by key, in the order of the first occurrence.
    private struct Tally {
        private var counts: [String: Int] = [:]
        private var order: [String] = []
        package private(set) var total = 0

        mutating func add(_ name: String) {
            total += 1
            if counts[name] == nil { order.append(name) }
            counts[name, default: 0] += 1
        }

        /// The three most frequent keys with their counts.
        var text: String {
            let frequent = order.enumerated().sorted {
                let (a, b) = (counts[$0.element] ?? 0, counts[$1.element] ?? 0)
                return a == b ? $0.offset < $1.offset : a > b
            }
            let shown = frequent.prefix(3).map { name in
                let count = counts[name.element] ?? 0
                return count > 1 ? "\(name.element) ×\(NumberText.grouped(count))" : name.element
            }
            return shown.joined(separator: ", ") + (frequent.count > 3 ? ", …" : "")
        }
    }
}
