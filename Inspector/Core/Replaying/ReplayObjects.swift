package import StrobeTree

/// The JSON output of a replay.
package enum ReplayObjects {
    package static func plan(_ plan: ReplayPlan, _ losses: RecordingLosses) -> Value {
        var object: Value.Object = [
            "grade": .string(plan.level.rawValue), "stores": .array(plan.stores.map { .object(store($0)) }),
        ]
        if !plan.missing.isEmpty { object["missing"] = .array(plan.missing.map(Value.string)) }
        for (key, value) in losses.members { object[key] = value }
        return .object(["plan": .object(object)])
    }

    private static func store(_ store: ReplayStore) -> Value.Object {
        var object: Value.Object = [
            "store": .string(store.recorded), "into": .string(store.target),
            "grade": .string(store.grade.level.rawValue),
            "reasons": .array(
                store.grade.reasons.map {
                    ["grade": .string($0.level.rawValue), "place": .string($0.place), "text": .string($0.text)]
                }),
        ]
        if let range = store.range {
            object["from"] = .int(Int64(range.lowerBound))
            object["to"] = .int(Int64(range.upperBound))
        }
        return object
    }

    package static func entry(_ entry: ReplayedEntry) -> Value {
        var object: Value.Object = [
            "store": .string(entry.store), "seq": .int(Int64(entry.seq)), "label": .string(entry.label),
        ]
        if let seq = entry.targetSeq { object["now"] = .int(Int64(seq)) }
        switch entry.verdict {
        case .same: object["verdict"] = "same"
        case .leftOut: object["verdict"] = "leftOut"
        case .notCompared(let reason):
            object["verdict"] = "notCompared"
            object["reason"] = .string(reason)
        case .different(let found):
            object["verdict"] = "different"
            object["difference"] = difference(found)
        }
        return .object(["replayed": .object(object)])
    }

    package static func difference(_ difference: ReplayDifference) -> Value {
        var object: Value.Object = [
            "kind": .string(difference.kind.rawValue), "store": .string(difference.store),
            "seq": .int(Int64(difference.seq)), "label": .string(difference.label),
        ]
        if let seq = difference.targetSeq { object["now"] = .int(Int64(seq)) }
        if let path = difference.path { object["path"] = .string(path.pointer) }
        if let recorded = difference.recorded { object["recorded"] = recorded }
        if let got = difference.got { object["got"] = got }
        return .object(object)
    }

    package static func summary(_ summary: ReplaySummary, _ outcome: Outcome) -> Value {
        var object: Value.Object = [
            "verdict": .string(outcome == .success ? "same" : outcome == .commandFailed ? "different" : "failed"),
            "replayed": .int(Int64(summary.replayed)), "same": .int(Int64(summary.same)),
            "different": .int(Int64(summary.different)), "notCompared": .int(Int64(summary.notCompared)),
            "withPlaceholders": .int(Int64(summary.withPlaceholders)),
            "leftOut": .int(Int64(summary.leftOut)), "complete": .bool(!summary.isCut),
            "durationNanos": .int(Int64(clamping: summary.nanoseconds)),
        ]
        if let first = summary.first { object["first"] = difference(first) }
        if let reason = summary.whyNotCompared { object["reason"] = .string(reason) }
        if let failure = summary.failure { object["failure"] = .string(failure) }
        object["ends"] = .array(
            summary.ends.map { store, end in
                var object: Value.Object = ["store": .string(store)]
                switch end {
                case .same: object["verdict"] = "same"
                case .different(let found):
                    object["verdict"] = "different"
                    object["difference"] = difference(found)
                case .unknown(let reason):
                    object["verdict"] = "unknown"
                    object["reason"] = .string(reason)
                }
                return .object(object)
            })
        return .object(["summary": .object(object)])
    }
}
