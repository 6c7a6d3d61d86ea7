internal import StrobeProtocol
internal import StrobeTree

/// Collects one page of entries, from either end of a range, without looking at more than one request may cost.
struct LogScan {
    /// How many entries are looked at for one answer where a filter lets only some of them through.
    private static let scanned = 10_000
    /// The same where each has to be replayed to be filtered.
    private static let replayed = 1_000
    private static let chunk = 250

    /// How much has to be known of entries.
    enum Detail: Hashable {
        /// Not even whether they changed something.
        case none
        /// What each changed.
        case each
        /// What up to so many in succession changed together.
        case merged(Int)
    }

    private let filter: LogList.Filter?
    private let glob: ActionGlob?
    private let count: Int
    private let isForward: Bool
    /// How much is wanted of the entries that are told.
    private let detail: Detail
    /// How much more fits into the answer; `nil` where changes are not told.
    private var room: AnswerRoom?
    /// What was not looked at yet; `nil` for nothing.
    private var rest: ClosedRange<Int>?
    private(set) var entries: [LogEntry] = []

    /// Begins a page.
    ///
    /// - Parameters:
    ///   - request: What was asked for. Without `from` the page ends at `to`, and is filled backwards.
    ///   - count: How many entries at most.
    ///   - rest: What is looked at.
    ///   - limits: How large an answer may be.
    init(_ request: LogList, count: Int, rest: ClosedRange<Int>, limits: SessionLimits) {
        filter = request.filter
        glob = request.filter?.action.map(ActionGlob.init)
        self.count = count
        isForward = request.from != nil
        self.rest = rest
        switch (request.changes, request.merge ?? 1) {
        case (false, _): detail = .none
        case (true, let merge) where merge > 1 && request.filter == nil: detail = .merged(merge)
        default: detail = .each
        }
        room = request.changes == true ? AnswerRoom(limits) : nil
    }

    /// Fills the page.
    ///
    /// - Parameters:
    ///   - gap: The gap that an entry is in; none of it is told.
    ///   - read: Gives the entries of a range, with so much of what they changed.
    mutating func run(
        gap: (Int) -> ClosedRange<Int>? = { _ in nil },
        isChanged: (_ seq: Int, _ path: Path) async throws -> Bool,
        read: (ClosedRange<Int>, Detail) async throws -> [DetailedEntry]
    ) async throws {
        // What a filter leaves out need not be worked out, unless the filter is about that.
        let known: Detail = filter.map { $0.needsChanges ? .each : .none } ?? detail
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
                group.append(told(entry))
                // Changes of several entries go into one page with all of them.
                guard !entry.isCovered else { continue }
                guard take(group) else { return turn() }
                group = []
            }
            // What is not told at the end of the range is looked at all the same.
            if group.isEmpty, entries.count < count { pass(isForward ? range.upperBound : range.lowerBound) }
            try Task.checkCancellation()
        }
        turn()
    }

    /// Whether an entry fits.
    private func admits(
        _ entry: DetailedEntry, _ filter: LogList.Filter, _ isChanged: (Int, Path) async throws -> Bool
    ) async throws -> Bool {
        guard filter.admits(entry, glob) else { return false }
        guard let path = filter.path else { return true }
        guard let changes = entry.changes else { return false }
        if let known = changes.alter(path) { return known }
        return try await isChanged(entry.entry.seq, path)
    }

    /// An entry with what is told of it.
    private func told(_ entry: DetailedEntry) -> LogEntry {
        var told = entry.entry
        if detail == .none { told.changed = nil }
        guard room != nil else { return told }
        told.changes = entry.changes
        told.fromSeq = entry.changes == nil ? nil : entry.fromSeq
        return told
    }

    /// Puts entries into the page; `false` where it is too full for them.
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

    /// Where the next page begins; `nil` at the end.
    func next(in bounds: ClosedRange<Int>) -> Int? {
        let covered = covered(of: bounds)
        return covered.upperBound < bounds.upperBound ? covered.upperBound + 1 : nil
    }

    /// Where the page before ends; `nil` when this one has the first entry there is.
    func previous(in bounds: ClosedRange<Int>, from first: Int) -> Int? {
        let covered = covered(of: bounds)
        return covered.lowerBound > first ? covered.lowerBound - 1 : nil
    }

    /// The part of a range that was looked at.
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
    /// Whether an entry has to be replayed to know whether it is wanted.
    fileprivate var needsChanges: Bool { changed != nil || path != nil }

    /// Whether an entry fits, with the pattern of `action` taken apart.
    fileprivate func admits(_ entry: DetailedEntry, _ glob: ActionGlob?) -> Bool {
        if let origin, entry.entry.origin != origin { return false }
        if let changed, entry.entry.changed != changed { return false }
        if let glob, !glob.matches(entry.entry.label) { return false }
        return true
    }
}
