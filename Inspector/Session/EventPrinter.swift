import LineEditing
import StrobeProtocol
import StrobeTree

/// Events that wait to be printed; when there are many they are summed up.
struct EventPrinter: Sendable {
    /// Something that happened.
    enum Event: Sendable {
        case entry(store: String, LogEntry)
        case changes(store: String, StateChanged)
        /// What changed at or below a watched path.
        case part(store: String, StateChanged, path: Path, action: String?)
        case lagged(StreamLagged)
        /// A hint says what can be done about it.
        case stopped(GateStopped, hasHint: Bool)
        case resumed(GateResumed)
        case logged(GateLogged)
        case noted(LogNoted)
        case diverged(HistoryDiverged)
        /// A store came or went.
        case store(String, isThere: Bool)
        case note(StyledText)

        /// The one transition that it tells of, if it is one.
        var transition: (store: String, seq: Int)? {
            switch self {
            case .entry(let store, let entry): (store, entry.seq)
            case .changes(let store, let changed) where changed.seq - changed.fromSeq == 1: (store, changed.seq)
            case .part(let store, let changed, _, _) where changed.seq - changed.fromSeq == 1: (store, changed.seq)
            case .changes, .part, .lagged, .stopped, .resumed, .logged, .noted, .diverged, .store, .note: nil
            }
        }
    }

    private(set) var events: [Event] = []
    /// What is left out because too much came at once.
    private var overflow = 0
    /// How many events are kept at most.
    private static let capacity = 10_000

    var isEmpty: Bool { events.isEmpty }

    mutating func add(_ event: Event) {
        guard events.count < Self.capacity else {
            overflow += 1
            return
        }
        events.append(event)
    }

    /// Leaves out some of what waits.
    mutating func remove(where isUnwanted: (Event) -> Bool) {
        events.removeAll(where: isUnwanted)
    }

    /// Leaves out that a store diverged.
    ///
    /// - Returns: Whether that was waiting.
    mutating func removeDivergence(of store: String) -> Bool {
        let count = events.count
        events.removeAll { event in
            if case .diverged(let found) = event { found.store == store } else { false }
        }
        return events.count < count
    }

    /// Takes everything out as lines.
    ///
    /// - Parameters:
    ///   - limit: The number of events from which on they are summed up.
    ///   - current: The store in use, whose name need not be said.
    mutating func take(
        limit: Int, layout: Layout, current: String?, notation: (String) -> Notation
    ) -> [StyledText] {
        defer {
            events = []
            overflow = 0
        }
        guard events.count + overflow > limit else {
            return events.flatMap { Self.lines($0, layout: layout, current: current, notation: notation) }
        }
        return summary(layout: layout, current: current, notation: notation)
    }

    private static func lines(
        _ event: Event, layout: Layout, current: String?, notation: (String) -> Notation
    ) -> [StyledText] {
        switch event {
        case .entry(let store, let entry):
            let prefix = name(of: store, current: current)
            var narrow = layout
            narrow.width -= prefix.width
            return [prefix + LogRendering.event(entry, layout: narrow)]
        case .changes(let store, let changed):
            let prefix = name(of: store, current: current)
            let header =
                changed.seq - changed.fromSeq == 1 ? "@\(changed.seq)" : "@\(changed.fromSeq) → @\(changed.seq)"
            guard let changes = changed.changes else {
                return [prefix + StyledText("\(header)  changed in too many places to show", .dim)]
            }
            guard !changes.isEmpty else { return [] }
            var short = layout
            short.changes = 5
            var lines = ChangeRendering(layout: short, notation: notation(store), indent: 2).lines(changes)
            if lines.count == 1, let only = lines.first {
                let joined = prefix + StyledText(header, .dim) + only
                if joined.width <= layout.width { return [joined] }
            }
            lines.insert(prefix + StyledText(header, .dim), at: 0)
            return lines
        case .part(let store, let changed, let path, let action):
            return lines(changed, at: path, action, name(of: store, current: current), layout, notation(store))
        case .lagged(let lagged):
            let text =
                "missed #\(lagged.fromSeq) to #\(lagged.toSeq); `log \(lagged.fromSeq)..\(lagged.toSeq)` lists them"
            return [name(of: lagged.store, current: current) + StyledText(text, .changed)]
        case .stopped(let stopped, let hasHint):
            let prefix = name(of: stopped.store, current: current)
            var narrow = layout
            narrow.width -= prefix.width
            var lines = StopRendering(layout: narrow, notation: notation(stopped.store))
                .lines(stopped.stop, seq: stopped.seq)
            if let first = lines.first { lines[0] = prefix + first }
            return lines + (hasHint ? StopRendering.hint.wrapped(to: layout.width, hanging: 2) : [])
        case .resumed(let resumed):
            let prefix = name(of: resumed.store, current: current)
            let reason = resumed.reason == .controllerLeft ? "  the last client that controlled it left" : ""
            return [prefix + StyledText("▶ open", .added) + StyledText(" at @\(resumed.seq)\(reason)", .dim)]
        case .logged(let logged): return [line(logged, current: current).fitted(to: layout.width)]
        case .noted(let noted):
            return [(name(of: noted.store, current: current) + LogRendering.note(noted.note)).fitted(to: layout.width)]
        case .diverged(let event):
            return DivergenceRendering(layout: layout, notation: notation(event.store))
                .lines(event.divergence, of: event.store)
        case .store(let id, let isThere):
            return [StyledText("store ", .dim) + StyledText(id, .store) + (isThere ? " is there" : " is gone")]
        case .note(let text): return [text]
        }
    }

