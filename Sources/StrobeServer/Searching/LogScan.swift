internal import StrobeProtocol
internal import StrobeTree

/// Collects one page of entries, from either end of a range, within the cost limit of one request.
struct LogScan {
    /// The number of entries examined for one answer if there is a filter.
    private static let scanned = 10_000
    /// The number if each must be replayed to be filtered.
    private static let replayed = 1_000
    private static let chunk = 250

    private let filter: LogList.Filter?
    private let glob: ActionGlob?
    private let count: Int
    private let isForward: Bool
    /// The detail that the returned entries need.
    private let detail: ChangesDetail
    /// The space left in the answer; `nil` if changes are not returned.
    private var room: AnswerRoom?
    /// The part not examined yet; `nil` if none.
    private var rest: ClosedRange<Int>?
    private(set) var entries: [LogEntry] = []

    /// Starts a page.
    ///
    /// - Parameters:
    ///   - request: The request. If it has no `from`, the page ends at `to` and is filled backwards.
    ///   - count: The maximum number of entries.
    ///   - rest: The range to examine.
    ///   - limits: The limits of an answer.
    init(_ request: LogList, count: Int, rest: ClosedRange<Int>, limits: SessionLimits) {
        filter = request.filter
        glob = request.filter?.action.map(ActionGlob.init)
        self.count = count
        isForward = request.from != nil
        self.rest = rest
        switch (request.changes, request.merge ?? 1) {
        case (false, _): detail = .none
        case (true, let merge) where merge > 1 && request.filter == nil: detail = .merged(merge)
        default: detail = .all
        }
        room = request.changes == true ? AnswerRoom(limits) : nil
    }

    /// Fills the page.
    ///
    /// - Parameters:
    ///   - gap: Returns the gap that an entry is in; its entries are not returned.
    ///   - read: Returns the entries of a range, with the requested detail of their changes.
    mutating func run(
        gap: (Int) -> ClosedRange<Int>? = { _ in nil },
        isChanged: (_ seq: Int, _ path: Path) async throws -> Bool,
        read: (ClosedRange<Int>, ChangesDetail) async throws -> [DetailedEntry]
    ) async throws {
        // Changes of entries that the filter excludes need not be computed, unless the filter is about changes.
        let known: ChangesDetail = filter.map { $0.needsChanges ? .all : .none } ?? detail
        var left = known == .none ? Self.scanned : Self.replayed
        while entries.count < count, left > 0, let range = nextRange(left) {
            if let gap = gap(isForward ? range.lowerBound : range.upperBound) {
                pass(isForward ? gap.upperBound : gap.lowerBound)
                left -= 1
                continue
            }
            left -= range.count
            var found = try await read(range, known)
            if !isForward { found.reverse() }
            var group: [LogEntry] = []
            for var entry in found where entries.count + group.count < count {
                if let filter, try await !admits(entry, filter, isChanged) {
                    pass(entry.entry.seq)
                    continue
                }
                if known == .none, detail != .none {
                    entry = try await read(entry.entry.seq...entry.entry.seq, detail).first ?? entry
                }
                group.append(described(entry))
                // Merged changes must be on one page with all of their entries.
                guard !entry.isCovered else { continue }
                guard take(group) else { return turn() }
                group = []
            }
            // Entries filtered out at the end of the range count as examined.
            if group.isEmpty, entries.count < count { pass(isForward ? range.upperBound : range.lowerBound) }
            try Task.checkCancellation()
        }
        turn()
    }

    /// Whether an entry passes the filter.
    private func admits(
        _ entry: DetailedEntry, _ filter: LogList.Filter, _ isChanged: (Int, Path) async throws -> Bool
    ) async throws -> Bool {
        guard filter.admits(entry, glob) else { return false }
        guard let path = filter.path else { return true }
        guard let changes = entry.changes else { return false }
        if let known = changes.alter(path) { return known }
        return try await isChanged(entry.entry.seq, path)
    }

    /// An entry with its reported details.
    private func described(_ entry: DetailedEntry) -> LogEntry {
        var described = entry.entry
        if detail == .none { described.changed = nil }
        guard room != nil else { return described }
        described.changes = entry.changes
        described.fromSeq = entry.changes == nil ? nil : entry.fromSeq
        return described
    }

    /// Adds entries to the page; `false` if they do not fit.
    private mutating func take(_ group: [LogEntry]) -> Bool {
        var group = group
        if var room, let last = group.indices.last {
            if !room.take(group) {
                guard entries.isEmpty else { return false }
                group[last].changes = nil
                group[last].fromSeq = nil
            }
            self.room = room
        }
        entries += group
        for entry in group { pass(entry.seq) }
        return true
    }

    private mutating func turn() {
        if !isForward { entries.reverse() }
    }

    /// The start of the next page; `nil` at the end.
    func next(in bounds: ClosedRange<Int>) -> Int? {
        let covered = covered(of: bounds)
        return covered.upperBound < bounds.upperBound ? covered.upperBound + 1 : nil
    }

    /// The end of the previous page; `nil` if this page has the first entry of the log.
    func previous(in bounds: ClosedRange<Int>, from first: Int) -> Int? {
        let covered = covered(of: bounds)
        return covered.lowerBound > first ? covered.lowerBound - 1 : nil
    }

    /// The examined part of a range.
    private func covered(of bounds: ClosedRange<Int>) -> ClosedRange<Int> {
        guard let rest else { return bounds }
        return isForward
            ? bounds.lowerBound...max(bounds.lowerBound, rest.lowerBound - 1)
            : min(bounds.upperBound, rest.upperBound + 1)...bounds.upperBound
    }

    private func nextRange(_ left: Int) -> ClosedRange<Int>? {
        guard let rest else { return nil }
        let wanted = filter == nil ? count - entries.count : Self.chunk
        let size = min(wanted, Self.chunk, left, rest.count)
        return isForward
            ? rest.lowerBound...rest.lowerBound + size - 1 : rest.upperBound - size + 1...rest.upperBound
    }

    private mutating func pass(_ seq: Int) {
        guard let present = rest else { return }
        if isForward {
            rest = seq < present.upperBound ? seq + 1...present.upperBound : nil
        } else {
            rest = seq > present.lowerBound ? present.lowerBound...seq - 1 : nil
        }
    }
}

extension LogList.Filter {
    /// Whether an entry must be replayed to decide whether it passes.
    fileprivate var needsChanges: Bool { changed != nil || path != nil }

    /// Whether an entry passes, with the parsed pattern of `action`.
    fileprivate func admits(_ entry: DetailedEntry, _ glob: ActionGlob?) -> Bool {
        if let origin, entry.entry.origin != origin { return false }
        if let changed, entry.entry.changed != changed { return false }
        if let glob, !glob.matches(entry.entry.label) { return false }
        return true
    }
}
