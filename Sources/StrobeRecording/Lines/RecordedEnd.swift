public import StrobeTree

/// The last line of a file that was ended well.
///
///     let end = RecordedEnd(t: 4_000, reason: "stopped", transitions: 1)
public struct RecordedEnd: Sendable, Hashable {
    /// When, in microseconds since the recording's start.
    public var t: Int64
    /// Why: `stopped`, `duration`, `closed`, or `rotated` if the recording continues in the file `next`.
    public var reason: String
    /// The number of transitions in this file.
    public var transitions: Int
    /// The name of the next file, in the same directory.
    public var next: String?
    /// Members that are not described here, kept as they were.
    public var extra: Value.Object

    /// Makes an end.
    public init(t: Int64, reason: String, transitions: Int, next: String? = nil, extra: Value.Object = [:]) {
        self.t = t
        self.reason = reason
        self.transitions = transitions
        self.next = next
        self.extra = extra
    }
}

extension RecordedEnd {
    init(_ members: consuming MemberReader) throws(RecordingError) {
        t = try members.int64("t")
        reason = try members.optionalString("reason") ?? ""
        transitions = try members.optionalInt("transitions") ?? 0
        next = try members.optionalString("next")
        extra = members.rest
    }

    func write(to line: inout JSONLine) {
        line.open()
        line.member("kind", "end")
        line.member("t", t)
        line.member("reason", reason)
        line.member("transitions", transitions)
        line.member("next", next)
        line.members(extra)
        line.close()
    }
}
