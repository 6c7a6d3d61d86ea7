internal import StrobeProtocol
internal import StrobeTree

extension ReaderCore {
    /// Reads the part of a file that was not read yet.
    mutating func scan(_ place: Int) throws(RecordingError) {
        let file = sources[place].file
        if sources[place].isBegun, file.wasCompressed { return }
        sources[place].isBegun = true
        sources[place].tail = nil
        if file.length < sources[place].lines.offset {
            throw RecordingError(
                .cannotRead, "The file \(file.path) became shorter while it was open. Open it again.", path: file.path)
        }
        var lines = sources[place].lines
        var known = KnownStores()
        try lines.forEachBatch(of: file, maxBytes: limits.lineBytes) { batch throws(RecordingError) in
            for (line, facts) in zip(batch, LineFacts.all(of: batch, limits)) {
                try add(line, facts, of: place, &known)
            }
            return true
        }
        if let accepted = acceptedTail {
            lines.accept(accepted)
            acceptedTail = nil
        }
        sources[place].lines = lines
        if let fault = file.fault {
            damage(
                RecordingDamage(
                    path: file.path, line: lines.number, offset: lines.offset,
                    message: "The rest of the compressed file is lost: \(fault).", lostBytes: 0))
        }
    }

    /// The stores of a file by the bytes of their ids: most lines are about the same few.
    struct KnownStores {
        private var entries: [(id: [UInt8], place: Int)] = []

        func place(of id: UnsafeBufferPointer<UInt8>) -> Int? {
            for entry in entries where entry.id.count == id.count && entry.id.elementsEqual(id) { return entry.place }
            return nil
        }

        mutating func add(_ id: UnsafeBufferPointer<UInt8>, _ place: Int) {
            if entries.count >= 16 { entries.removeFirst() }
            entries.append((Array(id), place))
        }

        mutating func removeAll() { entries.removeAll() }
    }

