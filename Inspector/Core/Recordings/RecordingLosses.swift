package import StrobePlayback
package import StrobeRecording
package import StrobeTree

/// The information missing in a recording, and the sentences that report it.
package struct RecordingLosses: Sendable, Hashable {
    /// The number of gaps, and of the actions in them.
    package var gaps = 0
    package var missed = 0
    /// The number of actions recorded as labels only.
    package var unwritten = 0
    /// The number of actions whose changes are merged with those of others.
    package var merged = 0
    /// The number of actions that may have changed something that cannot be compared.
    package var incomparable = 0
    /// The ids of the stores without any known state.
    package var stateless: [String] = []
    /// The redacted places of each store, as far as its shape tells.
    package var hidden: [Hidden] = []

    /// The redacted places of a store.
    package struct Hidden: Sendable, Hashable {
        package var store: String
        package var places: [Path]
    }

    package init() {}

    /// Sums up what recordings lack.
    package init(_ reader: RecordingReader) {
        for store in reader.stores {
            unwritten += store.unwritten
            merged += store.merged
            incomparable += store.incomparable
            let gaps = reader.gaps(of: store.id)
            self.gaps += gaps.count
            for gap in gaps where gap.fromSeq <= gap.toSeq {
                // A file may contain any numbers.
                let count = gap.toSeq - gap.fromSeq + 1
                missed = min(missed, .max - count) + count
            }
            if reader.knownSeq(atOrAfter: 0, of: store.id) == nil { stateless.append(store.id) }
            add(RecordedHiding(store, of: reader), of: store.id)
        }
    }

    /// Counts the losses of a transition.
    package mutating func count(_ transition: RecordedTransition) {
        if transition.lacksAction { unwritten += 1 }
        if transition.isMerged { merged += 1 }
        if transition.isIncomparable { incomparable += 1 }
    }

    /// The losses of both.
    package static func + (a: Self, b: Self) -> Self {
        var sum = a
        sum.gaps += b.gaps
        sum.missed += b.missed
        sum.unwritten += b.unwritten
        sum.merged += b.merged
        sum.incomparable += b.incomparable
        sum.stateless += b.stateless
        sum.hidden += b.hidden
        return sum
    }

    /// Adds the redacted places of a store.
    package mutating func add(_ hiding: RecordedHiding, of store: String) {
        let places = hiding.places
        let all = places.state + places.action.filter { !places.state.contains($0) }
        if !all.isEmpty { hidden.append(Hidden(store: store, places: all)) }
    }

    /// Whether nothing was lost; redaction by the program's own rules is no loss.
    package var isNothing: Bool {
        gaps == 0 && unwritten == 0 && merged == 0 && incomparable == 0 && stateless.isEmpty
    }

    /// One sentence for each store with redacted places.
    package var hiddenLines: [String] { hidden.map { "hidden in \($0.store): \(RecordedHiding.text($0.places))" } }

    /// One sentence for each kind of loss, gaps last.
    package var lostLines: [String] {
        var lines: [String] = []
        func counted(_ count: Int) -> String { NumberText.counted(count, "action") }
        if unwritten > 0 {
            lines.append(
                "\(counted(unwritten)) with a label only (no JSON form, or too large) cannot be sent again by "
                    + "`replay`, `script` or `test`")
        }
        if merged > 0 { lines.append("\(counted(merged)) whose individual changes are unknown") }
        if incomparable > 0 {
            lines.append("\(counted(incomparable)) that may have changed incomparable values")
        }
        if !stateless.isEmpty {
            lines.append(
                "no state of \(stateless.joined(separator: ", ")), probably too large: only its actions and their "
                    + "changes were recorded")
        }
        if gaps > 0 {
            lines.append(
                "not recorded: \(NumberText.counted(missed, "transition")) in \(NumberText.counted(gaps, "gap"))")
        }
        return lines
    }

    /// The losses as JSON.
    package var members: Value.Object {
        var members: Value.Object = [:]
        for (name, count) in [("unwritten", unwritten), ("merged", merged), ("incomparable", incomparable)]
        where count > 0 {
            members[name] = .int(Int64(count))
        }
        if !stateless.isEmpty { members["stateless"] = .array(stateless.map(Value.string)) }
        if !hidden.isEmpty {
            members["hidden"] = .object(
                hidden.reduce(into: [:]) { $0[$1.store] = .array($1.places.map { .string($0.pointer) }) })
        }
        return members
    }
}
