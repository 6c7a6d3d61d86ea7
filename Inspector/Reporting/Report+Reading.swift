import Foundation
import StrobeRecording
import StrobeTree

extension Report {
    /// How many steps a report takes at most: beyond that no page is a joy.
    static let mostSteps = 200_000

    /// Reads what was selected.
    ///
    /// - Throws: `usage` where the selection does not fit the recording or is too large, `failed` where that cannot be read.
    init(_ reader: RecordingReader, selection: ReportSelection, title: String?) throws(InspectorError) {
        let chosen = try selection.stores(of: reader)
        let range = try selection.range(of: reader, stores: chosen)
        startMicros = chosen.map(\.startMicros).min() ?? reader.recordings.first?.header.startMicros ?? 0
        self.title = title ?? Self.title(of: reader.recordings)
        sources = reader.recordings.map { recording in
            Source(
                header: recording.header, files: recording.paths.map { ($0 as NSString).lastPathComponent },
                end: recording.end, duration: recording.lastT)
        }
        damage = reader.damage
        part = selection.words
        stores = chosen.map { store in
            Store(
                id: store.id, source: store.recording, description: store.description, seq: store.firstSeq,
                state: store.description.state)
        }
        let before = try readEvents(reader, range)
        let order = steps.indices.sorted { (steps[$0].time, $0) < (steps[$1].time, $1) }
        steps = order.map { steps[$0] }
        for place in stores.indices {
            try begin(place, reader, lastBefore: before[place])
            try addKeyframes(of: place, reader)
        }
    }

    /// Reads the lines of the range; returns the last number before it, of each store.
    private mutating func readEvents(
        _ reader: RecordingReader, _ range: ReportSelection.Range
    ) throws(InspectorError) -> [Int?] {
        let places = Dictionary(stores.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        var before = [Int?](repeating: nil, count: stores.count)
        var index = 0
        while true {
            let events: [RecordingReader.Event]
            do {
                events = try reader.events(from: index, limit: 4_096)
            } catch {
                throw InspectorError(error)
            }
            guard !events.isEmpty else { return before }
            index += events.count
            for event in events {
                let time = Self.distance(from: startMicros, to: event.time)
                if case .transition(let transition) = event.line, let store = places[transition.store] {
                    if range.isBefore(time: time, seq: transition.seq) {
                        before[store] = transition.seq
                    } else if range.contains(time: time, seq: transition.seq) {
                        steps.append(Step(store: store, time: time, transition: transition))
                    }
                } else if range.contains(time: time) {
                    addRemark(event.line, at: time, places)
                }
            }
            guard steps.count <= Self.mostSteps else {
                throw InspectorError(
                    .usage,
                    "A report takes up to \(NumberText.grouped(Self.mostSteps)) steps, and these are more. Choose a part with --from, --to and --store; `strobe open` takes them all."
                )
            }
        }
    }

    private mutating func addRemark(_ line: RecordingLine, at time: Int64, _ places: [String: Int]) {
        switch line {
        case .note(let note):
            let store = note.store.flatMap { places[$0] }
            guard note.store == nil || store != nil else { return }
            notes.append(Note(time: time, text: note.text, store: store, seq: note.seq))
        case .gap(let gap):
            guard let store = places[gap.store], gap.fromSeq <= gap.toSeq else { return }
            gaps.append(Gap(time: time, store: store, seqs: gap.fromSeq...gap.toSeq, reason: gap.reason))
        default: break
        }
    }

    /// Finds the state before the first step of a store.
    private mutating func begin(_ place: Int, _ reader: RecordingReader, lastBefore: Int?) throws(InspectorError) {
        let store = stores[place]
        let first = steps.first { $0.store == place }?.transition
        let wanted = first.map { $0.fromSeq ?? $0.seq - 1 } ?? lastBefore ?? store.seq
        guard wanted != store.seq || store.state == nil else { return }
        guard let known = reader.knownSeq(atOrBefore: wanted, of: store.id) else {
            stores[place].state = nil
            return
        }
        do {
            stores[place].state = try reader.state(at: known, of: store.id)
            stores[place].seq = known
        } catch {
            throw InspectorError(error)
        }
    }

    /// Takes over the whole states from which one gets on where the changes have a gap.
    private mutating func addKeyframes(of place: Int, _ reader: RecordingReader) throws(InspectorError) {
        let store = stores[place]
        var known = store.state == nil ? Int.min : store.seq
        for step in steps where step.store == place {
            let transition = step.transition
            let base = transition.fromSeq ?? transition.seq - 1
            if transition.changes != nil, base == known {
                known = transition.seq
                continue
            }
            // A state is wanted after the step or, where one gets on from there by its changes, before it.
            guard let frame = try? reader.keyframe(atOrBefore: transition.seq, of: store.id), frame.seq > known else {
                continue
            }
            if frame.seq == transition.seq || (frame.seq == base && transition.changes != nil) {
                keyframes.append(Keyframe(store: place, seq: frame.seq, state: frame.state))
                known = transition.seq
            }
        }
    }

    /// From one moment to another, where hostile times could lie too far apart as far as can be.
    static func distance(from start: Int64, to end: Int64) -> Int64 {
        let (distance, isHuge) = end.subtractingReportingOverflow(start)
        return isHuge ? (end < start ? Int64.min : Int64.max) : distance
    }

    private static func title(of recordings: [RecordingReader.Recording]) -> String {
        guard let first = recordings.first else { return "Recording" }
        let names = recordings.map(\.header.process.name).reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        let time = TimeText(zone: .gmt).full(first.header.startMicros).prefix(16)
        return "\(names.prefix(3).joined(separator: ", ")), \(time)"
    }
}

extension InspectorError {
    /// What a recording could not do, in the inspector's terms.
    init(_ error: RecordingError) {
        let place = error.line.map { ", line \($0)" } ?? ""
        let isTold = error.path.map { error.message.contains($0) } ?? true
        self.init(.failed, isTold ? error.message : "\(error.path ?? "")\(place): \(error.message)")
    }
}
