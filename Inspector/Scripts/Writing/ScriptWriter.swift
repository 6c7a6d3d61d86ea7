import InspectorCore
import StrobePlayback
import StrobeProtocol
import StrobeTree

/// Writes events as lines of a script that repeats them.
struct ScriptWriter {
    /// An event in a store.
    struct Event {
        var store: String
        var entry: LogEntry
        /// Its changes, if known for this entry alone.
        var changes: [Change]?
        /// The state after it, if it replaced the whole state.
        var state: Value?
        /// The redacted places of the store.
        var hiding: RecordedHiding?
        /// The values at ``doubtfulPlaces`` before and after, as far as known.
        var values: [Path: (before: Value?, after: Value?)] = [:]

        /// Changed places whose values the changes do not tell: elements before them were inserted or removed.
        var doubtfulPlaces: [Path] {
            guard let changes else { return [] }
            let shifts = ElementShifts(changes)
            return changes.map(\.path).filter(shifts.mayMove)
        }
    }

    /// Whether the script expects the recorded changes.
    var expects = false
    /// The maximum length of an expected value, in characters.
    private static let longest = 160
    private(set) var lines: [String] = []
    /// The current store after the lines so far.
    private var store: String?
    /// The number of events skipped because no command can repeat them.
    private(set) var leftOut = 0
    /// The number of events with redacted values, which have to be filled in.
    private(set) var toFillIn = 0

    /// What the script does not repeat, as text; empty if nothing.
    var remainder: String {
        (leftOut > 0 ? ", \(NumberText.grouped(leftOut)) skipped" : "")
            + (toFillIn > 0 ? ", \(NumberText.grouped(toFillIn)) with hidden parts to fill in" : "")
    }

    /// - Parameter store: The current store where the script begins; if `nil`, the script selects one.
    init(store: String? = nil, expects: Bool = false) {
        self.store = store
        self.expects = expects
    }

    /// Writes a comment.
    mutating func remark(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            lines.append("# \(ControlCharacters.escaped(String(line)))")
        }
    }

    /// Writes an event.
    mutating func add(_ event: Event, notation: Notation) {
        let entry = event.entry
        use(event.store)
        if let dispatched = entry.editedFrom { remark("edited at the gate; dispatched as: \(dispatched)") }
        switch entry.origin {
        case _ where entry.isPlacement:
            return edit(event, notation)
        case "effect":
            lines.append(Self.wait(for: entry))
        default:
            guard let action = entry.action else {
                leftOut += 1
                let reason = "its action is missing (without a JSON form, or too large)"
                remark("skipped, since \(reason): #\(entry.seq) \(entry.label)")
                return
            }
            if let error = entry.error { remark("rejected: \(error)") }
            var written = ["send \(Self.literal(action, notation.action))"]
            let hidden = event.hiding?.places(inAction: action) ?? []
            if !hidden.isEmpty {
                if expects, let changes = event.changes {
                    written.append(Self.expectation(of: changes, event, notation))
                }
                write(written, hiding: hidden, of: entry)
                return
            }
            lines += written
        }
        guard expects, let changes = event.changes else { return }
        lines.append(Self.expectation(of: changes, event, notation))
    }

    /// Writes lines with redacted values as comments, so that they do not run as they are.
    private mutating func write(_ texts: [String], hiding places: [Path], of entry: LogEntry) {
        toFillIn += 1
        remark("#\(entry.seq): \(RecordedHiding.text(places)) is hidden; fill it in, and remove the #")
        for text in texts { remark(text) }
    }

    /// Writes a command line, as typed.
    mutating func add(command: String, store: String?) {
        if let store { use(store) }
        lines.append(command)
    }

    private mutating func use(_ store: String) {
        guard store != self.store else { return }
        self.store = store
        lines.append("use \(Word.written(store))")
    }

    /// Repeats a restore or an edit by setting the changed values.
    private mutating func edit(_ event: Event, _ notation: Notation) {
        let entry = event.entry
        var changes = event.changes ?? []
        // No command removes or moves a value: the whole state is set.
        if let state = event.state, event.changes?.allSatisfy({ $0.op == .replace || $0.op == .add }) != true {
            changes = [Change(.replace, .root, value: state)]
        }
        guard changes.allSatisfy({ $0.op == .replace || $0.op == .add }), !changes.isEmpty || event.changes != nil
        else {
            leftOut += 1
            remark("skipped, since no command repeats it: #\(entry.seq) \(entry.label)")
            return
        }
        remark("#\(entry.seq) \(entry.label)")
        for change in changes {
            guard let value = change.value else { continue }
            let path = ScriptVariables.escaped(ChangeRendering.name(of: change.path))
            let line = "set \(path) \(Self.literal(value, notation.state?.part(at: change.path)))"
            let hidden = event.hiding?.places(in: value, at: change.path) ?? []
            if hidden.isEmpty { lines.append(line) } else { write([line], hiding: hidden, of: entry) }
        }
    }

    /// Waits for the answer of an effect by its case: its payload may differ the next time.
    static func wait(for entry: LogEntry) -> String {
        let head = Substring(entry.label.unicodeScalars.prefix { !"(*?'\\ ".unicodeScalars.contains($0) })
        let glob = head.isEmpty ? "*" : head.endIndex == entry.label.endIndex ? String(head) : "\(head)*"
        // An answer that took long may take longer next time.
        let seconds = (entry.afterMicros ?? 0) / 1_000_000
        let timeout = seconds >= 5 ? " timeout \(seconds * 2)s" : ""
        let literal = Literal.quoted(glob)
        // Users write globs in single quotes, where nothing can be escaped.
        let isPlain = literal == "\"\(glob)\""
        return "wait --action \(ScriptVariables.escaped(isPlain ? "'\(glob)'" : literal))\(timeout)"
    }

    private static func expectation(of changes: [Change], _ event: Event, _ notation: Notation) -> String {
        guard !changes.isEmpty else {
            return event.entry.incomplete == .hidden
                ? "# \(ChangeRendering.text(of: .hidden))" : "expect-diff nothing"
        }
        let changes = changes.filter { !$0.isIncomparable }
        guard !changes.isEmpty else { return "# \(ChangeRendering.text(of: .incomparable))" }
        let shifts = ElementShifts(changes)
        var parts: [(path: Path, value: Value?)] = []
        var written: Set<Path> = []
        for change in changes {
            var part = (path: change.path, value: change.op == .move ? nil : change.value)
            if shifts.mayMove(part.path) {
                if let (before, after) = event.values[part.path], before != after {
                    part.value = after
                } else {
                    part = (shifts.settledPlace(around: part.path), nil)
                }
            }
            // A path alone covers everything below it.
            let above = (0...part.path.tokens.count).lazy.map { Path(Array(part.path.tokens[..<$0])) }
            guard !above.contains(where: written.contains) else { continue }
            written.insert(part.path)
            parts.append(part)
        }
        let items = parts.map { path, value in
            let name = ChangeRendering.name(of: path)
            guard let value, event.hiding?.places(in: value, at: path).isEmpty ?? true else { return name }
            let text = Literal.text(value, schema: notation.state?.part(at: path))
            return text.count <= longest && !text.contains("\n") ? "\(name) = \(text)" : name
        }
        return "expect-diff \(ScriptVariables.escaped(items.joined(separator: ", ")))"
    }

    private static func literal(_ value: Value, _ schema: Schema?) -> String {
        ScriptVariables.escaped(Literal.text(value, schema: schema))
    }
}