    /// What happened at a watched path: the action, and what is there before and after.
    private static func lines(
        _ changed: StateChanged, at path: Path, _ action: String?, _ prefix: StyledText, _ layout: Layout,
        _ notation: Notation
    ) -> [StyledText] {
        var header =
            changed.seq - changed.fromSeq == 1
            ? StyledText("#\(changed.seq)", .strong) : StyledText("@\(changed.fromSeq) → @\(changed.seq)", .dim)
        if let action { header += "  " + LiteralHighlighting.styled(action) }
        guard let changes = changed.changes else {
            return [prefix + header + StyledText("  changed in too many places to show", .dim)]
        }
        guard !changes.isEmpty else {
            return [prefix + header + StyledText("  \(ChangeRendering.text(of: .hidden))", .dim)]
        }
        var short = layout
        short.changes = 5
        let rendering = ChangeRendering(layout: short, notation: notation, indent: 2)
        let lines =
            changes.map(\.path) == [path] ? rendering.lines(changes, absent: "nothing") : rendering.lines(changes)
        if lines.count == 1, let only = lines.first {
            let joined = prefix + header + only
            if joined.width <= layout.width { return [joined] }
        }
        return [(prefix + header).fitted(to: layout.width)] + lines
    }

    private static func line(_ logged: GateLogged, current: String?) -> StyledText {
        name(of: logged.store, current: current)
            + StyledText("#\(logged.seq) ", .dim) + LiteralHighlighting.styled(logged.text)
    }

    /// One line a store: how many actions, which ones most often, where the state changed.
    private func summary(layout: Layout, current: String?, notation: (String) -> Notation) -> [StyledText] {
        var stores: [String] = []
        var labels: [String: Tally] = [:]
        var paths: [String: Tally] = [:]
        var ranges: [String: ClosedRange<Int>] = [:]
        var logged: [HitCommands.Key: (count: Int, last: GateLogged)] = [:]
        var moves: [Bool: Tally] = [:]
        var lines: [StyledText] = []
        for event in events {
            let store: String
            let range: ClosedRange<Int>
            switch event {
            case .entry(let id, let entry):
                (store, range) = (id, entry.seq...entry.seq)
                labels[store, default: Tally()].add(entry.label)
            case .changes(let id, let changed), .part(let id, let changed, _, _):
                (store, range) = (id, min(changed.fromSeq + 1, changed.seq)...changed.seq)
                for change in changed.changes ?? [] {
                    paths[store, default: Tally()].add(ChangeRendering.name(of: change.path))
                }
            case .logged(let event):
                let key = HitCommands.Key(store: event.store, breakpoint: event.breakpoint)
                logged[key] = (logged[key].map { $0.count + 1 } ?? 1, event)
                continue
            case .store(let id, let isThere):
                moves[isThere, default: Tally()].add(id)
                continue
            case .lagged, .stopped, .resumed, .noted, .diverged, .note:
                lines += Self.lines(event, layout: layout, current: current, notation: notation)
                continue
            }
            if !stores.contains(store) { stores.append(store) }
            let known = ranges[store] ?? range
            ranges[store] = min(known.lowerBound, range.lowerBound)...max(known.upperBound, range.upperBound)
        }
        for store in stores {
            var line = Self.name(of: store, current: current)
            if let range = ranges[store] { line.append("#\(range.lowerBound)…#\(range.upperBound)  ", .strong) }
            if let actions = labels[store] {
                line.append("\(NumberText.counted(actions.total, "action")): \(actions.text)  ")
            }
            if let changes = paths[store] { line.append("changed \(changes.text)", .changed) }
            lines.append(line.withoutTrailingBlanks.fitted(to: layout.width))
        }
        for (isThere, ids) in moves.sorted(by: { $0.key && !$1.key }) {
            let count = "\(NumberText.counted(ids.total, "store")) \(isThere ? "came" : "went"): "
            lines.append((StyledText(count, .dim) + StyledText(ids.text, .store)).fitted(to: layout.width))
        }
        for (key, texts) in logged.sorted(by: { $0.key.breakpoint < $1.key.breakpoint }) {
            let line = Self.line(texts.last, current: current)
            let count = texts.count > 1 ? "  log point \(key.breakpoint) ×\(NumberText.grouped(texts.count))" : ""
            lines.append((line.fitted(to: layout.width - count.count) + StyledText(count, .dim)))
        }
        if overflow > 0 { lines.append(StyledText("… \(NumberText.counted(overflow, "more event"))", .dim)) }
        return lines
    }

    private static func name(of store: String, current: String?) -> StyledText {
        store == current ? StyledText() : StyledText(store + " ", .store)
    }

    /// How often something came, in the order of its first coming.
    private struct Tally {
        private var counts: [String: Int] = [:]
        private var order: [String] = []
        private(set) var total = 0

        mutating func add(_ name: String) {
            total += 1
            if counts[name] == nil { order.append(name) }
            counts[name, default: 0] += 1
        }

        /// The three most frequent with their numbers.
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
