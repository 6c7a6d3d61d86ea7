internal import StrobeProtocol
internal import StrobeTree

/// Turns an export of Redux DevTools into a recording.
///
///     let imported = try DevToolsImport(path: path, name: "cart", startMicros: 0)
///     try RecordingWriter.write(imported.lines, to: path + ".jsonl")
///
/// Everything that the export holds is kept: what recordings have no member for is in members `devtools` of the header
/// and of the transitions, from which `DevToolsExport` makes the same export again. Skipped actions are transitions that
/// change nothing, with a note that says so.
public struct DevToolsImport: Sendable {
    /// The lines of the recording, the header first and the end line last.
    public private(set) var lines: [RecordingLine] = []

    private let name: String
    private var shape = DevToolsShape.lifted
    /// The members outside of a lifted state that is a payload; `nil` if there are none.
    private var wrapper: Value.Object?
    private var header: RecordingHeader
    private var store: RecordedStore
    /// What our own exports have in addition.
    private var own = OwnMembers([:])
    private var transitions: [RecordedTransition] = []
    private var notes: [RecordedNote] = []

    static let limits = JSONLimits(maxDepth: 120, maxBytes: 512 << 20, maxNodes: 1 << 26)

    /// Reads an export.
    ///
    /// - Parameters:
    ///   - text: The text of the export.
    ///   - name: The name of the process in the recording.
    ///   - startMicros: When it began if the export has no times, in microseconds since 1970.
    /// - Throws: `notConvertible` where it is no export, or its parts do not fit together; `tooLarge`.
    public init(_ text: [UInt8], name: String, startMicros: Int64) throws(RecordingError) {
        self.name = name
        store = RecordedStore(
            id: name, name: name, kind: "foreign", stateType: "State", actionType: "Action", seq: 0, state: nil,
            replay: false)
        header = RecordingHeader(
            id: "devtools:\(name):\(startMicros)", startMicros: startMicros, process: .init(pid: nil, name: name),
            platform: nil, recorder: .init(name: "redux-devtools", version: "", place: "import"))
        try read(try Self.parse(text, "The file"))
        finish()
    }

    /// Reads an export from a file, compressed with gzip or not.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - name: The name of the process in the recording.
    ///   - startMicros: When it began if the export has no times, in microseconds since 1970.
    /// - Throws: `cannotOpen`, `cannotRead`; `notConvertible` where it is no export; `tooLarge` from 512 MiB on.
    public init(path: String, name: String, startMicros: Int64) throws(RecordingError) {
        let file = try SourceFile(path, limits: RecordingLimits(expandedBytes: Self.limits.maxBytes))
        let length = file.length
        guard length <= Self.limits.maxBytes else {
            throw RecordingError(
                .tooLarge, "\(path) has \(length) bytes; at most \(Self.limits.maxBytes) are read.", path: path)
        }
        if let fault = file.fault {
            throw RecordingError(.cannotRead, "\(path) cannot be expanded: \(fault).", path: path)
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 8)
        defer { buffer.deallocate() }
        let count = try file.read(at: 0, into: buffer)
        try self.init(Array(buffer[..<count]), name: name, startMicros: startMicros)
    }

    private static func parse(_ text: some Collection<UInt8>, _ what: String) throws(RecordingError) -> Value {
        do {
            return try JSON.parse(text, limits: limits)
        } catch {
            throw RecordingError(
                error.code == .tooLarge ? .tooLarge : .notConvertible, "\(what) cannot be read: \(error.message)",
                offset: error.offset)
        }
    }

    // MARK: Shapes

    private mutating func read(_ value: Value) throws(RecordingError) {
        switch value {
        case .array(let actions): try read(actions: actions, rest: [:], hasPayload: false)
        case .object(let members):
            if members["actionsById"] != nil { return try read(lifted: members) }
            guard let payload = members["payload"] else { throw Self.noExport }
            var rest = members
            rest.removeValue(forKey: "payload")
            switch try Self.unquoted(payload, "The payload") {
            case .array(let actions): try read(actions: actions, rest: rest, hasPayload: true)
            case .object(let lifted) where lifted["actionsById"] != nil:
                wrapper = rest
                try read(lifted: lifted)
            default: throw Self.noExport
            }
        default: throw Self.noExport
        }
    }

