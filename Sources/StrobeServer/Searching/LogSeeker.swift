internal import StrobeHistory
internal import StrobeProtocol

/// Walks along a log and collects the entries that match a query.
struct LogSeeker {
    /// The number of entries examined for one answer; each is replayed to compute its changes.
    private static let looked = 1_000
    private static let chunk = 50

    private var query: SearchQuery
    private let limit: Int
    private(set) var matches: [LogMatch] = []

    init(_ query: SearchQuery, limit: Int) {
        self.query = query
        self.limit = limit
    }

    /// Examines the entries of a range, in order.
    ///
    /// - Returns: The seq to continue with; `nil` if all were examined.
    /// - Throws: `CancellationError` when the task is cancelled.
    mutating func run(on store: InspectedStore<some StoreAdapter>, _ range: ClosedRange<Int>) async throws -> Int? {
        var next = range.lowerBound
        var left = Self.looked
        while next <= range.upperBound, left > 0 {
            if let gap = store.adapter.gap(at: next) {
                next = gap.upperBound + 1
                left -= 1
                continue
            }
            let end = min(range.upperBound, next + min(left, Self.chunk) - 1)
            left -= end - next + 1
            let found = await store.entries(next...end, changes: .all)
            // Entries evicted meanwhile are skipped.
            next = max(end, found.last?.entry.seq ?? 0) + 1
            for entry in found {
                let parts = parts(of: entry)
                let seq = entry.entry.seq
                // An entry that takes too long by itself is skipped, so that the next request makes progress.
                if try query.isOver() { return seq > range.lowerBound ? seq : seq < range.upperBound ? seq + 1 : nil }
                guard !parts.isEmpty else { continue }
                matches.append(LogMatch(entry: entry.entry, in: parts))
                guard matches.count < limit else {
                    return seq < range.upperBound ? seq + 1 : nil
                }
            }
            try Task.checkCancellation()
            await Task.yield()
        }
        return next <= range.upperBound ? next : nil
    }

    /// The parts of an entry that match.
    private mutating func parts(of detailed: DetailedEntry) -> [LogMatch.Part] {
        let entry = detailed.entry
        var parts: [LogMatch.Part] = []
        if query.matches(entry.label) || query.matches(entry.action) || query.matches(entry.error) {
            parts.append(.action)
        }
        for effect in entry.effects where query.matches(effect.label) || query.matches(effect.value) {
            parts.append(.effect)
            break
        }
        for change in detailed.changes ?? [] where query.matches(change.path) {
            parts.append(.change)
            break
        }
        return parts
    }
}
