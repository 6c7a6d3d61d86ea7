public import StrobeTree

/// A store that was removed during the recording.
///
///     let removal = RecordedRemoval(store: "session", t: 3_500)
public struct RecordedRemoval: Sendable, Hashable {
    /// The id of the store.
    public var store: String
    /// When, in microseconds since the recording's start.
    public var t: Int64
    /// Members that are not described here, kept as they were.
    public var extra: Value.Object

    /// Makes a removal.
    public init(store: String, t: Int64, extra: Value.Object = [:]) {
        self.store = store
        self.t = t
        self.extra = extra
    }
}

extension RecordedRemoval {
    init(_ members: consuming MemberReader) throws(RecordingError) {
        store = try members.string("store")
        t = try members.int64("t")
        extra = members.rest
    }

    func write(to line: inout JSONLine) {
        line.open()
        line.member("kind", "removed")
        line.member("store", store)
        line.member("t", t)
        line.members(extra)
        line.close()
    }
}
