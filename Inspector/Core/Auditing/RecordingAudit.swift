import StrobeProtocol
package import StrobeRecording
package import StrobeTree

/// Searches a recording for values that look like secrets.
package struct RecordingAudit {
    /// A place with values that look like secrets.
    package struct Finding: Sendable, Hashable {
        package var store: String?
        /// Where it is: `.user.email` in the state, `action.login.password`, `note`.
        package var place: String
        package var kind: SecretDetector.Kind
        /// An example, mostly masked.
        package var sample: String
        /// The number of occurrences.
        package var count: Int
        /// The seq of the first transition that has it.
        package var firstSeq: Int?

        /// The finding as JSON.
        package var object: Value {
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
    /// The maximum number of places: with more, everything looks like a secret.
    private static let placeLimit = 10_000

    private let detector = SecretDetector()
    /// Cached results for short texts, which are frequent and slow to examine.
    private var known: [String: SecretDetector.Match?] = [:]
    private var findings: [Place: Finding] = [:]
    private var order: [Place] = []

    package init() {}
    /// The number of values that the process had redacted.
    package private(set) var hidden = 0

    /// The findings, in order of discovery.
    package var found: [Finding] { order.compactMap { findings[$0] } }

    /// Searches everything that was recorded.
    ///
    /// - Throws: `RecordingError` if the file can no longer be read; damaged lines are skipped.
    package mutating func run(_ reader: RecordingReader) throws(RecordingError) {
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

    /// The location of a value.
    private struct Where {
        let store: String?
        let seq: Int?
        var path: String
        /// The enclosing name that looks like a secret's, if any: then everything inside is a secret.
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

        /// The location of the elements of a list: one place for all, and the name of the list applies to them.
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
