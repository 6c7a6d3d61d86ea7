public import StrobeProtocol
public import StrobeTree

/// One transition as a recording has it.
///
///     let transition = RecordedTransition(
///         store: "cart", seq: 1, t: 1_500, action: "add", label: ".add", origin: "app",
///         changes: [Change(.replace, Path(["total"]), value: 3)])
public struct RecordedTransition: Sendable, Hashable {
    /// The id of the store.
    public var store: String
    /// The number of the transition, from 1.
    public var seq: Int
    /// When, in microseconds since the recording's start.
    public var t: Int64
    /// The action; absent for a restore or an edit, and where it cannot be expressed.
    public var action: Value?
    /// The action as it would be typed, shortened if long.
    public var label: String
    /// The origin: `app`, `effect`, `inspector`, `script`, `restore`, `edit`.
    public var origin: String
    /// The seq of the transition whose effect asked.
    public var cause: Int?
    /// The effects that the reducer returned, in order.
    public var effects: [EffectDescription]
    /// How long the reducer took, in nanoseconds; only if measured.
    public var durationNanos: UInt64?
    /// Where it was dispatched, as `file:line`; debug builds only.
    public var source: String?
    /// Why the store rejected the action and left its state unchanged.
    public var error: String?
    /// The label of the dispatched action, if a client replaced it at the gate.
    public var editedFrom: String?
    /// The changes from the state at `seq - 1`, or at `fromSeq` if present, to the state at `seq`; empty if nothing
    /// changed, absent if unknown for this entry alone.
    public var changes: [Change]?
    /// The seq of the state that `changes` begin with, if those of several entries were merged.
    public var fromSeq: Int?
    /// Members that are not described here, kept as they were.
    public var extra: Value.Object

    /// Whether there is no action to show: a state replaced the one before, by a restore, by an edit, or because the
    /// program changed it.
    public var isPlacement: Bool { entry(startMicros: 0).isPlacement }

    /// Makes a transition.
    ///
    /// - Parameters:
    ///   - store: The id of the store.
    ///   - seq: The number, from 1.
    ///   - t: When, in microseconds since the recording's start.
    public init(
        store: String, seq: Int, t: Int64, action: Value?, label: String, origin: String, cause: Int? = nil,
        effects: [EffectDescription] = [], durationNanos: UInt64? = nil, source: String? = nil, error: String? = nil,
        editedFrom: String? = nil, changes: [Change]? = nil, fromSeq: Int? = nil, extra: Value.Object = [:]
    ) {
        self.store = store
        self.seq = seq
        self.t = t
        self.action = action
        self.label = label
        self.origin = origin
        self.cause = cause
        self.effects = effects
        self.durationNanos = durationNanos
        self.source = source
        self.error = error
        self.editedFrom = editedFrom
        self.changes = changes
        self.fromSeq = fromSeq
        self.extra = extra
    }

    /// Makes a transition of an entry of the log.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - store: The id of the store.
    ///   - startMicros: When the recording began, in microseconds since 1970.
    ///   - changes: What it changed, where that is known.
    ///   - fromSeq: The number whose state `changes` begin with, where they are those of several entries.
    public init(
        _ entry: LogEntry, store: String, startMicros: Int64, changes: [Change]? = nil, fromSeq: Int? = nil
    ) {
        self.init(
            store: store, seq: entry.seq, t: WireInteger.difference(entry.time, startMicros),
            action: entry.action, label: entry.label, origin: entry.origin, cause: entry.cause, effects: entry.effects,
            durationNanos: entry.durationNanos, source: entry.source, error: entry.error,
            editedFrom: entry.editedFrom, changes: changes, fromSeq: fromSeq)
    }

    /// The transition as an entry of a log; its `changed` is absent where the changes are not known for it alone, or
    /// cannot be compared.
    ///
    /// - Parameter startMicros: When the recording began, in microseconds since 1970.
    public func entry(startMicros: Int64) -> LogEntry {
        let isChanged = changes?.contains { !$0.isIncomparable } ?? false
        return LogEntry(
            seq: seq, time: WireInteger.sum(startMicros, t), action: action, label: label,
            origin: origin, cause: cause,
            changed: isMerged || isIncomparable && !isChanged ? nil : isChanged,
            incomplete: isMerged ? .unknown : isIncomparable && !isChanged ? .incomparable : nil,
            effects: effects, durationNanos: durationNanos, source: source, error: error, editedFrom: editedFrom)
    }
}

extension RecordedTransition {
    init(_ members: consuming MemberReader) throws(RecordingError) {
        store = try members.string("store")
        seq = try members.int("seq")
        t = try members.int64("t")
        action = members.value("action")
        label = try members.optionalString("label") ?? ""
        origin = try members.optionalString("origin") ?? "app"
        cause = try members.optionalInt("cause")
        effects = []
        for var effect in try members.objects("effects") {
            effects.append(
                EffectDescription(label: try effect.optionalString("label") ?? "", value: effect.value("value")))
        }
        durationNanos = try members.optionalUInt64("durationNanos")
        source = try members.optionalString("source")
        error = try members.optionalString("error")
        editedFrom = try members.optionalString("editedFrom")
        changes = try members.changes("changes")
        fromSeq = try members.optionalInt("fromSeq")
        extra = members.rest
        guard seq >= 1 else {
            throw RecordingError(.malformedLine, "The seq is \(seq); transitions are counted from 1.")
        }
        if let fromSeq, fromSeq < 0 || fromSeq >= seq {
            throw RecordingError(.malformedLine, "The fromSeq \(fromSeq) is not below the seq \(seq).")
        }
    }

    /// What the index needs comes first, so that it need not look at the rest.
    func write(to line: inout JSONLine) {
        line.open()
        line.member("kind", "transition")
        line.member("store", store)
        line.member("seq", seq)
        line.member("t", t)
        line.member("fromSeq", fromSeq)
        line.member("label", label)
        line.member("action", action)
        line.member("origin", origin)
        line.member("cause", cause)
        if !effects.isEmpty { line.list("effects", effects) }
        line.member("durationNanos", durationNanos)
        line.member("source", source)
        line.member("error", error)
        line.member("editedFrom", editedFrom)
        if let changes { line.list("changes", changes) }
        line.members(extra)
        line.close()
    }
}

extension RecordedTransition {
    /// Whether there was an action that is not in the recording: it has no JSON form, or was too large.
    public var lacksAction: Bool { action == nil && origin != "restore" && origin != "edit" }

    /// Whether what it changed is not known for it alone.
    public var isMerged: Bool { changes == nil ? error == nil : fromSeq ?? seq - 1 != seq - 1 }

    /// Whether it may have changed something that cannot be compared.
    public var isIncomparable: Bool { changes?.contains(where: \.isIncomparable) ?? false }
}
