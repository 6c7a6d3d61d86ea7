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

    private struct Entries {
        var first: [Value.Object] = []
        /// The last ones, if there are too many: a ring.
        var last: [Value.Object] = []
        var count = 0

        mutating func add(_ params: Value.Object) {
            count += 1
            if first.count < EventBatch.mostEntries { return first.append(params) }
            if last.count < EventBatch.ends { return last.append(params) }
            last[(count - EventBatch.mostEntries - 1) % EventBatch.ends] = params
        }

        /// The last ones in order.
        var tail: [Value.Object] {
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
        guard method == "log/appended", case .string(let store)? = params["store"] else {
            guard others.count < Self.mostOthers else { return isLagged = true }
            return others.append(Self.event(method, params))
        }
        if let place = entries.firstIndex(where: { $0.store == store }) {
            entries[place].1.add(params)
        } else {
            guard entries.count < Self.mostStores else { return isLagged = true }
            var new = Entries()
            new.add(params)
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
                list += all.map { Self.event("log/appended", $0) }
                continue
            }
            let (first, last) = (all.prefix(Self.ends), all.suffix(Self.ends))
            list += first.map { Self.event("log/appended", $0) }
            if let from = first.last.flatMap(Self.seq), let to = last.first.flatMap(Self.seq), to > from + 1 {
                list.append(
                    Self.event(
                        "web/skipped",
                        ["store": .string(store), "from": .int(from + 1), "to": .int(to - 1)]))
            }
            list += last.map { Self.event("log/appended", $0) }
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

    private static func seq(_ params: Value.Object) -> Int64? {
        guard case .object(let entry)? = params["entry"], case .int(let seq)? = entry["seq"] else { return nil }
        return seq
    }
}
