public import StrobeTree

/// A remark of a person or of a recorder.
///
///     let note = RecordedNote(t: 2_000, text: "the total is wrong here", store: "cart", seq: 1)
public struct RecordedNote: Sendable, Hashable {
    /// When, in microseconds since the recording's start.
    public var t: Int64
    /// What it says.
    public var text: String
    /// The id of the store that it is about; absent where it is about all.
    public var store: String?
    /// The number of the transition after which it was made.
    public var seq: Int?
    /// The number of the transition whose effect asked for what it speaks of.
    public var cause: Int?
    /// Members that are not described here, kept as they were.
    public var extra: Value.Object

    /// Makes a note.
    public init(
        t: Int64, text: String, store: String? = nil, seq: Int? = nil, cause: Int? = nil, extra: Value.Object = [:]
    ) {
        self.t = t
        self.text = text
        self.store = store
        self.seq = seq
        self.cause = cause
        self.extra = extra
    }
}

extension RecordedNote {
    init(_ members: consuming MemberReader) throws(RecordingError) {
        t = try members.int64("t")
        text = try members.string("text")
        store = try members.optionalString("store")
        seq = try members.optionalInt("seq")
        cause = try members.optionalInt("cause")
        extra = members.rest
    }

    func write(to line: inout JSONLine) {
        line.open()
        line.member("kind", "note")
        line.member("store", store)
        line.member("seq", seq)
        line.member("t", t)
        line.member("text", text)
        line.member("cause", cause)
        line.members(extra)
        line.close()
    }
}
