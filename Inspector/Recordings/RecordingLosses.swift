import StrobePlayback
import StrobeRecording
import StrobeTree

/// What a recording does not hold, in the words of all that tell of it.
struct RecordingLosses: Sendable, Hashable {
    /// The gaps, and the actions in them.
    var gaps = 0
    var missed = 0
    /// The actions that are there by their labels alone.
    var unwritten = 0
    /// The actions of which it is not known what each alone changed.
    var merged = 0
    /// The actions that may have changed something that cannot be compared.
    var incomparable = 0
    /// The ids of the stores of which no state is known.
    var stateless: [String] = []
    /// What is hidden, as far as the shapes of the stores tell, by their ids.
    var hidden: [Hidden] = []

    /// What is hidden of one store.
    struct Hidden: Sendable, Hashable {
        var store: String
        var places: [Path]
    }

    init() {}

    /// What recordings lack.
    init(_ reader: RecordingReader) {
        for store in reader.stores {
            unwritten += store.unwritten
            merged += store.merged
            incomparable += store.incomparable
            let gaps = reader.gaps(of: store.id)
            self.gaps += gaps.count
            for gap in gaps where gap.fromSeq <= gap.toSeq {
                // Whoever wrote the file may have written anything.
                let count = gap.toSeq - gap.fromSeq + 1
                missed = min(missed, .max - count) + count
            }
            if reader.knownSeq(atOrAfter: 0, of: store.id) == nil { stateless.append(store.id) }
            add(RecordedHiding(store, of: reader), of: store.id)
        }
    }

    /// Counts what is not known of a transition.
    mutating func count(_ transition: RecordedTransition) {
        if transition.lacksAction { unwritten += 1 }
        if transition.isMerged { merged += 1 }
        if transition.isIncomparable { incomparable += 1 }
    }

    /// The losses of both.
    static func + (a: Self, b: Self) -> Self {
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

    /// Adds what is hidden in a store.
    mutating func add(_ hiding: RecordedHiding, of store: String) {
        let places = hiding.places
        let all = places.state + places.action.filter { !places.state.contains($0) }
        if !all.isEmpty { hidden.append(Hidden(store: store, places: all)) }
    }

    /// Whether nothing was lost: what is hidden is so by the program's rules.
    var isNothing: Bool {
        gaps == 0 && unwritten == 0 && merged == 0 && incomparable == 0 && stateless.isEmpty
    }

    /// What is hidden, a sentence for each store.
    var hiddenLines: [String] { hidden.map { "hidden in \($0.store): \(RecordedHiding.text($0.places))" } }

    /// What is missing, a sentence each, gaps last.
    var lostLines: [String] {
        var lines: [String] = []
        func counted(_ count: Int) -> String { NumberText.counted(count, "action") }
        if unwritten > 0 {
            lines.append(
                "\(counted(unwritten)) by label alone, without a JSON form or too large: not to be sent again by "
                    + "`replay`, `script` or `test`")
        }
        if merged > 0 { lines.append("\(counted(merged)) of which it is not known what each alone changed") }
        if incomparable > 0 {
            lines.append("\(counted(incomparable)) that may have changed something which cannot be compared")
        }
        if !stateless.isEmpty {
            lines.append(
                "no state of \(stateless.joined(separator: ", ")), probably too large: recorded are its actions and what "
                    + "they change")
        }
        if gaps > 0 {
            lines.append(
                "not recorded: \(NumberText.counted(missed, "transition")) in \(NumberText.counted(gaps, "gap"))")
        }
        return lines
    }

    /// The same for programs.
    var members: Value.Object {
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
