import StrobeProtocol
import StrobeRecording
import StrobeSystem
package import StrobeTree

extension Report {
    /// The data of the page; its scripts document the names.
    package func pageData(made: String) -> Value {
        var page: Value.Object = [
            "title": .string(title), "subtitle": .string(subtitle),
            "generator": .string("strobe \(Version.current)"), "made": .string(made),
            "startMicros": .int(startMicros),
            "files": .array(sources.map(Self.file)),
            "stores": .array(stores.map(Self.store)),
            "steps": .array(steps.map { Self.step($0, schema: stores[$0.store].description.actionSchema) }),
            "keyframes": .array(
                keyframes.map { ["s": .int(Int64($0.store)), "n": .int(Int64($0.seq)), "v": $0.state.forPage] }),
            "notes": .array(notes.map(Self.note)),
            "gaps": .array(gaps.map(Self.gap)),
            "losses": .array((losses.hiddenLines + losses.lostLines).map(Value.string)),
            "graphs": .array(ReportGraph.all(self).map(Self.graph)),
        ]
        page["damage"] = .array(
            damage.prefix(1_000).map {
                ["file": .string($0.path.lastName), "line": .int(Int64($0.line)), "message": .string($0.message)]
            })
        if let part { page["range"] = .string(part) }
        return .object(page)
    }

    /// Process, platform, time and duration on one line.
    package var subtitle: String {
        let processes = sources.map { source in
            let process = source.header.process
            return process.name + (process.pid.map { " (\($0))" } ?? "")
        }
        let platforms = sources.compactMap(\.header.platform).map { "\($0.system) \($0.architecture)" }
        var words = [processes.prefix(3).joined(separator: ", ")]
        if let platform = platforms.first { words.append(platform) }
        words.append(TimeText(zone: .gmt).full(startMicros).prefix(19) + " UTC")
        words.append(NumberText.age(since: 0, now: duration))
        return words.joined(separator: " · ")
    }

    private static func file(_ source: Source) -> Value {
        var file: Value.Object = [
            "name": .string(source.files.joined(separator: ", ")), "complete": .bool(source.end != nil),
            "facts": .array(facts(source).map { [.string($0), .string($1)] }),
        ]
        if let rules = source.header.redaction { file["redaction"] = .array(rules.map { .string($0) }) }
        return .object(file)
    }

    /// The facts about a recording, by name.
    package static func facts(_ source: Source) -> [(name: String, value: String)] {
        let header = source.header
        let process = header.process
        var facts = [("process", process.name + (process.pid.map { ", pid \($0)" } ?? ""))]
        if let started = process.startedAt { facts.append(("started", started)) }
        if let platform = header.platform { facts.append(("platform", "\(platform.system), \(platform.architecture)")) }
        let recorder = header.recorder
        facts.append(("recorded by", "\(recorder.name) \(recorder.version), \(recorder.place)"))
        facts.append(("recorded from", TimeText(zone: .gmt).full(header.startMicros) + " UTC"))
        facts.append(("lasted", NumberText.age(since: 0, now: source.duration)))
        facts.append(
            (
                "ended",
                source.end.map { $0.reason.isEmpty ? "well" : RecorderRendering.words(ending: $0.reason) }
                    ?? "no end line: the recorder was cut off, or is still running"
            ))
        facts.append(("id", header.id))
        return facts
    }

    private static func store(_ store: Store) -> Value {
        let description = store.description
        var object: Value.Object = [
            "id": .string(store.id), "name": .string(description.name), "kind": .string(description.kind),
            "stateType": .string(description.stateType), "actionType": .string(description.actionType),
            "first": .int(Int64(store.seq)),
        ]
        if let state = store.state { object["state"] = state.forPage }
        // Encoding a schema does not fail; if it did, the page would show plain values.
        if let schema = description.stateSchema {
            object["schema"] = (try? MessageEncoder().encode(schema))?.forPage
        }
        if let schema = description.actionSchema {
            object["actionSchema"] = (try? MessageEncoder().encode(schema))?.forPage
        }
        return .object(object)
    }

