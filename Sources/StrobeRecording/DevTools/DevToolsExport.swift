internal import StrobeProtocol
public import StrobeTree

/// Turns a store of a recording into what Redux DevTools import.
///
///     let export = try DevToolsExport(reader, store: "cart")
///     try RecordingWriter.write(export.value(export.shape), to: path)
///
/// What they have no member for is in members `strobe`, which they ignore and `DevToolsImport` reads again.
public struct DevToolsExport {
    private let reader: RecordingReader
    private let store: RecordingReader.Store
    private let header: RecordingHeader
    /// What an import kept of the export that it read.
    private let kept: Value.Object

    /// Makes an export of one store.
    ///
    /// - Parameters:
    ///   - reader: The recording.
    ///   - store: The id of the store; may be `nil` if there is one.
    /// - Throws: `unknownStore`; `notConvertible` where there are several and none is named.
    public init(_ reader: RecordingReader, store: String?) throws(RecordingError) {
        self.reader = reader
        let ids = reader.stores.map(\.id)
        guard let id = store ?? (ids.count == 1 ? ids.first : nil) else {
            throw RecordingError(
                .notConvertible,
                "An export has one store, but the recording has \(ids.count). Name one: \(ids.joined(separator: ", "))."
            )
        }
        self.store = try reader.store(id)
        header = reader.recordings[self.store.recording].header
        if case .object(let kept)? = header.extra["devtools"] { self.kept = kept } else { kept = [:] }
    }

    /// The shape that was imported; the lifted state where nothing was.
    public var shape: DevToolsShape {
        if case .string(let name)? = kept["shape"] { DevToolsShape(rawValue: name) ?? .lifted } else { .lifted }
    }

    /// The export in a shape.
    ///
    /// - Throws: What reading throws.
    public func value(_ shape: DevToolsShape) throws(RecordingError) -> Value {
        shape == .actions ? try actions() : try lifted()
    }

    // MARK: Shapes

    private func actions() throws(RecordingError) -> Value {
        let transitions = try self.transitions
        let converted = transitions.map(Self.converted)
        let payload = Value.array(converted.map(\.action))
        if case .bool(true)? = kept["bare"] { return payload }
        var export: Value.Object = ["payload": .string(JSON.text(payload))]
        if self.shape == .actions {
            for (key, value) in members("rest") { export[key] = value }
            return .object(export)
        }
        if let state = try? reader.state(at: store.firstSeq, of: store.id) {
            export["preloadedState"] = .string(JSON.text(state))
        }
        var own = own
        own["transitions"] = .array(
            zip(transitions, converted).map { OwnMembers.members(of: $0, isConverted: $1.isConverted) })
        export["strobe"] = .object(own)
        return .object(export)
    }

    private func lifted() throws(RecordingError) -> Value {
        let isImported = self.shape == .lifted && !kept.isEmpty
        let transitions = try self.transitions
        var byID: Value.Object = [:]
        var staged: [Value] = []
        var computed: [Value] = []
        let initialID = kept["initialID"] ?? 0
        staged.append(initialID)
        byID[DevToolsImport.key(initialID)] =
            kept["initial"] ?? [
                "type": "PERFORM_ACTION", "action": ["type": "@@INIT"], "timestamp": .int(header.startMicros / 1_000),
            ]
        var first = members("initialComputed")
        if kept["hasInitialState"] != .bool(false) { first["state"] = state(at: store.firstSeq) }
        computed.append(.object(first))
        for (place, transition) in transitions.enumerated() {
            let (entry, id) = entry(transition, place: place, isImported: isImported)
            staged.append(id)
            byID[DevToolsImport.key(id)] = .object(entry)
            var after = Self.members(Self.kept(transition)["computed"])
            if let state = state(at: transition.seq) {
                after["state"] = state
            } else if !isImported {
                after["error"] = "This state is not in the recording."
            }
            computed.append(.object(after))
        }
        for (id, entry) in members("unstaged") { byID[id] = entry }
        var lifted: Value.Object = [:]
        if isImported {
            lifted = members("rest")
        } else {
            lifted["monitorState"] = [:]
            lifted["nextActionId"] = .int(Int64(staged.count))
            lifted["skippedActionIds"] = []
            lifted["committedState"] = state(at: store.firstSeq)
            lifted["currentStateIndex"] = .int(Int64(staged.count - 1))
            lifted["strobe"] = .object(own)
        }
        lifted["actionsById"] = .object(byID)
        lifted["stagedActionIds"] = .array(staged)
        lifted["computedStates"] = .array(computed)
        guard case .object(var wrapper)? = kept["wrapper"] else { return .object(lifted) }
        wrapper["payload"] = .string(JSON.text(.object(lifted)))
        return .object(wrapper)
    }

    /// An action as the lifted state has it, and its id.
    private func entry(
        _ transition: RecordedTransition, place: Int, isImported: Bool
    ) -> (entry: Value.Object, id: Value) {
        let kept = Self.kept(transition)
        let id = isImported ? kept["id"] ?? .int(Int64(place + 1)) : .int(Int64(place + 1))
        if isImported {
            var entry = Self.members(kept["entry"])
            entry["action"] = transition.action
            entry["timestamp"] = kept["timestamp"]
            return (entry, id)
        }
        let (action, isConverted) = Self.converted(transition)
        let time = WireInteger.sum(header.startMicros, transition.t)
        return (
            [
                "type": "PERFORM_ACTION", "action": action, "timestamp": .int(time / 1_000),
                "strobe": OwnMembers.members(of: transition, isConverted: isConverted),
            ], id
        )
    }

    // MARK: Parts

    private var transitions: [RecordedTransition] {
        get throws(RecordingError) { try reader.transitions(0...Int.max, of: store.id) }
    }

    private func state(at seq: Int) -> Value? { try? reader.state(at: seq, of: store.id) }

    private func members(_ key: String) -> Value.Object { Self.members(kept[key]) }

    private static func members(_ value: Value?) -> Value.Object {
        if case .object(let members)? = value { members } else { [:] }
    }

    private static func kept(_ transition: RecordedTransition) -> Value.Object {
        members(transition.extra["devtools"])
    }

    /// The header with the store, and the notes and gaps.
    private var own: Value.Object {
        var header = header
        header.stores = [store.description]
        header.extra["devtools"] = nil
        var lines: [RecordingLine] = []
        // Those of an import say what the export itself has.
        for note in reader.notes(of: store.id) + reader.notes(of: nil) where note.extra["devtools"] == nil {
            lines.append(.note(note))
        }
        lines += reader.gaps(of: store.id).map { .gap($0) }
        lines.sort { OwnMembers.seq(of: $0) < OwnMembers.seq(of: $1) }
        let values = ([.header(header)] + lines).compactMap { try? JSON.parse($0.text) }
        return ["header": values.first ?? .null, "lines": .array(Array(values.dropFirst()))]
    }

    /// An action in the form that Redux asks for, an object with a `type`.
    private static func converted(_ transition: RecordedTransition) -> (action: Value, isConverted: Bool) {
        switch transition.action {
        case .object(let members)?:
            if case .string? = members["type"] { return (.object(members), false) }
            guard members.count == 1 else { break }
            return (["type": .string(members[0].key), "payload": members[0].value], true)
        case .string(let name)?: return (["type": .string(name)], true)
        default: break
        }
        var action: Value.Object = ["type": .string(transition.label)]
        action["payload"] = transition.action
        return (.object(action), true)
    }
}
