internal import Strobe
internal import Synchronization

/// The pages of a recorded log read most recently.
final class LogPages<State: Sendable, Action: Sendable, Effect: Sendable>: Sendable {
    typealias Page = [Entry<Action, Effect>]

    /// How many entries are read at a time.
    private static var pageSize: Int { 256 }
    /// How many pages are kept.
    private static var limit: Int { 16 }

    private struct Kept: Sendable {
        var number: Int
        var page: Page
    }

    let source: any RecordedLog<State, Action, Effect>
    /// The most recently used page is last.
    private let kept = Mutex<[Kept]>([])

    init(_ source: some RecordedLog<State, Action, Effect>) {
        self.source = source
    }

    /// The number of entries that can be read.
    var count: Int { max(0, source.seq - source.baseSeq) }

    /// One entry, by its index.
    func entry(at index: Int) -> Entry<Action, Effect>? {
        let (start, page) = page(of: index)
        return index - start < page.count ? page[index - start] : nil
    }

    /// Calls a closure with some entries in order: index and entry.
    func forEach(in range: Range<Int>, _ body: (Int, Entry<Action, Effect>) -> Void) {
        var index = range.lowerBound
        while index < range.upperBound {
            // A gap has no known contents, however long it is.
            if let gap = source.gap(at: source.baseSeq + 1 + index) {
                index = gap.upperBound - source.baseSeq
                continue
            }
            let (start, page) = page(of: index)
            let end = min(range.upperBound, start + page.count)
            guard index < end else { return }
            for place in index..<end { body(place, page[place - start]) }
            index = end
        }
    }

    /// The page that an index is on, and the index that it begins with.
    private func page(of index: Int) -> (start: Int, page: Page) {
        let number = index / Self.pageSize
        let start = number * Self.pageSize
        let size = min(Self.pageSize, count - start)
        guard size > 0 else { return (start, []) }
        let known = kept.withLock { kept -> Page? in
            guard let place = kept.lastIndex(where: { $0.number == number }) else { return nil }
            let found = kept.remove(at: place)
            // The last page grows with the log.
            guard found.page.count >= size else { return nil }
            kept.append(found)
            return found.page
        }
        if let known { return (start, known) }
        let first = source.baseSeq + 1 + start
        let page = source.entries(first...first + size - 1)
        kept.withLock { kept in
            kept.removeAll { $0.number == number }
            if kept.count >= Self.limit { kept.removeFirst() }
            kept.append(Kept(number: number, page: page))
        }
        return (start, page)
    }
}
