internal import Dispatch

extension Replica {
    typealias Item = RecordingItem<State, Action, Effect>

    /// How many entries one batch has at most.
    private static var batchLimit: Int { 4_096 }
    /// How many are read from the log at once, or replayed as one between two looks at the clock.
    private static var stride: Int { 64 }

    /// Begins a recording after a number, and after so many remarks.
    func addRecording(_ id: Int, from seq: Int, notes: Int) {
        addFollower(id, from: seq, wantsChanges: false)
        // Entries that were dropped meanwhile are reported as a gap.
        recordings[id] = RecordingPosition(
            seq: seq, state: try? state(at: seq).state, notes: notes)
    }

    /// Ends a recording.
    func removeRecording(_ id: Int) {
        recordings[id] = nil
        removeFollower(id)
    }

    /// Lets a recording end with what there is.
    func endRecording(_ id: Int) {
        if recordings[id]?.endSeq == nil { recordings[id]?.endSeq = lastSeq }
        let follower = followers[id]
        follower?.reader.take()?.resume(returning: nil)
    }

    /// The state that a recording leads to; `nil` if none is known.
    func recordedState(_ id: Int) -> Point? { recordings[id]?.known }

    /// Waits for entries that a recording has not read.
    func nextForRecording(_ id: Int, _ reader: CheckedContinuation<HistoryUpdate?, Never>) {
        guard let position = recordings[id], position.endSeq == nil, position.notes == source.notes.madeCount else {
            return reader.resume(returning: nil)
        }
        followers[id]?.seq = position.seq
        next(id, reader)
    }

    /// A remark was made: readers that wait for entries look again.
    func noteWasMade() {
        for id in recordings.keys { followers[id]?.reader.take()?.resume(returning: nil) }
    }

    /// Reads on for a slice.
    ///
    /// - Returns: What there is, nothing where all was read; `nil` at the end of the recording.
    func read(_ id: Int, _ slice: TimeSlice) -> [Item]? {
        guard var position = recordings.removeValue(forKey: id) else { return nil }
        var items: [Item] = []
        skipEvicted(&position, &items)
        let backlog = (position.endSeq ?? lastSeq) - position.seq
        if backlog > 0 {
            if let count = position.merged(of: backlog) {
                readMerged(&position, min(count, Self.batchLimit), slice, &items)
            } else {
                readEach(&position, min(backlog, Self.batchLimit), slice, &items)
            }
        }
        readNotes(&position, &items)
        let isOver = items.isEmpty && position.endSeq != nil
        recordings[id] = position
        return isOver ? nil : items
    }

    private func skipEvicted(_ position: inout RecordingPosition<State>, _ items: inout [Item]) {
        guard position.seq < base else { return }
        items.append(.gap(position.seq + 1...base))
        position.seq = base
        position.known = nil
        if let point = try? state(at: base) { know(point, in: &position, &items) }
    }

    /// Continues from a state that no changes lead to.
    private func know(_ point: Point, in position: inout RecordingPosition<State>, _ items: inout [Item]) {
        position.known = point
        items.append(.state(seq: point.seq, point.state))
    }

    /// Remarks come after the entries that they were made after.
    private func readNotes(_ position: inout RecordingPosition<State>, _ items: inout [Item]) {
        let (notes, made) = source.notes.made(since: position.notes)
        let ready = notes.prefix { $0.afterSeq <= position.seq }
        items += ready.map { .note($0) }
        position.notes = made - (notes.count - ready.count)
    }

    /// Reads entries one by one, each with what it changed.
    private func readEach(
        _ position: inout RecordingPosition<State>, _ count: Int, _ slice: TimeSlice, _ items: inout [Item]
    ) {
        let begin = DispatchTime.now()
        let start = position.seq
        let end = start + count
        read: while position.seq < end {
            let entries = entries(from: position.seq + 1, to: min(end, position.seq + Self.stride))
            if entries.isEmpty { break }
            for entry in entries {
                guard entry.seq == position.seq + 1 else { break read }
                position.seq = entry.seq
                append(entry, stateAfter(entry.seq, position.known), to: &position, &items)
                if slice.isOver { break read }
            }
        }
        position.learn(
            nanos: DispatchTime.now().uptimeNanoseconds - begin.uptimeNanoseconds, entries: position.seq - start)
    }

    /// Reads many entries, and what they changed together.
    private func readMerged(
        _ position: inout RecordingPosition<State>, _ count: Int, _ slice: TimeSlice, _ items: inout [Item]
    ) {
        position.forget()
        let end = position.seq + count
        guard let reduce, let known = position.known, known.seq >= checkpoints.first.seq else {
            return readRetained(&position, count, &items)
        }
        var point = known
        repeat {
            advance(&point, to: min(point.seq + Self.stride, end), reduce)
        } while point.seq < end && !slice.isOver
        for entry in entries(from: position.seq + 1, to: point.seq) {
            guard entry.seq == position.seq + 1 else { return }
            position.seq = entry.seq
            if entry.seq == point.seq {
                append(entry, point, to: &position, &items)
            } else {
                items.append(.transition(entry, changes: nil, fromSeq: entry.seq - 1))
            }
        }
    }

    /// The same where states are retained: most are not looked at.
    private func readRetained(
        _ position: inout RecordingPosition<State>, _ count: Int, _ items: inout [Item]
    ) {
        let end = position.seq + count
        for entry in entries(from: position.seq + 1, to: end) {
            guard entry.seq == position.seq + 1 else { return }
            position.seq = entry.seq
            if entry.seq == end, let point = stateAfter(end, position.known) {
                append(entry, point, to: &position, &items)
            } else {
                items.append(.transition(entry, changes: nil, fromSeq: entry.seq - 1))
            }
        }
    }

    /// Entries of the log, none if the last comes before the first; those that were dropped are left out.
    private func entries(from first: Int, to last: Int) -> [Entry<Action, Effect>] {
        guard first <= last else { return [] }
        return source.log.entries(in: first - source.start - 1..<last - source.start, seq: source.start + 1)
    }

    /// The state after an entry, replayed from the one before where that is known.
    private func stateAfter(_ seq: Int, _ known: Point?) -> Point? {
        if let reduce, var point = known, point.seq >= checkpoints.first.seq {
            advance(&point, to: seq, reduce)
            return point
        }
        // The current state as a whole, again and again, would be more than the program's own work.
        return keepsPresentOnly ? nil : try? state(at: seq)
    }

    /// Takes in one entry with the state after it.
    private func append(
        _ entry: Entry<Action, Effect>, _ after: Point?, to position: inout RecordingPosition<State>,
        _ items: inout [Item]
    ) {
        guard let after else {
            items.append(.transition(entry, changes: nil, fromSeq: entry.seq - 1))
            return
        }
        guard let known = position.known,
            let changes = try? StateComparison.changes(
                from: known.state, to: after.state, source.mode.redaction)
        else {
            items.append(.transition(entry, changes: nil, fromSeq: entry.seq - 1))
            return know(after, in: &position, &items)
        }
        items.append(.transition(entry, changes: changes, fromSeq: known.seq))
        position.known = after
    }
}
