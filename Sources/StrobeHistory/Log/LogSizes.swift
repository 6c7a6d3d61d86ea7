internal import StrobeReflection

/// The sizes of the parts of a log, as measured by the debug thread.
struct LogSizes {
    private struct Part {
        /// The index of the first entry.
        var start: Int
        /// How many entries were measured.
        var count = 0
        /// Their size in addition to the memory of the chunk for actions and stamps.
        var bytes = 0
    }

    private var chunks: [Part] = []
    private var restored: [(index: Int, bytes: Int)] = []
    /// The bytes of one entry in a chunk.
    private var entryBytes = 0
    /// The bytes of a chunk, however few entries it has: its memory is reserved.
    private var chunkBytes = 0

    /// Measures the entries that were appended since the last time.
    ///
    /// - Parameter measure: Returns what a state that was set holds beyond the one set before, if any.
    mutating func update<State, Action, Effect>(
        _ log: ActionLog<State, Action, Effect>, _ footprint: Footprint, measure: (State, State?) -> Int
    ) {
        // In this order: everything published by then has its chunk, and nothing is counted twice.
        let end = log.count
        let starts = log.chunkStarts
        entryBytes = LogChunk<Action, Effect>.entryBytes
        chunkBytes = log.chunkBytes
        for (place, start) in starts.enumerated() {
            if place >= chunks.count { chunks.append(Part(start: start)) }
            let count = min(place + 1 < starts.count ? starts[place + 1] : end, end) - start
            guard count > chunks[place].count else { continue }
            let range = chunks[place].count..<count
            chunks[place].bytes += log.withChunk(at: start) { $0.bytes(of: range, footprint) } ?? 0
            chunks[place].count = count
        }
        var last = restored.last.flatMap { log.restoredState(at: $0.index) }
        for index in log.restoredIndices(from: (restored.last?.index ?? -1) + 1) where index < end {
            guard let state = log.restoredState(at: index) else { continue }
            restored.append((index, measure(state, last)))
            last = state
        }
    }

    /// Removes what was dropped.
    mutating func drop(before index: Int) {
        let count = chunks.indices.dropFirst().prefix { chunks[$0].start <= index }.count
        chunks.removeFirst(count)
        restored.removeFirst(restored.prefix { $0.index < index }.count)
    }

    /// What the entries of a chunk hold.
    private func bytes(ofEntriesOf chunk: Part) -> Int { chunk.count * entryBytes + chunk.bytes }

    /// What all of it holds.
    var bytes: Int {
        chunks.reduce(0) { $0 + chunkBytes + $1.bytes } + restored.reduce(0) { $0 + $1.bytes }
    }

    /// What the entries from an index on hold, without the memory reserved for more.
    func bytes(from index: Int) -> Int {
        let parts = chunks.reduce(0) { sum, chunk in
            let rest = min(max(chunk.start + chunk.count - index, 0), chunk.count)
            return chunk.count == 0 ? sum : sum + bytes(ofEntriesOf: chunk) * rest / chunk.count
        }
        return parts + restored.reduce(0) { $1.index >= index ? $0 + $1.bytes : $0 }
    }

    /// The beginning of a chunk before which there are so many bytes; the last chunk's where there are not.
    func start(afterBytes wanted: Int) -> Int {
        var sum = 0
        var next = restored.startIndex
        for (chunk, following) in zip(chunks, chunks.dropFirst()) {
            sum += chunkBytes + chunk.bytes
            while next < restored.endIndex, restored[next].index < following.start {
                sum += restored[next].bytes
                next += 1
            }
            if sum >= wanted { return following.start }
        }
        return chunks.last?.start ?? 0
    }

    /// What the last chunk's entries hold, including states that were set, and their number.
    var tail: (bytes: Int, count: Int) {
        guard let last = chunks.last else { return (0, 0) }
        let states = restored.reduce(0) { $1.index >= last.start ? $0 + $1.bytes : $0 }
        return (bytes(ofEntriesOf: last) + states, last.count)
    }
}