    private static var noExport: RecordingError {
        RecordingError(
            .notConvertible,
            "The file is not an export of Redux DevTools: it has neither actions as its \"payload\" nor \"actionsById\"."
        )
    }

    /// A value that is written as a text of JSON.
    private static func unquoted(_ value: Value, _ what: String) throws(RecordingError) -> Value {
        guard case .string(let text) = value else { return value }
        return try parse(text.utf8, what)
    }

    private mutating func read(
        actions: [Value], rest: Value.Object, hasPayload: Bool
    ) throws(RecordingError) {
        shape = .actions
        own = OwnMembers(rest["strobe"])
        if let state = rest["preloadedState"] { store.state = try Self.unquoted(state, "The preloadedState") }
        for (place, action) in actions.enumerated() {
            var transition = own.transition(place) ?? plain(action, seq: place + 1, t: 0)
            if !own.isConverted(place) { transition.action = action }
            add(transition)
        }
        var kept = rest
        kept.removeValue(forKey: "strobe")
        if !own.isOwn {
            header.extra["devtools"] = ["shape": "actions", "rest": .object(kept), "bare": .bool(!hasPayload)]
        }
    }

    private func plain(_ action: Value?, seq: Int, t: Int64) -> RecordedTransition {
        RecordedTransition(
            store: store.id, seq: seq, t: t, action: action, label: Self.label(of: action), origin: "app")
    }

    /// The type of an action, which is what people call it by.
    private static func label(of action: Value?) -> String {
        guard let action else { return "?" }
        if case .object(let members) = action, case .string(let type)? = members["type"] { return type }
        return String(JSON.text(action).prefix(80))
    }

    // MARK: The lifted state

    private mutating func read(lifted: Value.Object) throws(RecordingError) {
        own = OwnMembers(lifted["strobe"])
        guard case .object(let byID)? = lifted["actionsById"], case .array(let staged)? = lifted["stagedActionIds"],
            let first = staged.first
        else { throw Self.unfitting("it lacks stagedActionIds") }
        var computed: [Value] = []
        if case .array(let states)? = lifted["computedStates"] { computed = states }
        let initial = try Self.action(first, byID)
        if let time = Self.micros(initial["timestamp"]) {
            header.startMicros = time
            header.id = "devtools:\(name):\(time)"
        }
        header = own.header ?? header
        store = own.store ?? store
        let firstState = Self.members(computed.first)
        store.state = firstState["state"] ?? lifted["committedState"]
        if case .null? = lifted["committedState"], firstState["state"] == nil { store.state = nil }

        var skipped: Set<Value> = []
        if case .array(let ids)? = lifted["skippedActionIds"] { skipped = Set(ids) }
        var known = store.state.map { (seq: store.seq, state: $0) }
        for place in 1..<max(staged.count, 1) {
            let entry = try Self.action(staged[place], byID)
            let after = Self.members(place < computed.count ? computed[place] : nil)
            var transition = transition(place, entry)
            var kept: Value.Object = ["id": staged[place]]
            if skipped.contains(staged[place]) { kept["skipped"] = true }
            kept["timestamp"] = entry["timestamp"]
            kept["entry"] = Self.rest(entry, without: ["action", "timestamp", "strobe"])
            kept["computed"] = Self.rest(after, without: ["state"])
            if !own.isOwn { transition.extra["devtools"] = .object(kept) }
            if case .string(let error)? = after["error"], transition.error == nil, !own.isOwn {
                transition.error = error
            }
            if let state = after["state"] {
                if let known {
                    transition.changes = known.state.changes(to: state)
                    transition.fromSeq = known.seq == transition.seq - 1 ? nil : known.seq
                }
                known = (transition.seq, state)
            }
            add(transition)
            if kept["skipped"] != nil { note("skipped in Redux DevTools", transition) }
        }
        if case .int(let index)? = lifted["currentStateIndex"], index != Int64(staged.count - 1), !own.isOwn,
            index >= 1, index <= transitions.count
        {
            note("current in Redux DevTools", transitions[Int(index) - 1])
        }
        keep(lifted, byID, staged, initial, firstState)
    }

