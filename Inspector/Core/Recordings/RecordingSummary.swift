import StrobeProtocol
package import StrobeRecording
package import StrobeTree

/// The summary of opened recordings.
package struct RecordingSummary: Sendable, Hashable {
    /// One recording.
    package struct Item: Sendable, Hashable {
        package var header: RecordingHeader
        package var paths: [String]
        /// The time of the last line, in microseconds since the start.
        package var lastT: Int64
        /// The reason of its end; `nil` if it has not ended (yet).
        package var end: String?
    }

    /// Missing transitions of a store.
    package struct Gap: Sendable, Hashable {
        package var store: String
        package var from: Int
        package var to: Int
        package var reason: String

        package var count: Int { to - from + 1 }
    }

    package var items: [Item]
    package var stores: Int
    package var transitions: Int
    package var gaps: [Gap]
    /// The information missing in the recordings.
    package var losses: RecordingLosses
    package var damage: [RecordingDamage]

    /// Sums up opened recordings.
    package init(_ reader: RecordingReader) {
        items = reader.recordings.map {
            Item(header: $0.header, paths: $0.paths, lastT: $0.lastT, end: $0.end?.reason)
        }
        let stores = reader.stores
        self.stores = stores.count
        transitions = stores.reduce(0) { $0 + $1.transitions }
        gaps = stores.flatMap { store in
            reader.gaps(of: store.id).map {
                Gap(store: store.id, from: $0.fromSeq, to: $0.toSeq, reason: $0.reason)
            }
        }
        losses = RecordingLosses(reader)
        damage = reader.damage
    }

    /// Whether something was lost, damaged or not recorded.
    package var hasLosses: Bool { !losses.isNothing || !damage.isEmpty }

    /// The summary as JSON.
    package var value: Value {
        var members: Value.Object = [
            "recordings": .array(items.map(\.value)), "stores": .int(Int64(stores)),
            "transitions": .int(Int64(transitions)),
            "gaps": .array(
                gaps.map {
                    .object([
                        "store": .string($0.store), "fromSeq": .int(Int64($0.from)), "toSeq": .int(Int64($0.to)),
                        "reason": .string($0.reason),
                    ])
                }),
            "damage": .array(
                damage.map {
                    .object([
                        "path": .string($0.path), "line": .int(Int64($0.line)), "offset": .int(Int64($0.offset)),
                        "message": .string($0.message), "lostBytes": .int(Int64($0.lostBytes)),
                    ])
                }),
        ]
        for (key, value) in losses.members { members[key] = value }
        return .object(members)
    }
}

extension RecordingSummary.Item {
    /// The times of the first and the last line, in microseconds since 1970.
    package var times: (start: Int64, end: Int64) {
        (header.startMicros, WireInteger.sum(header.startMicros, max(0, lastT)))
    }

    fileprivate var value: Value {
        var process: Value.Object = ["name": .string(header.process.name)]
        if let pid = header.process.pid { process["pid"] = .int(Int64(pid)) }
        if let version = header.process.version { process["version"] = .string(version) }
        if let host = header.process.host { process["host"] = .string(host) }
        var object: Value.Object = [
            "id": .string(header.id), "paths": .array(paths.map(Value.string)), "process": .object(process),
            "startMicros": .int(header.startMicros), "lastT": .int(lastT),
            "recorder": .object([
                "name": .string(header.recorder.name), "version": .string(header.recorder.version),
                "place": .string(header.recorder.place),
            ]),
        ]
        if let platform = header.platform {
            object["platform"] = .object([
                "system": .string(platform.system), "architecture": .string(platform.architecture),
            ])
        }
        if let rules = header.redaction { object["redaction"] = .array(rules.map(Value.string)) }
        if let end { object["end"] = .string(end) }
        return .object(object)
    }
}
