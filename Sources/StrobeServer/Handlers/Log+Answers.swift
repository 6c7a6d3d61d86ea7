internal import StrobeProtocol
internal import StrobeTree

extension LogList: Answering {
    func answer(in session: Session) async throws -> Result {
        let target = try session.feed(for: store).target
        let count = min(limit ?? 100, session.server.configuration.limits.page)
        if let branch { return try await page(of: branch, of: target, limit: count) }
        let last = target.seq
        let first = target.baseSeq + 1
        let bounds = max(from ?? first, first)...max(from ?? first, first, min(to ?? last, last))
        guard bounds.lowerBound <= min(to ?? last, last) else {
            return Result(seq: last, entries: [], firstSeq: first > 1 ? first : nil)
        }
        // Without `from` the page ends at `to`, and is filled backwards.
        var scan = LogScan(filter: filter, count: count, isForward: from != nil, rest: bounds)
        try await scan.run { await target.entries($0, withChanges: $1) }
        let (next, previous) = (scan.next(in: bounds), scan.previous(in: bounds, from: first))
        // The page that begins the log has what stands before its first entry.
        let covered = (previous.map { $0 + 1 } ?? first - 1)...(next.map { $0 - 1 } ?? bounds.upperBound)
        let notes = target.notes(in: covered.clamped(to: bounds.lowerBound - 1...bounds.upperBound))
        return Result(
            seq: last, entries: scan.entries, next: next, previous: previous, firstSeq: first > 1 ? first : nil,
            notes: notes.isEmpty ? nil : notes)
    }
}

/// Collects one page of entries, from either end of a range, without looking at more than one request may cost.
struct LogScan {
    /// How many entries are looked at for one answer where a filter lets only some of them through.
    private static let scanned = 10_000
    /// The same where each has to be replayed to be filtered.
    private static let replayed = 1_000
    private static let chunk = 250

    let filter: LogList.Filter?
    private let glob: Glob?
    let count: Int
    let isForward: Bool
    /// What was not looked at yet; `nil` for nothing.
    var rest: ClosedRange<Int>?
    private(set) var entries: [LogEntry] = []

    init(filter: LogList.Filter?, count: Int, isForward: Bool, rest: ClosedRange<Int>) {
        self.filter = filter
        glob = filter?.action.map(Glob.init)
        self.count = count
        self.isForward = isForward
        self.rest = rest
    }

    /// Fills the page.
    ///
    /// - Parameter read: Gives the entries of a range, with what they changed where that is asked for.
    mutating func run(_ read: (ClosedRange<Int>, _ withChanges: Bool) async throws -> [DetailedEntry]) async throws {
        let needsChanges = filter?.needsChanges ?? true
        var left = needsChanges ? Self.replayed : Self.scanned
        while entries.count < count, left > 0, let range = nextRange(left) {
            left -= range.count
            var found = try await read(range, needsChanges)
            if !isForward { found.reverse() }
            for entry in found where entries.count < count {
                pass(entry.entry.seq)
                if let filter, !filter.admits(entry, glob) { continue }
                if needsChanges {
                    entries.append(entry.entry)
                } else {
                    entries += try await read(entry.entry.seq...entry.entry.seq, true).map(\.entry)
                }
            }
            try Task.checkCancellation()
        }
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
    fileprivate func admits(_ entry: DetailedEntry, _ glob: Glob?) -> Bool {
        if let origin, entry.entry.origin != origin { return false }
        if let changed, entry.entry.changed != changed { return false }
        if let glob, !glob.matches(entry.entry.label) { return false }
        if let path, !(entry.changes ?? []).contains(where: { $0.touches(path) }) { return false }
        return true
    }
}

extension LogGet: Answering {
    func answer(in session: Session) async throws -> Result {
        let target = try session.feed(for: store).target
        let entry: DetailedEntry
        if let branch {
            entry = try await self.entry(of: branch, of: target)
        } else {
            _ = try target.seq(of: .seq(seq), "seq")
            entry = try await target.entry(seq)
        }
        let limits = session.server.configuration.limits
        return Result(entry: entry.entry, changes: entry.changes.flatMap { limits.fit($0) ? $0 : nil })
    }
}
