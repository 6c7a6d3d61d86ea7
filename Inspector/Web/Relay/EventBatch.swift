import InspectorCore
package import StrobeTree

/// The events of a short while, to be sent together.
///
/// Of more than 1,000 log entries the first and the last 100 of each store are kept; the page requests the others when
/// they are looked at.
package struct EventBatch: Sendable {
    /// The most entries that are sent.
    package static let mostEntries = 1_000
    /// How many are sent at each end of more.
    package static let ends = 100
    /// The most stores whose entries are sent.
    package static let mostStores = 1_000
    /// The most bytes of a message.
    package static let mostBytes = 8 << 20
    /// The most other events.
    private static let mostOthers = 4_096

    /// The entries of a store, and what it left out between them, in order.
    private struct Entries {
        var first: [Value] = []
        /// The last ones, if there are too many: a ring.
        var last: [Value] = []
        var count = 0

        mutating func add(_ event: Value) {
            count += 1
            if first.count < EventBatch.mostEntries { return first.append(event) }
            if last.count < EventBatch.ends { return last.append(event) }
            last[(count - EventBatch.mostEntries - 1) % EventBatch.ends] = event
        }

        /// The last ones in order.
        var tail: [Value] {
            guard count > EventBatch.mostEntries + EventBatch.ends else { return first + last }
            let start = (count - EventBatch.mostEntries) % EventBatch.ends
            return first + last[start...] + last[..<start]
        }
    }

    private var others: [Value] = []
    private var entries: [(store: String, Entries)] = []
    /// Whether events were lost, so that the page must ask for all that it shows.
    private var isLagged = false

    /// Creates an empty batch.
    package init() {}

    /// Whether there is nothing to send.
    package var isEmpty: Bool { others.isEmpty && entries.isEmpty && !isLagged }

    /// Adds a notification.
    package mutating func add(_ method: String, _ params: Value.Object) {
        let event = Self.event(method, params)
        guard method == "log/appended" || method == "stream/lagged", case .string(let store)? = params["store"] else {
            guard others.count < Self.mostOthers else { return isLagged = true }
            return others.append(event)
        }
        if let place = entries.firstIndex(where: { $0.store == store }) {
            entries[place].1.add(event)
        } else {
            guard entries.count < Self.mostStores else { return isLagged = true }
            var new = Entries()
            new.add(event)
            entries.append((store, new))
        }
    }

    /// Notes that events were lost.
    package mutating func lag() { isLagged = true }

    /// What to send, as a list; the batch is empty then.
    package mutating func take() -> [Value] {
        defer { self = EventBatch() }
        var list = others
        let isTooMuch = entries.reduce(0) { $0 + $1.1.count } > Self.mostEntries
        for (store, entries) in entries {
            let all = entries.tail
            guard isTooMuch, entries.count > 2 * Self.ends else {
                list += all
                continue
            }
            let (first, last) = (all.prefix(Self.ends), all.suffix(Self.ends))
            list += first
            if let from = first.last.flatMap(Self.seqs)?.last, let to = last.first.flatMap(Self.seqs)?.first,
                to > from + 1
            {
                list.append(
                    Self.event(
                        "web/skipped",
                        ["store": .string(store), "from": .int(from + 1), "to": .int(to - 1)]))
            }
            list += last
        }
        if isLagged { list.append(Self.event("web/lagged", [:])) }
        return list
    }

    /// What to send, as JSON: without the entries, or without all, if it were too long, so that the page asks for them.
    package func message() -> [UInt8] {
        var batch = self
        let lagged = Self.event("web/lagged", [:])
        var bytes = Self.json(batch.take())
        if bytes.count > Self.mostBytes { bytes = Self.json(others + [lagged]) }
        if bytes.count > Self.mostBytes { bytes = Self.json([lagged]) }
        return bytes
    }

    private static func json(_ list: [Value]) -> [UInt8] {
        var bytes: [UInt8] = []
        JSON.write(Value.array(list).forPage, into: &bytes)
        return bytes
    }

    private static func event(_ method: String, _ params: Value.Object) -> Value {
        ["method": .string(method), "params": .object(params)]
    }

    /// The seq of an entry, or the first and last of those that were left out.
    private static func seqs(_ event: Value) -> (first: Int64, last: Int64)? {
        guard case .object(let message) = event, case .object(let params)? = message["params"] else { return nil }
        if case .object(let entry)? = params["entry"], case .int(let seq)? = entry["seq"] { return (seq, seq) }
        guard case .int(let first)? = params["fromSeq"], case .int(let last)? = params["toSeq"] else { return nil }
        return (first, last)
    }
}