    /// Keeps what the recording has no place for.
    private mutating func keep(
        _ lifted: Value.Object, _ byID: Value.Object, _ staged: [Value], _ initial: Value.Object,
        _ firstState: Value.Object
    ) {
        // An export of ours has nothing that a recording has no place for.
        guard !own.isOwn else { return }
        let stagedIDs = Set(staged.map(Self.key))
        var unstaged: Value.Object = [:]
        for (id, entry) in byID where !stagedIDs.contains(id) { unstaged[id] = entry }
        let taken = ["actionsById", "stagedActionIds", "computedStates", "strobe"]
        header.extra["devtools"] = [
            "shape": "lifted", "rest": Self.rest(lifted, without: taken), "initial": .object(initial),
            "initialID": staged[0], "initialComputed": Self.rest(firstState, without: ["state"]),
            "unstaged": .object(unstaged), "hasInitialState": .bool(firstState["state"] != nil),
        ]
        if let wrapper, case .object(var kept)? = header.extra["devtools"] {
            kept["wrapper"] = .object(wrapper)
            header.extra["devtools"] = .object(kept)
        }
    }

    private func transition(_ place: Int, _ entry: Value.Object) -> RecordedTransition {
        let members = OwnMembers.transition(entry["strobe"], store: store.id)
        let t = Self.micros(entry["timestamp"]).map { WireInteger.difference($0, header.startMicros) } ?? 0
        guard var transition = members, transition.seq > (transitions.last?.seq ?? store.seq) else {
            return plain(entry["action"], seq: (transitions.last?.seq ?? store.seq) + 1, t: t)
        }
        if !OwnMembers.isConverted(entry["strobe"]) { transition.action = entry["action"] }
        return transition
    }

    private mutating func note(_ text: String, _ transition: RecordedTransition) {
        notes.append(
            RecordedNote(
                t: transition.t, text: text, store: store.id, seq: transition.seq, extra: ["devtools": true]))
    }

    private mutating func add(_ transition: RecordedTransition) {
        transitions.append(transition)
    }

    private mutating func finish() {
        if shape == .actions {
            let state = store.state
            let kept = header.extra["devtools"]
            header = own.header ?? header
            store = own.store ?? store
            store.state = state
            header.extra["devtools"] = kept
        }
        header.part = 1
        for place in transitions.indices { transitions[place].store = store.id }
        header.stores = [store]
        lines = [.header(header)]
        var others = (own.lines + notes.map { .note($0) })[...]
        for transition in transitions {
            while let other = others.first, OwnMembers.seq(of: other) < transition.seq {
                lines.append(other)
                others.removeFirst()
            }
            lines.append(.transition(transition))
        }
        lines += others
        lines.append(.end(RecordedEnd(t: transitions.last?.t ?? 0, reason: "imported", transitions: transitions.count)))
    }

    // MARK: Members

    private static func unfitting(_ what: String) -> RecordingError {
        RecordingError(.notConvertible, "The export of Redux DevTools is inconsistent: \(what).")
    }

    /// The text by which an action is found: JavaScript has texts as keys only.
    static func key(_ id: Value) -> String {
        if case .string(let text) = id { return text }
        return JSON.text(id)
    }

    private static func action(_ id: Value, _ byID: Value.Object) throws(RecordingError) -> Value.Object {
        guard case .object(let entry)? = byID[key(id)] else { throw unfitting("there is no action \(key(id))") }
        return entry
    }

    private static func members(_ value: Value?) -> Value.Object {
        if case .object(let members)? = value { members } else { [:] }
    }

    private static func rest(_ object: Value.Object, without keys: [String]) -> Value {
        var rest: Value.Object = [:]
        for (key, value) in object where !keys.contains(key) { rest[key] = value }
        return .object(rest)
    }

    /// Milliseconds, with or without a fraction, as microseconds.
    private static func micros(_ value: Value?) -> Int64? {
        let micros: Int64? =
            switch value {
            case .int(let millis): millis.magnitude <= WireInteger.greatest / 1_000 ? millis * 1_000 : nil
            case .double(let millis): Int64(exactly: (millis * 1_000).rounded())
            default: nil
            }
        return micros.flatMap { $0.magnitude <= WireInteger.greatest ? $0 : nil }
    }
}
