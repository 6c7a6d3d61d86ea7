import StrobeProtocol
import StrobeRecording
import StrobeTree

/// Looks through a recording for what looks like a secret.
struct RecordingAudit {
    /// A place in which something looks like a secret.
    struct Finding: Sendable, Hashable {
        var store: String?
        /// Where it stands: `.user.email` of the state, `action.login.password`, `note`.
        var place: String
        var kind: SecretDetector.Kind
        /// An example, of which little is shown.
        var sample: String
        /// How often it was seen.
        var count: Int
        /// The number of the first transition that has it.
        var firstSeq: Int?

        /// The same for programs.
        var object: Value {
            var members: Value.Object = [
                "place": .string(place), "kind": .string(kind.rawValue), "sample": .string(sample),
                "count": .int(Int64(count)),
            ]
            if let store { members["store"] = .string(store) }
            if let firstSeq { members["firstSeq"] = .int(Int64(firstSeq)) }
            return .object(members)
        }
    }

    private struct Place: Hashable {
        var store: String?
        var path: String
        var kind: SecretDetector.Kind
    }

    private static let batch = 1_000
    /// How many places are distinguished: more are a sign that everything is found.
    private static let placeLimit = 10_000

    private let detector = SecretDetector()
    /// What short texts turned out to be: the same ones come again and again, and to look at one takes its time.
    private var known: [String: SecretDetector.Match?] = [:]
    private var findings: [Place: Finding] = [:]
    private var order: [Place] = []
    /// How many values the process hid before they were written.
    private(set) var hidden = 0

    /// What was found, in the order in which it was found.
    var found: [Finding] { order.compactMap { findings[$0] } }

    /// Looks through all that was recorded.
    ///
    /// - Throws: `RecordingError` where the file cannot be read any more; lines that are damaged are passed over.
    mutating func run(_ reader: RecordingReader) throws(RecordingError) {
        for store in reader.stores {
            if let state = store.description.state { look(at: state, Where(store.id, seq: store.description.seq)) }
            var end = store.lastSeq
            while let keyframe = try? reader.keyframe(atOrBefore: end, of: store.id) {
                look(at: keyframe.state, Where(store.id, seq: keyframe.seq))
                guard keyframe.seq > 0 else { break }
                end = keyframe.seq - 1
            }
            var from = 1
            while from <= store.lastSeq {
                let page = (try? reader.transitions(from...store.lastSeq, of: store.id, limit: Self.batch)) ?? []
                guard let last = page.last else { break }
                for transition in page { look(at: transition, store.id) }
                from = last.seq + 1
            }
            for note in reader.notes(of: store.id) { look(at: note, store.id) }
        }
        for note in reader.notes(of: nil) { look(at: note, nil) }
    }

    // MARK: Places

    /// Where a value stands.
    private struct Where {
        let store: String?
        let seq: Int?
        var path: String
        /// Whether what is here is named like a secret, so that all of it is one.
        var name: String?

        init(_ store: String?, seq: Int?, _ path: String = "") {
            self.store = store
            self.seq = seq
            self.path = path
        }

        func below(_ name: String) -> Where {
            var place = self
            place.path += "." + name
            place.name = name
            return place
        }

        /// Elements of a list stand in one place; what its name says of it, it says of them.
        var element: Where {
            var place = self
            place.path += "[*]"
            return place
        }
    }

    private mutating func look(at transition: RecordedTransition, _ store: String) {
        let seq = transition.seq
        if let action = transition.action {
            look(at: action, Where(store, seq: seq, "action"))
        } else {
            look(at: .string(transition.label), Where(store, seq: seq, "label"))
        }
        for effect in transition.effects {
            look(at: effect.value ?? .string(effect.label), Where(store, seq: seq, "effect"))
        }
        if let error = transition.error { look(at: .string(error), Where(store, seq: seq, "error")) }
        for change in transition.changes ?? [] {
            var place = Where(store, seq: seq)
            for token in change.path.tokens {
                place = Int(token) != nil || token == "-" || token.hasPrefix("[") ? place.element : place.below(token)
            }
            for value in [change.value, change.old].compactMap({ $0 }) { look(at: value, place) }
        }
    }

    private mutating func look(at note: RecordedNote, _ store: String?) {
        look(at: .string(note.text), Where(store, seq: note.seq, "note"))
    }

    private mutating func look(at value: Value, _ place: Where) {
        switch value {
        case .object(let members): for (key, value) in members { look(at: value, place.below(key)) }
        case .array(let elements): for element in elements { look(at: element, place.element) }
        case .null, .bool: break
        case .string, .int, .uint, .double:
            if case .string(let text) = value, text.hasPrefix("‹redacted") {
                hidden += 1
                return
            }
            if let name = place.name, let match = detector.match(named: name, value) {
                note(match, place)
            } else if case .string(let text) = value, let match = match(in: text) {
                note(match, place)
            }
        }
    }

    private mutating func match(in text: String) -> SecretDetector.Match? {
        if let match = known[text] { return match }
        let match = detector.match(in: text)
        guard text.utf8.count <= 256 else { return match }
        if known.count >= 10_000 { known.removeAll(keepingCapacity: true) }
        known[text] = .some(match)
        return match
    }

    private mutating func note(_ match: SecretDetector.Match, _ place: Where) {
        let key = Place(store: place.store, path: place.path, kind: match.kind)
        if findings[key] != nil {
            findings[key]?.count += 1
            if let seq = place.seq, let first = findings[key]?.firstSeq, seq < first { findings[key]?.firstSeq = seq }
            return
        }
        guard order.count < Self.placeLimit else { return }
        order.append(key)
        findings[key] = Finding(
            store: place.store, place: place.path.isEmpty ? "." : place.path, kind: match.kind,
            sample: SecretDetector.masked(match.text), count: 1, firstSeq: place.seq)
    }
}
