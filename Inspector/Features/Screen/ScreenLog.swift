import InspectorCore
import StrobeProtocol
import StrobeTree

/// The part of the log that the screen has: pages of each shown store, merged by time.
///
/// Its memory is bounded: what is far from the shown entries is dropped, and requested again when it is needed.
struct ScreenLog: Sendable {
    /// An entry by its store and seq.
    struct ID: Sendable, Hashable {
        var store: String
        var seq: Int
    }

    /// An entry, as far as its row shows it.
    ///
    /// A class: rows are moved a lot.
    final class Row: Sendable {
        let id: ID
        let entry: LogEntry
        /// The time that it is sorted by: never before that of an earlier entry of its store.
        let time: Int64
        /// The place of its store in the list.
        let order: Int

        init(_ entry: LogEntry, of store: String, time: Int64, order: Int) {
            (id, self.entry, self.time, self.order) = (ID(store: store, seq: entry.seq), entry, time, order)
        }

        static func isBefore(_ a: Row, _ b: Row) -> Bool {
            (a.time, a.order, a.id.seq) < (b.time, b.order, b.id.seq)
        }
    }

    /// The entries that a page has: those from or up to a seq, or the newest ones.
    struct Span: Sendable, Hashable {
        var from: Int?
        var to: Int?
    }

    /// What is known of one store.
    private struct Part: Sendable {
        var order = 0
        /// The last seq of the log.
        var head = 0
        var rows: [Row] = []
        /// The end of the page before the first row; `nil` if there is none.
        var earlier: Int?
        /// The seq up to which there are no other entries than the rows.
        var scanned = 0
        /// The time up to which there are none; the last possible one if there was nothing more.
        var completeTo = Int64.max
        var isLoaded = false

        /// The beginning of the page after the last row; `nil` if there is none.
        var later: Int? { isLoaded && head > scanned ? scanned + 1 : nil }
    }

    /// The maximum number of rows of all stores, if there are not very many.
    private static let capacity = 4_000
    /// The longest text of a row.
    private static let longestText = 300

    private var parts: [String: Part] = [:]
    /// The rows, oldest first, without those that may have unknown ones before or after them.
    private(set) var rows: [Row] = []
    /// Whether there are rows after those, which wait for the pages of other stores.
    private var hidesLater = false

    private var capacityOfPart: Int { max(Self.capacity / max(parts.count, 1), 50) }
    /// The number of entries to request at once.
    var pageSize: Int { min(200, capacityOfPart) }

    /// Whether the rows begin with the first entries.
    var isAtBeginning: Bool { parts.values.allSatisfy { $0.isLoaded && $0.earlier == nil } }
    /// Whether the rows end with the last entries.
    var isAtEnd: Bool { parts.values.allSatisfy { $0.isLoaded && $0.later == nil } }

    /// The index of an entry.
    func index(of id: ID) -> Int? {
        let own = parts[id.store]?.rows ?? []
        let place = own.partitioningIndex { $0.id.seq >= id.seq }
        guard place < own.count, own[place].id == id else { return nil }
        let index = rows.partitioningIndex { !Row.isBefore($0, own[place]) }
        return index < rows.count && rows[index].id == id ? index : nil
    }

    /// Notes the last seqs of the stores to show; others are forgotten.
    mutating func note(_ stores: [StoreDescription]) {
        let ids = Set(stores.map(\.id))
        let isOther = Set(parts.keys) != ids
        parts = parts.filter { ids.contains($0.key) }
        let last = rows.last?.time ?? .min
        for (order, store) in stores.enumerated() {
            parts[store.id, default: Part()].order = order
            parts[store.id]?.head = store.seq
            if parts[store.id]?.later != nil, parts[store.id]?.completeTo == .max { parts[store.id]?.completeTo = last }
        }
        if isOther { merge() }
    }

    /// Whether the rows of all stores are there.
    var isLoaded: Bool { parts.values.allSatisfy(\.isLoaded) }

    /// The pages that the screen needs next.
    ///
    /// - Parameters:
    ///   - index: The chosen row; `nil` if the newest one is followed. If one store is far behind then, its newest page
    ///     replaces the others.
    ///   - height: The number of rows shown.
    func needed(around index: Int?, height: Int) -> [(store: String, span: Span)] {
        // Less than the capacity, or what is loaded at one end would be dropped at the other, and loaded again.
        let reach = min(height * 2, capacityOfPart / 3)
        let needsEarlier = index.map { $0 < reach } ?? (rows.count < height)
        let needsLater = index.map { $0 >= rows.count - reach } ?? true
        let first = parts.values.compactMap { $0.earlier == nil ? nil : $0.rows.first?.time }.max()
        let last = parts.values.map(\.completeTo).min()
        return parts.sorted { $0.value.order < $1.value.order }.compactMap { store, part in
            guard part.isLoaded else { return (store, Span()) }
            if let next = part.later, needsLater, index == nil || part.completeTo == last {
                return (store, index == nil && part.head - part.scanned > pageSize ? Span() : Span(from: next))
            }
            if let end = part.earlier, needsEarlier, part.rows.isEmpty || part.rows.first?.time == first,
                index != nil || part.rows.count + pageSize <= capacityOfPart * 2
            {
                return (store, Span(to: end))
            }
            return nil
        }
    }

