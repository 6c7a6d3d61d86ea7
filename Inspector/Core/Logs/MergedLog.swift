package import StrobeProtocol

/// The logs of several stores, read backwards page by page and merged by time.
package struct MergedLog: Sendable {
    /// An entry and its store.
    package typealias Line = (store: String, entry: LogEntry)

    /// The log of one store.
    package struct Source: Sendable {
        package let store: String
        package let filter: LogList.Filter?
        /// The last seq of the next page; `nil` for the newest.
        package var end: Int?
        /// What was read and not yet taken, oldest first.
        fileprivate var read: [LogEntry] = []
        fileprivate var isAtStart = false

        fileprivate var lastTime: Int64 { read.last?.time ?? .min }

        package init(store: String, filter: LogList.Filter?, end: Int? = nil) {
            (self.store, self.filter, self.end) = (store, filter, end)
        }
    }

    private var sources: [Source]
    /// How many entries were taken.
    package private(set) var taken = 0
    /// The stores whose logs begin later than at seq 1, as far as that was read, with their first seqs.
    package private(set) var cut: [String: Int] = [:]

    package init(_ sources: [Source]) {
        self.sources = sources
    }

    /// Whether nothing is left.
    package var isAtEnd: Bool { sources.allSatisfy { $0.isAtStart && $0.read.isEmpty } }

    /// Takes the newest entries that were not taken, and requests only the pages that this needs.
    ///
    /// - Parameters:
    ///   - count: How many at most.
    ///   - page: Requests a page; `nil` if the store was removed.
    /// - Returns: The entries, newest first.
    package mutating func take(
        _ count: Int, _ page: (LogList) async throws -> LogList.Result?
    ) async throws -> [Line] {
        var lines: [Line] = []
        while lines.count < count {
            for index in sources.indices { try await fill(index, count - lines.count, page) }
            // The order inside of a store is that of its log, whatever its clock did.
            let newest = sources.indices.max { sources[$0].lastTime < sources[$1].lastTime }
            guard let newest, let entry = sources[newest].read.popLast() else { break }
            lines.append((sources[newest].store, entry))
        }
        taken += lines.count
        return lines
    }

    /// Takes entries without keeping them.
    package mutating func skip(_ count: Int, _ page: (LogList) async throws -> LogList.Result?) async throws {
        let end = taken + count
        while taken < end, !isAtEnd { _ = try await take(min(end - taken, LogList.defaultLimit), page) }
    }

    private mutating func fill(
        _ index: Int, _ count: Int, _ page: (LogList) async throws -> LogList.Result?
    ) async throws {
        while sources[index].read.isEmpty, !sources[index].isAtStart {
            let source = sources[index]
            let request = LogList(
                store: source.store, to: source.end, limit: min(max(count, 1), LogList.defaultLimit),
                filter: source.filter)
            let result = try await page(request)
            sources[index].read = result?.entries ?? []
            if let previous = result?.previous, previous < source.end ?? .max {
                sources[index].end = previous
            } else {
                sources[index].isAtStart = true
                if let first = result?.firstSeq { cut[source.store] = first }
            }
        }
    }
}

/// The last page of `log --all`, from which the next one goes on.
package struct MergedPage: Sendable {
    package var filter: LogList.Filter?
    package var log: MergedLog
    /// The line that shows the next page.
    package var next: String?

    package init(
        filter: LogList.Filter? = nil, log: MergedLog, next: String? = nil
    ) {
        self.filter = filter
        self.log = log
        self.next = next
    }
}
