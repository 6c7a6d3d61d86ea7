internal import StrobeHistory
internal import StrobeProtocol

extension InspectedStore {
    func entries(_ seqs: ClosedRange<Int>, merging count: Int) async -> [DetailedEntry] {
        // A store without replay has the changes of its entries already, or never will.
        guard count > 1, adapter.history.isReplaying else { return await entries(seqs, changes: .all) }
        let entries = await entries(seqs, changes: .none)
        var merged: [DetailedEntry] = []
        for start in stride(from: 0, to: entries.count, by: count) {
            let group = entries[start..<min(start + count, entries.count)]
            guard let first = group.first, let last = group.last else { break }
            let from = first.entry.seq - 1
            let changes = try? await adapter.history.changes(from: from, to: last.entry.seq)
            merged += group.dropLast().map { DetailedEntry(entry: $0.entry, changes: nil, isCovered: changes != nil) }
            var end = last.entry
            if group.count == 1 {
                var hiding = hiding
                end.note(await reported(changes, of: end.seq, isRejected: end.error != nil, &hiding))
            }
            merged.append(DetailedEntry(entry: end, changes: changes, fromSeq: group.count > 1 ? from : nil))
        }
        return merged
    }
}