    private mutating func add(
        _ line: LineSplitter.Line, _ facts: LineFacts, of place: Int, _ known: inout KnownStores
    ) throws(RecordingError) {
        guard line.length <= limits.lineBytes else {
            lose(line, of: place, "It has \(line.length) bytes; at most \(limits.lineBytes) are read.")
            return
        }
        let bytes = OpenedFile.trimmed(line)
        let isNulled = line.bytes.first == 0
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            if isNulled { lose(line, of: place, "It has only NUL bytes, as after a loss of power.") }
            return
        }
        if isNulled { lose(line, of: place, "It begins with NUL bytes.", bytes: line.length - bytes.count) }
        switch facts.kind {
        case .skipped: break
        case .fault where line.isEnded:
            // Once more, for what the facts do not say.
            do throws(LineProbe.Fault) {
                _ = try LineProbe(start, count: bytes.count, maxDepth: limits.depth)
            } catch {
                lose(line, of: place, "It \(error.message), at byte \(error.offset) of the line.")
            }
        case .fault:
            sources[place].tail = RecordingDamage(
                path: sources[place].file.path, line: line.number, offset: line.offset,
                message:
                    "The last line is incomplete: the writer was stopped in the middle of it, or is still writing it.",
                lostBytes: line.length)
        case .transition, .keyframe, .other:
            guard countLine() else {
                throw RecordingError(.tooLarge, "The files have more than \(limits.lines) lines. Open fewer of them.")
            }
            if !line.isEnded { acceptedTail = line }
            if let fault = try add(facts, bytes, line, of: place, &known) { lose(line, of: place, fault) }
        }
    }

    private mutating func lose(_ line: LineSplitter.Line, of place: Int, _ message: String, bytes: Int? = nil) {
        damage(
            RecordingDamage(
                path: sources[place].file.path, line: line.number, offset: line.offset, message: message,
                lostBytes: bytes ?? line.length))
    }

    /// Adds a line; returns what is wrong with it.
    private mutating func add(
        _ facts: LineFacts, _ bytes: UnsafeBufferPointer<UInt8>, _ line: LineSplitter.Line, of place: Int,
        _ known: inout KnownStores
    ) throws(RecordingError) -> String? {
        let shift = line.bytes.count - bytes.count
        guard let position = LinePosition(source: place, offset: line.offset + shift, length: bytes.count) else {
            return "It is beyond 256 TiB."
        }
        guard facts.kind != .other else {
            known.removeAll()
            return try addRare(bytes, position, of: place)
        }
        let (seq, t) = (facts.seq, facts.t)
        guard (0...WireInteger.greatest).contains(Int64(seq)) else { return "Its seq is out of range." }
        guard t.magnitude <= WireInteger.greatest else { return "Its time is out of range." }
        let idBytes = UnsafeBufferPointer(rebasing: bytes[facts.store])
        let recording = sources[place].recording
        var store = known.place(of: idBytes)
        if store == nil {
            store = self.store(String(decoding: idBytes, as: UTF8.self), of: recording, at: max(0, seq - 1))
            if let store { known.add(idBytes, store) }
        }
        guard let store else { return "There are more than \(limits.stores) stores." }
        wholes[recording].recording.lastT = max(wholes[recording].recording.lastT, t)
        if facts.kind == .keyframe { return addKeyframe(seq, t, position, of: store) }
        if let fromSeq = facts.fromSeq, !(0..<seq).contains(fromSeq) { return "Its fromSeq is not below its seq." }
        let fault = addTransition(seq, t, facts.hasChanges ? facts.fromSeq ?? seq - 1 : nil, position, of: store)
        if fault == nil { count(facts, bytes, of: store) }
        return fault
    }

    private mutating func addTransition(
        _ seq: Int, _ t: Int64, _ fromSeq: Int?, _ position: LinePosition, of store: Int
    ) -> String? {
        guard seq >= 1 else { return "Its seq is 0; transitions are counted from 1." }
        var reach: UInt32 = 0
        if let fromSeq {
            guard (0..<seq).contains(fromSeq) else { return "Its fromSeq is not below its seq." }
            reach = UInt32(exactly: seq - fromSeq) ?? 0
        }
        guard stores[store].append(StoreIndex.Entry(position: position, reach: reach, t: t), seq: seq) else {
            return "Its seq \(seq) does not follow the one before it."
        }
        arrivals.append(.transition(store: UInt32(store), place: UInt32(stores[store].entries.count - 1)))
        return nil
    }

    /// Counts what is not known of a transition.
    private mutating func count(_ facts: LineFacts, _ bytes: UnsafeBufferPointer<UInt8>, of store: Int) {
        if facts.mayBeIncomparable {
            let line = try? RecordingLine(parsing: UnsafeRawBufferPointer(bytes), limits: limits)
            if case .transition(let transition)? = line { stores[store].store.count(transition) }
            return
        }
        let isAlone = facts.fromSeq ?? facts.seq - 1 == facts.seq - 1
        if facts.hasChanges ? !isAlone : !facts.hasError { stores[store].store.merged += 1 }
        if !facts.hasAction, !facts.isPlacement { stores[store].store.unwritten += 1 }
    }

    private mutating func addKeyframe(_ seq: Int, _ t: Int64, _ position: LinePosition, of store: Int) -> String? {
        stores[store].append(StoreIndex.Keyframe(seq: seq, t: t, position: position))
            ? nil : "Its seq \(seq) is less than that of the keyframe before it."
    }

    // MARK: Lines that there are few of

    private mutating func addRare(
        _ bytes: UnsafeBufferPointer<UInt8>, _ position: LinePosition, of place: Int
    ) throws(RecordingError) -> String? {
        let line: RecordingLine
        do {
            line = try RecordingLine(parsing: UnsafeRawBufferPointer(bytes), limits: limits)
        } catch {
            return error.message
        }
        let recording = sources[place].recording
        switch line {
        case .header(let header): return addHeader(header, position, of: place)
        case .store(let addition):
            note(addition.t, in: recording)
            guard let store = introduce(addition.store, addition.t, position, of: recording) else {
                return tooManyStores
            }
            addRareLine(.addition, position, addition.t, recording, store)
        case .transition(let transition):
            guard let store = store(transition.store, of: recording, at: transition.seq - 1) else {
                return tooManyStores
            }
            note(transition.t, in: recording)
            let fromSeq = transition.changes == nil ? nil : transition.fromSeq ?? transition.seq - 1
            let fault = addTransition(transition.seq, transition.t, fromSeq, position, of: store)
            if fault == nil { stores[store].store.count(transition) }
            return fault
        case .keyframe(let keyframe):
            guard let store = store(keyframe.store, of: recording, at: keyframe.seq) else { return tooManyStores }
            note(keyframe.t, in: recording)
            return addKeyframe(keyframe.seq, keyframe.t, position, of: store)
        case .note(let note):
            self.note(note.t, in: recording)
            let store = note.store.flatMap { wholes[recording].stores[$0] }
            addRareLine(.note, position, note.t, recording, store, seq: note.seq ?? 0)
        case .gap(let gap):
            guard let store = store(gap.store, of: recording, at: gap.fromSeq - 1) else { return tooManyStores }
            note(gap.t, in: recording)
            stores[store].append(StoreIndex.Gap(range: gap.fromSeq...gap.toSeq, position: position))
            addRareLine(.gap, position, gap.t, recording, store)
        case .removed(let removal):
            guard let store = wholes[recording].stores[removal.store] else { return "It is about an unknown store." }
            note(removal.t, in: recording)
            stores[store].store.removedAt = removal.t
            addRareLine(.removal, position, removal.t, recording, store)
        case .end(let end):
            note(end.t, in: recording)
            wholes[recording].recording.end = end
            sources[place].next = end.next
        case .unknown: break
        }
        return nil
    }

    private var tooManyStores: String { "There are more than \(limits.stores) stores." }

    private mutating func note(_ t: Int64, in recording: Int) {
        wholes[recording].recording.lastT = max(wholes[recording].recording.lastT, t)
    }

    private mutating func addRareLine(
        _ kind: RareLine.Kind, _ position: LinePosition, _ t: Int64, _ recording: Int, _ store: Int?, seq: Int = 0
    ) {
        let time = WireInteger.sum(wholes[recording].recording.header.startMicros, t)
        rareLines.append(
            RareLine(kind: kind, position: position, time: time, recording: recording, store: store, seq: seq))
        arrivals.append(.rare(UInt32(rareLines.count - 1)))
    }

    /// A header begins a part, anywhere: files may have been put together.
    private mutating func addHeader(_ header: RecordingHeader, _ position: LinePosition, of place: Int) -> String? {
        let recording = recording(of: header, sources[place].file.path)
        sources[place].recording = recording
        let t = wholes[recording].recording.lastT
        for store in header.stores {
            guard introduce(store, t, position, of: recording) != nil else { return tooManyStores }
        }
        return nil
    }

    /// Adds a store with its state, or the state of one that is there.
    private mutating func introduce(
        _ description: RecordedStore, _ t: Int64, _ position: LinePosition, of recording: Int
    ) -> Int? {
        var place = wholes[recording].stores[description.id]
        if let known = place, stores[known].store.removedAt != nil {
            // Another store with the id of one that went begins to count again.
            if description.seq <= stores[known].store.lastSeq { place = nil }
            stores[known].store.removedAt = place == nil ? stores[known].store.removedAt : nil
        }
        guard let store = place ?? addStore(description, of: recording) else { return nil }
        if description.state != nil {
            _ = stores[store].append(StoreIndex.Keyframe(seq: description.seq, t: t, position: position))
        } else {
            stores[store].store.lastSeq = max(stores[store].store.lastSeq, description.seq)
        }
        return store
    }
}