    private static func step(_ step: Step, schema: Schema?) -> Value {
        let transition = step.transition
        var object: Value.Object = [
            "s": .int(Int64(step.store)), "n": .int(Int64(transition.seq)), "t": .int(step.time),
            "l": .string(transition.label), "o": .string(transition.origin),
            "k": .string(CaseText.name(action: transition.action, schema: schema, label: transition.label)),
        ]
        if let action = transition.action { object["a"] = action.forPage }
        if let cause = transition.cause { object["c"] = .int(Int64(cause)) }
        if let duration = transition.durationNanos { object["d"] = .int(Int64(clamping: duration)) }
        if let source = transition.source { object["f"] = .string(source) }
        if let error = transition.error { object["x"] = .string(error) }
        if FailureWords.areIn(transition.label) { object["b"] = true }
        if let dispatched = transition.editedFrom { object["w"] = .string(dispatched) }
        if let from = transition.fromSeq { object["from"] = .int(Int64(from)) }
        if !transition.effects.isEmpty { object["e"] = .array(transition.effects.map { .string($0.label) }) }
        if let incomplete = step.incomplete { object["u"] = .string(ChangeRendering.text(of: incomplete)) }
        if let changes = transition.changes { object["ch"] = .array(changes.map(Self.change)) }
        return .object(object)
    }

    private static func change(_ change: Change) -> Value {
        var object: Value.Object = ["op": .string(change.op.rawValue), "path": .string(change.path.description)]
        if let from = change.from { object["from"] = .string(from.description) }
        if let value = change.value { object["value"] = value.forPage }
        if let old = change.old { object["old"] = old.forPage }
        if change.isIncomparable { object["inc"] = true }
        return .object(object)
    }

    private static func note(_ note: Note) -> Value {
        var object: Value.Object = ["t": .int(note.time), "text": .string(note.text)]
        if let store = note.store { object["s"] = .int(Int64(store)) }
        if let seq = note.seq { object["n"] = .int(Int64(seq)) }
        return .object(object)
    }

    private static func gap(_ gap: Gap) -> Value {
        [
            "s": .int(Int64(gap.store)), "t": .int(gap.time), "from": .int(Int64(gap.seqs.lowerBound)),
            "to": .int(Int64(gap.seqs.upperBound)), "reason": .string(gap.reason),
        ]
    }

    private static func graph(_ graph: ReportGraph) -> Value {
        [
            "s": .int(Int64(graph.store)), "path": .string(graph.path.description),
            "states": .array(graph.states.map { ["name": .string($0.name), "visits": .int(Int64($0.visits))] }),
            "ways": .array(
                graph.transitions.map {
                    [
                        "from": .string($0.from), "to": .string($0.to), "action": .string($0.action),
                        "count": .int(Int64($0.count)),
                    ]
                }),
        ]
    }
}

extension Value {
    /// The value in a form that JavaScript reads without loss: integers beyond 53 bits as `{"\u{1}":
    /// "12345678901234567890"}`, and another U+0001 before names that begin with it.
    package var forPage: Value {
        isPlainForPage ? self : rewrittenForPage
    }

    private var isPlainForPage: Bool {
        switch self {
        case .int(let number): number.magnitude <= 1 << 53
        case .uint: false
        case .array(let elements): elements.allSatisfy(\.isPlainForPage)
        case .object(let object):
            object.allSatisfy { $0.key.utf8.first != 1 && $0.value.isPlainForPage }
        default: true
        }
    }

    private var rewrittenForPage: Value {
        switch self {
        case .int(let number) where number.magnitude > 1 << 53: ["\u{1}": .string(String(number))]
        case .uint(let number): ["\u{1}": .string(String(number))]
        case .array(let elements): .array(elements.map(\.rewrittenForPage))
        case .object(let object):
            .object(
                object.reduce(into: Value.Object()) { result, member in
                    let key = member.key.utf8.first == 1 ? "\u{1}" + member.key : member.key
                    result[key] = member.value.rewrittenForPage
                })
        default: self
        }
    }
}

extension String {
    /// The name of a file without its directory.
    package var lastName: String {
        split(separator: "/").last.map(String.init) ?? self
    }
}
