import InspectorCore
import StrobePlayback
import LineEditing
import StrobeRecording
import StrobeTree

/// Writes a recording as a script.
struct RecordingScript {
    private let reader: RecordingReader
    private let name: String
    private var writer: ScriptWriter
    private var count = 0
    /// The redacted places of the stores, by id, and whether the state examined last has any.
    private var hiding: [String: RecordedHiding] = [:]
    private var hidden: [String: (seq: Int, hides: Bool)] = [:]

    /// - Parameters:
    ///   - name: The name of the recording in the script.
    ///   - expects: Whether the script expects the recorded changes.
    init(_ reader: RecordingReader, name: String, expects: Bool) {
        self.reader = reader
        self.name = name
        writer = ScriptWriter(expects: expects)
    }

    /// The lines of the script.
    var lines: [String] { writer.lines }

    /// The summary.
    var summary: [StyledText] {
        var line = StyledText("\(NumberText.counted(count, "transition")) written", .strong)
        line.append(writer.remainder, .changed)
        return [line]
    }

    /// Writes the transitions of a range, of one store or of all by time.
    ///
    /// - Throws: ``InspectorError``, `RecordingError`.
    mutating func write(range text: String?, of id: String?) throws {
        let only = try id.map { try reader.store($0) } ?? (reader.stores.count == 1 ? reader.stores[0] : nil)
        guard !reader.stores.isEmpty else {
            throw InspectorError(.failed, "The recording \(name) has no stores.")
        }
        let process = reader.recordings.first?.header.process.name ?? "a process"
        let part = only.map { ", the store \($0.id)" } ?? ""
        writer.remark("Made from \(name), a recording of \(process)\(part)\(text.map { ", \($0)" } ?? "").")
        guard let only else {
            guard text == nil else {
                let ids = reader.stores.map(\.id).joined(separator: ", ")
                throw InspectorError(
                    .usage, "A range needs a store, since each has its own seqs: --store \(ids).")
            }
            try writeAll()
            return
        }
        var range = only.firstSeq...max(only.lastSeq, only.firstSeq)
        if let text {
            switch try SeqRange(text) {
            case .newest(let count): range = max(only.lastSeq - count + 1, 0)...only.lastSeq
            case .between(let from, let to): range = (from ?? 0)...max(to ?? only.lastSeq, from ?? 0)
            }
        }
        var next = range.lowerBound
        while next <= min(range.upperBound, only.lastSeq) {
            let page = try reader.transitions(next...range.upperBound, of: only.id, limit: 1_000)
            guard let last = page.last else { break }
            for transition in page { add(transition, of: only) }
            next = last.seq + 1
        }
        if count == 0 { writer.remark("Nothing was recorded.") }
    }

    private mutating func writeAll() throws {
        var index = 0
        while true {
            let events = try reader.events(from: index, limit: 1_000)
            guard !events.isEmpty else { return }
            for event in events {
                switch event.line {
                case .transition(let transition): add(transition, of: try reader.store(transition.store))
                case .note(let note): writer.remark(note.text)
                case .gap(let gap):
                    writer.remark("missing: #\(gap.fromSeq) to #\(gap.toSeq) of \(gap.store), \(gap.reason)")
                default: break
                }
            }
            index += events.count
        }
    }

    private mutating func add(_ transition: RecordedTransition, of store: RecordingReader.Store) {
        count += 1
        let hiding = hiding[store.id] ?? RecordedHiding(store, of: reader)
        self.hiding[store.id] = hiding
        var entry = transition.entry(startMicros: store.startMicros)
        if writer.expects, transition.changes?.isEmpty == true, !transition.isMerged, transition.error == nil,
            hides(hiding, at: transition.seq, in: store.id)
        {
            entry.incomplete = .hidden
        }
        var event = ScriptWriter.Event(
            // The script uses the store's id in the process, even if two recorded stores share it.
            store: store.description.id, entry: entry, changes: transition.isMerged ? nil : transition.changes,
            state: transition.isPlacement ? try? reader.state(at: transition.seq, of: store.id) : nil, hiding: hiding)
        let places = writer.expects ? event.doubtfulPlaces : []
        if !places.isEmpty, let before = try? reader.state(at: transition.seq - 1, of: store.id),
            let after = try? reader.state(at: transition.seq, of: store.id)
        {
            for path in places { event.values[path] = (before.value(at: path), after.value(at: path)) }
        }
        writer.add(
            event,
            notation: Notation(state: store.description.stateSchema, action: store.description.actionSchema))
    }

    /// Whether a state has redacted places; if nothing changed, the answer is that of the previous state.
    private mutating func hides(_ hiding: RecordedHiding, at seq: Int, in store: String) -> Bool {
        var hides = true
        if let known = hidden[store], known.seq == seq - 1 {
            hides = known.hides
        } else if let state = try? reader.state(at: seq, of: store) {
            hides = hiding.hides(state)
        }
        hidden[store] = (seq, hides)
        return hides
    }
}