    /// Adds a page.
    mutating func add(_ page: LogList.Result, of store: String, _ span: Span) {
        guard var part = parts[store] else { return }
        part.isLoaded = true
        if span.to != nil {
            part.rows = rows(page, store, part, after: .min) + part.rows
            part.earlier = page.previous
            if part.rows.count > capacityOfPart * 2 {
                part.rows.removeLast(part.rows.count - capacityOfPart)
                part.scanned = part.rows.last?.id.seq ?? part.scanned
                part.completeTo = part.rows.last?.time ?? part.completeTo
            }
        } else {
            if span.from == nil { (part.rows, part.earlier) = ([], page.previous) }
            let new = rows(page, store, part, after: part.rows.last?.time ?? .min)
            part.rows += new
            part.head = max(part.head, page.seq)
            part.scanned = page.next.map { $0 - 1 } ?? page.seq
            part.completeTo = page.next == nil ? .max : part.rows.last?.time ?? .max
            // Dropped in large pieces: merging takes time.
            if part.rows.count > capacityOfPart * 2 {
                part.rows.removeFirst(part.rows.count - capacityOfPart)
                part.earlier = part.rows.first.map { $0.id.seq - 1 }
            } else if span.from != nil, append(new, part, of: store) {
                return
            }
        }
        parts[store] = part
        merge()
    }

    /// Notes that a page cannot be had, so that it is not requested again and again.
    mutating func giveUp(_ store: String) {
        guard var part = parts[store] else { return }
        (part.isLoaded, part.earlier, part.scanned, part.completeTo) = (true, nil, part.head, .max)
        parts[store] = part
        merge()
    }

    /// Replaces all rows by those around an entry.
    ///
    /// - Parameter pages: Of each store, the page before the entry and the page after it.
    mutating func replace(with pages: [String: (before: LogList.Result, after: LogList.Result)]) {
        for store in parts.keys {
            parts[store]?.isLoaded = false
            guard let (before, after) = pages[store] else { continue }
            add(before, of: store, Span())
            add(after, of: store, Span(from: 0))
        }
    }

    /// Has all pages requested again; the rows stay until they are there.
    mutating func forget() {
        for store in parts.keys { parts[store]?.isLoaded = false }
    }

    /// Adds rows at the end without merging all, if nothing else changes by them.
    private mutating func append(_ new: [Row], _ part: Part, of store: String) -> Bool {
        let areLast = new.first.map { first in rows.last.map { Row.isBefore($0, first) } ?? true } ?? true
        guard areLast, !hidesLater, part.completeTo == .max,
            parts.allSatisfy({ $0.key == store || $0.value.completeTo == .max })
        else { return false }
        parts[store] = part
        rows += new
        return true
    }

    private func rows(_ page: LogList.Result, _ store: String, _ part: Part, after time: Int64) -> [Row] {
        var last = time
        return page.entries.map { entry in
            last = max(last, entry.time)
            return Row(Self.short(entry), of: store, time: last, order: part.order)
        }
    }

    /// An entry without what its row does not show: actions may be large, and peers may send what they like.
    private static func short(_ entry: LogEntry) -> LogEntry {
        var short = entry
        (short.action, short.changes) = (nil, nil)
        short.label = String(entry.label.prefix(longestText))
        short.error = entry.error.map { String($0.prefix(longestText)) }
        short.effects = entry.effects.prefix(4).map {
            var effect = $0
            (effect.label, effect.value) = (String(effect.label.prefix(longestText)), nil)
            return effect
        }
        return short
    }

    private mutating func merge() {
        let first = parts.values.compactMap { $0.earlier == nil ? nil : $0.rows.first?.time }.max() ?? .min
        let last = parts.values.map(\.completeTo).min() ?? .max
        let all = parts.values.flatMap(\.rows)
        rows = all.filter { $0.time >= first && $0.time <= last }.sorted(by: Row.isBefore)
        hidesLater = all.contains { $0.time > last }
    }
}
