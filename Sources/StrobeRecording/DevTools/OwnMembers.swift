internal import StrobeTree

/// What exports of ours have beside what Redux DevTools know: in a member `strobe`, which they pass over.
struct OwnMembers {
    /// The header, without stores.
    private(set) var header: RecordingHeader?
    /// The store, without its state.
    private(set) var store: RecordedStore?
    /// Notes and gaps, in the order of the recording.
    private(set) var lines: [RecordingLine] = []
    /// The known facts of transitions if the export has the actions alone.
    private var transitions: [Value] = []
    /// Whether there is anything of ours.
    let isOwn: Bool

    init(_ value: Value?) {
        guard case .object(let members)? = value else {
            isOwn = false
            return
        }
        isOwn = true
        if let value = members["header"], case .header(let header)? = try? RecordingLine(value) {
            self.header = header
            store = header.stores.first
        }
        if case .array(let lines)? = members["lines"] {
            self.lines = lines.compactMap { value in
                guard let line = try? RecordingLine(value) else { return nil }
                switch line {
                case .note, .gap: return line
                default: return nil
                }
            }
        }
        if case .array(let transitions)? = members["transitions"] { self.transitions = transitions }
    }

    func transition(_ place: Int) -> RecordedTransition? {
        guard transitions.indices.contains(place), let store else { return nil }
        return Self.transition(transitions[place], store: store.id)
    }

    func isConverted(_ place: Int) -> Bool {
        transitions.indices.contains(place) && Self.isConverted(transitions[place])
    }

    /// The number of the transition that a line comes after.
    static func seq(of line: RecordingLine) -> Int {
        switch line {
        case .note(let note): note.seq ?? 0
        case .gap(let gap): gap.fromSeq - 1
        default: 0
        }
    }

    // MARK: One transition

    /// What recordings have of a transition and Redux DevTools do not.
    static func members(of transition: RecordedTransition, isConverted: Bool) -> Value {
        var bare = transition
        bare.changes = nil
        bare.fromSeq = nil
        bare.extra["devtools"] = nil
        if !isConverted { bare.action = nil }
        guard let line = try? JSON.parse(RecordingLine.transition(bare).text), case .object(var members) = line else {
            return .object([:])
        }
        members["kind"] = nil
        members["store"] = nil
        if isConverted { members["converted"] = true }
        return .object(members)
    }

    static func transition(_ value: Value?, store: String) -> RecordedTransition? {
        guard case .object(var members)? = value else { return nil }
        members["converted"] = nil
        members["kind"] = "transition"
        members["store"] = .string(store)
        guard case .transition(let transition)? = try? RecordingLine(.object(members)) else { return nil }
        return transition
    }

    /// Whether the action was converted, and is here in its original form.
    static func isConverted(_ value: Value?) -> Bool {
        if case .object(let members)? = value, case .bool(true)? = members["converted"] { true } else { false }
    }
}
