internal import StrobeProtocol
internal import StrobeTree

extension ReaderCore {
    // MARK: Lines

    /// Reads a line again.
    func line(at position: LinePosition) throws(RecordingError) -> RecordingLine {
        let file = sources[position.source].file
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: position.length, alignment: 8)
        defer { buffer.deallocate() }
        let count = try file.read(at: position.offset, into: buffer)
        do {
            return try RecordingLine(parsing: UnsafeRawBufferPointer(rebasing: buffer[..<count]), limits: limits)
        } catch {
            throw RecordingError(
                .malformedLine, "A line of \(file.path), at byte \(position.offset), cannot be read: \(error.message)",
                path: file.path, offset: position.offset)
        }
    }

    func place(of store: String) throws(RecordingError) -> Int {
        guard let place = storePlaces[store] else {
            let known = stores.isEmpty ? "there is none" : "there are " + stores.map(\.store.id).joined(separator: ", ")
            throw RecordingError(.unknownStore, "The recording has no store \"\(store)\": \(known).")
        }
        return place
    }

    // MARK: Transitions

    func transition(_ seq: Int, of store: String) throws(RecordingError) -> RecordedTransition {
        let index = stores[try place(of: store)]
        let place = index.place(from: seq)
        guard place < index.entries.count, index.seq(at: place) == seq else {
            throw notRecorded(seq, of: index)
        }
        return try transition(at: place, of: index)
    }

    func transition(at place: Int, of index: StoreIndex) throws(RecordingError) -> RecordedTransition {
        let position = index.entries[place].position
        guard case .transition(var transition) = try line(at: position) else { throw changed(position) }
        transition.store = index.store.id
        return transition
    }

    /// Those of a range that can be read; others count as damage from then on.
    mutating func transitions(
        _ range: ClosedRange<Int>, of store: String, limit: Int
    ) throws(RecordingError) -> [RecordedTransition] {
        let index = stores[try place(of: store)]
        var place = index.place(from: range.lowerBound)
        var transitions: [RecordedTransition] = []
        while place < index.entries.count, transitions.count < limit, index.seq(at: place) <= range.upperBound {
            if let transition = readable(place, of: index) { transitions.append(transition) }
            place += 1
        }
        return transitions
    }

    private mutating func readable(_ place: Int, of index: StoreIndex) -> RecordedTransition? {
        do {
            return try transition(at: place, of: index)
        } catch {
            damage(at: index.entries[place].position, error.message)
            return nil
        }
    }

    private func changed(_ position: LinePosition) -> RecordingError {
        let path = sources[position.source].file.path
        return RecordingError(
            .malformedLine, "The file \(path) was changed while it was open. Open it again.", path: path,
            offset: position.offset)
    }

    private func notRecorded(_ seq: Int, of index: StoreIndex) -> RecordingError {
        let store = index.store
        var message = "The transition \(seq) of \(store.id) is not in the recording"
        if store.transitions == 0 {
            message += ", which has none."
        } else if seq > store.lastSeq {
            message += ": the last one is \(store.lastSeq)."
        } else if seq <= store.firstSeq {
            message += ", which begins with the state after \(store.firstSeq)."
        } else {
            message += ": it was lost, see the gaps."
        }
        return withNearest(RecordingError(.unknownSeq, message), seq, of: index)
    }

    private func withNearest(_ error: RecordingError, _ seq: Int, of index: StoreIndex) -> RecordingError {
        var error = error
        error.nearestBefore = index.knownSeq(atOrBefore: seq)
        error.nearestAfter = index.knownSeq(atOrAfter: seq)
        return error
    }

    // MARK: States

    func keyframe(atOrBefore seq: Int, of store: String) throws(RecordingError) -> RecordedKeyframe {
        let index = stores[try place(of: store)]
        guard let keyframe = index.keyframe(atOrBefore: seq) else {
            throw withNearest(
                RecordingError(.stateNotKnown, "No state of \(store) was recorded at or before \(seq)."), seq, of: index
            )
        }
        return RecordedKeyframe(
            store: store, seq: keyframe.seq, t: keyframe.t, state: try state(of: keyframe, index))
    }

    /// The state of a keyframe, which is in a line of its own, in a header, or in the line that added the store.
    private func state(of keyframe: StoreIndex.Keyframe, _ index: StoreIndex) throws(RecordingError) -> Value {
        let id = index.store.description.id
        let state: Value? =
            switch try line(at: keyframe.position) {
            case .keyframe(let line): line.state
            case .header(let header): header.stores.first { $0.id == id }?.state
            case .store(let addition): addition.store.state
            default: nil
            }
        guard let state else { throw changed(keyframe.position) }
        return state
    }

    mutating func state(at seq: Int, of store: String) throws(RecordingError) -> Value {
        let place = try place(of: store)
        let index = stores[place]
        if seq > index.store.lastSeq { throw notRecorded(seq, of: index) }
        guard let way = index.way(to: seq) else { throw notKnown(seq, of: index) }
        var state: Value
        if let keyframe = way.keyframe {
            state = try self.state(of: keyframe, index)
        } else if let known = index.known {
            state = known.state
        } else {
            throw notKnown(seq, of: index)
        }
        stores[place].known = nil
        for entry in way.places {
            let transition = try transition(at: entry, of: index)
            do {
                try Patch.apply(transition.changes ?? [], to: &state)
            } catch {
                throw withNearest(
                    RecordingError(
                        .stateNotKnown,
                        "The state of \(store) at \(seq) is unknown: the changes of \(transition.seq) do not apply to "
                            + "the state before. \(error.message)"), seq, of: index)
            }
        }
        stores[place].known = StoreIndex.Known(seq: seq, state: state)
        return state
    }

    private func notKnown(_ seq: Int, of index: StoreIndex) -> RecordingError {
        let error = withNearest(RecordingError(.stateNotKnown, ""), seq, of: index)
        let nearest = [error.nearestBefore, error.nearestAfter].compactMap { $0.map(String.init) }
        var result = error
        result.message =
            "The state of \(index.store.id) at \(seq) is not known: it is in a gap, or among changes that were "
            + "merged. "
            + (nearest.isEmpty
                ? "No state is known." : "The nearest known states: \(nearest.joined(separator: " and ")).")
        return result
    }

    // MARK: Notes, gaps, events

    func gaps(of store: String) -> [RecordedGap] {
        guard let place = storePlaces[store] else { return [] }
        let index = stores[place]
        var gaps = index.gaps.compactMap { gap -> RecordedGap? in
            guard case .gap(var line)? = try? self.line(at: gap.position) else { return nil }
            line.store = store
            return line
        }
        for range in index.unexplainedGaps {
            let after = index.place(from: range.upperBound + 1)
            let t = after < index.entries.count ? index.entries[after].t : wholes[index.store.recording].recording.lastT
            gaps.append(
                RecordedGap(
                    store: store, t: t, fromSeq: range.lowerBound, toSeq: range.upperBound,
                    reason: "not in the files: damaged or missing"))
        }
        return gaps.sorted { $0.fromSeq < $1.fromSeq }
    }

    func notes(_ range: ClosedRange<Int>, of store: String?) -> [RecordedNote] {
        let place = store.flatMap { storePlaces[$0] }
        if store != nil, place == nil { return [] }
        return rareLines.compactMap { line in
            guard line.kind == .note, line.store == place, range.contains(line.seq) else { return nil }
            return note(line)
        }
    }

    func note(_ rare: RareLine) -> RecordedNote? {
        guard case .note(var note)? = try? line(at: rare.position) else { return nil }
        if let store = rare.store { note.store = stores[store].store.id }
        return note
    }

    func gap(_ rare: RareLine) -> RecordedGap? {
        guard case .gap(var gap)? = try? line(at: rare.position) else { return nil }
        if let store = rare.store { gap.store = stores[store].store.id }
        return gap
    }

    mutating func events(from first: Int, limit: Int) throws(RecordingError) -> [RecordingReader.Event] {
        sortArrivals()
        var events: [RecordingReader.Event] = []
        var place = max(first, 0)
        while place < arrivals.count, events.count < limit {
            if let line = try line(of: arrivals[place]) {
                events.append(.init(time: time(of: arrivals[place]), line: line))
            }
            place += 1
        }
        return events
    }

    private func line(of arrival: Arrival) throws(RecordingError) -> RecordingLine? {
        switch arrival {
        case .transition(let store, let place):
            return .transition(try transition(at: Int(place), of: stores[Int(store)]))
        case .rare(let place):
            let rare = rareLines[Int(place)]
            let id = rare.store.map { stores[$0].store.id }
            switch try line(at: rare.position) {
            case .store(var addition):
                addition.store.id = id ?? addition.store.id
                return .store(addition)
            case .note(var note):
                note.store = id ?? note.store
                return .note(note)
            case .gap(var gap):
                gap.store = id ?? gap.store
                return .gap(gap)
            case .removed(var removal):
                removal.store = id ?? removal.store
                return .removed(removal)
            default: return nil
            }
        }
    }

    private func time(of arrival: Arrival) -> Int64 {
        switch arrival {
        case .transition(let store, let place):
            WireInteger.sum(stores[Int(store)].store.startMicros, stores[Int(store)].entries[Int(place)].t)
        case .rare(let place): rareLines[Int(place)].time
        }
    }

    /// Sorts what was appended since the last time by time, after what was there: numbers of events stay.
    private mutating func sortArrivals() {
        guard sortedArrivals < arrivals.count else { return }
        let new = Array(arrivals[sortedArrivals...])
        let times = new.map { time(of: $0) }
        if !zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) {
            let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
            arrivals.replaceSubrange(sortedArrivals..., with: order.map { new[$0] })
        }
        sortedArrivals = arrivals.count
    }
}
