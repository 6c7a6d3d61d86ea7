import StrobePlayback
import StrobeProtocol
package import StrobeRecording
import StrobeSystem
import StrobeTree

extension Report {
    /// The maximum number of steps in a report: a page with more is unusable.
    package static let mostSteps = 200_000

    /// Reads a recording, or what happened from one time to another, both in microseconds since 1970.
    ///
    /// - Throws: The errors of the recording and of `init(_:selection:title:)`.
    package init(path: String, times: ClosedRange<Int64>?) throws {
        let reader = try RecordingPaths.open([path])
        let start = reader.stores.map(\.startMicros).min() ?? 0
        let bound = { ReportSelection.Bound.time(Self.distance(from: start, to: $0)) }
        try self.init(
            reader,
            selection: ReportSelection(from: (times?.lowerBound).map(bound), to: (times?.upperBound).map(bound)),
            title: nil)
    }

    /// Reads the selected part.
    ///
    /// - Throws: `usage` if the selection does not fit the recording or is too large, `failed` if it cannot be read.
    package init(_ reader: RecordingReader, selection: ReportSelection, title: String?) throws(InspectorError) {
        let chosen = try selection.stores(of: reader)
        let range = try selection.range(of: reader, stores: chosen)
        startMicros = chosen.map(\.startMicros).min() ?? reader.recordings.first?.header.startMicros ?? 0
        self.title = title ?? Self.title(of: reader.recordings)
        sources = reader.recordings.map { recording in
            Source(
                header: recording.header, files: recording.paths.map { $0.fileName },
                end: recording.end, duration: recording.lastT)
        }
        damage = reader.damage
        part = selection.words
        stores = chosen.map { store in
            Store(
                id: store.id, source: store.recording, description: store.description, seq: store.firstSeq, state: nil)
        }
        do {
            try readEvents(reader, range)
            let steps = transitions
            for place in stores.indices {
                addGaps(of: place, reader, range)
                try begin(place, reader, range, first: steps[place]?.first)
                addKeyframes(of: place, reader, steps[place] ?? [])
                noteHidden(in: place, RecordedHiding(chosen[place], of: reader))
            }
            for step in steps.values.joined() { losses.count(step) }
            losses.gaps = gaps.count
            losses.missed = gaps.reduce(0) { min($0, .max - $1.seqs.count) + $1.seqs.count }
        } catch let error as RecordingError {
            throw InspectorError(placing: error)
        } catch {
            throw InspectorError(any: error)
        }
        gaps.sort { ($0.time, $0.store) < ($1.time, $1.store) }
    }

