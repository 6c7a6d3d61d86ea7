extension ReaderCore {
    var isComplete: Bool {
        wholes.allSatisfy { $0.recording.end.map { $0.next == nil } ?? false }
    }

    /// Reads what was appended since the last time, and reports it.
    mutating func refresh() throws(RecordingError) -> RecordingReader.News {
        let storesBefore = stores.map { (entries: $0.entries.count, isRemoved: $0.store.removedAt != nil) }
        let rareBefore = rareLines.count
        for place in sources.indices { try scan(place) }
        // A file that is found is appended, and is scanned by then.
        for place in sources.indices where sources[place].next != nil { try followNext(of: place) }
        var news = RecordingReader.News()
        for (place, index) in stores.enumerated() {
            let before = place < storesBefore.count ? storesBefore[place] : (entries: 0, isRemoved: false)
            if place >= storesBefore.count { news.addedStores.append(index.store.id) }
            if index.store.removedAt != nil, !before.isRemoved { news.removedStores.append(index.store.id) }
            if index.entries.count > before.entries {
                news.transitions[index.store.id] =
                    index.seq(at: before.entries)...index.seq(at: index.entries.count - 1)
            }
        }
        for rare in rareLines[rareBefore...] {
            if rare.kind == .note, let note = note(rare) { news.notes.append(note) }
            if rare.kind == .gap, let gap = gap(rare) { news.gaps.append(gap) }
        }
        news.isComplete = isComplete
        return news
    }
}