    /// Reads the lines of the range.
    private mutating func readEvents(_ reader: RecordingReader, _ range: ReportSelection.Range) throws {
        let places = Dictionary(stores.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        var index = try firstEvent(reader, from: range.times.lowerBound)
        while true {
            let events = try reader.events(from: index, limit: 4_096)
            index += events.count
            for event in events {
                let time = Self.distance(from: startMicros, to: event.time)
                if case .transition(let transition) = event.line {
                    guard let store = places[transition.store], range.contains(time: time, seq: transition.seq) else {
                        continue
                    }
                    steps.append(Step(store: store, time: time, transition: transition))
                } else if case .note(let note) = event.line, range.contains(time: time) {
                    let store = note.store.flatMap { places[$0] }
                    guard note.store == nil || store != nil else { continue }
                    notes.append(Note(time: time, text: note.text, store: store, seq: note.seq))
                }
            }
            guard steps.count <= Self.mostSteps else {
                throw InspectorError(
                    .usage,
                    "A report takes up to \(NumberText.grouped(Self.mostSteps)) transitions, and there are more. Choose a part with --from, --to and --store; `strobe open` takes them all."
                )
            }
            guard let last = events.last, Self.distance(from: startMicros, to: last.time) <= range.times.upperBound
            else {
                return
            }
        }
    }

    /// The index of the first event at or after a time, in microseconds since the report's start.
    private func firstEvent(_ reader: RecordingReader, from time: Int64) throws -> Int {
        try (0..<reader.eventCount).partitioningIndex { place in
            let event = try reader.events(from: place, limit: 1).first
            return event.map { Self.distance(from: startMicros, to: $0.time) >= time } ?? true
        }
    }

    private mutating func addGaps(of place: Int, _ reader: RecordingReader, _ range: ReportSelection.Range) {
        let start = Self.distance(from: startMicros, to: sources[stores[place].source].header.startMicros)
        for gap in reader.gaps(of: stores[place].id) where gap.fromSeq <= gap.toSeq {
            let (time, isHuge) = start.addingReportingOverflow(gap.t)
            let seqs = gap.fromSeq...gap.toSeq
            guard !isHuge, range.seqs?.overlaps(seqs) ?? range.contains(time: time) else { continue }
            gaps.append(Gap(time: time, store: place, seqs: seqs, reason: gap.reason))
        }
    }

    /// Marks the steps that may have changed redacted values.
    private mutating func noteHidden(in place: Int, _ hiding: RecordedHiding) {
        losses.add(hiding, of: stores[place].id)
        var walk = StateWalk(self, store: place)
        var known: Bool?
        for index in steps.indices where steps[index].store == place {
            let step = steps[index].transition
            walk.advance(step)
            if step.isMerged || step.changes?.isEmpty != true {
                known = nil
                let isAll = step.changes?.allSatisfy(\.isIncomparable) == true && step.changes?.isEmpty == false
                if isAll { steps[index].incomplete = .incomparable }
                continue
            }
            // A step without changes has the redacted places of the state before it.
            let hides = known ?? walk.state.map(hiding.hides) ?? true
            known = hides
            if hides, step.error == nil { steps[index].incomplete = .hidden }
        }
    }

    /// Finds the state before the first step of a store, or before the range if the store has no steps.
    private mutating func begin(
        _ place: Int, _ reader: RecordingReader, _ range: ReportSelection.Range, first: RecordedTransition?
    ) throws {
        let store = stores[place]
        let wanted =
            try first.map { $0.fromSeq ?? $0.seq - 1 } ?? lastSeq(of: store, reader, before: range.times.lowerBound)
        guard let known = reader.knownSeq(atOrBefore: wanted, of: store.id) else { return }
        stores[place].state = try reader.state(at: known, of: store.id)
        stores[place].seq = known
    }

    /// The last step of a store before a time, or the start of the store.
    private func lastSeq(of store: Store, _ reader: RecordingReader, before time: Int64) throws -> Int {
        let all = try reader.store(store.id)
        let start = Self.distance(from: startMicros, to: all.startMicros)
        var (low, high) = (all.firstSeq, max(all.firstSeq, all.lastSeq))
        while low < high {
            let middle = low + (high - low + 1) / 2
            let step = try reader.transitions(middle...high, of: store.id, limit: 1).first
            if let step, WireInteger.sum(step.t, start) < time {
                low = step.seq
            } else {
                high = middle - 1
            }
        }
        return low
    }

    /// Adds the keyframes needed where the changes have a gap.
    private mutating func addKeyframes(of place: Int, _ reader: RecordingReader, _ steps: [RecordedTransition]) {
        let store = stores[place]
        var known = store.state == nil ? Int.min : store.seq
        for transition in steps {
            let base = transition.fromSeq ?? transition.seq - 1
            if transition.changes != nil, base == known {
                known = transition.seq
                continue
            }
            // A keyframe is used at the step, or before it if the changes of the step apply to it.
            guard let frame = try? reader.keyframe(atOrBefore: transition.seq, of: store.id), frame.seq > known else {
                continue
            }
            if frame.seq == transition.seq || (frame.seq == base && transition.changes != nil) {
                keyframes.append(Keyframe(store: place, seq: frame.seq, state: frame.state))
                known = transition.seq
            }
        }
    }

    /// The difference of two times, clamped: a hostile recording may have any times.
    package static func distance(from start: Int64, to end: Int64) -> Int64 {
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
    /// An error in a recording as an error of the inspector.
    package init(placing error: any Error) {
        guard let error = error as? RecordingError else {
            self.init(any: error)
            return
        }
        let place = error.line.map { ", line \($0)" } ?? ""
        let isReported = error.path.map { error.message.contains($0) } ?? true
        self.init(.failed, isReported ? error.message : "\(error.path ?? "")\(place): \(error.message)")
    }
}
