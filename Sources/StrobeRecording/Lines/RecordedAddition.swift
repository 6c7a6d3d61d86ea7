public import StrobeTree

/// A store that was added during the recording.
///
///     let addition = RecordedAddition(t: 3_000, store: session)
public struct RecordedAddition: Sendable, Hashable {
    /// When, in microseconds since the recording's start.
    public var t: Int64
    /// The store, with its state.
    public var store: RecordedStore
    /// Members that are not described here, kept as they were.
    public var extra: Value.Object

    /// Makes an addition.
    public init(t: Int64, store: RecordedStore, extra: Value.Object = [:]) {
        self.t = t
        self.store = store
        self.extra = extra
    }
}

extension RecordedAddition {
    init(_ members: consuming MemberReader) throws(RecordingError) {
        t = try members.int64("t")
        members.drop("store")
        store = try RecordedStore(members.object("description"))
        extra = members.rest
    }

    /// The id is outside as well, where all lines have it.
    func write(to line: inout JSONLine) {
        line.open()
        line.member("kind", "store")
        line.member("store", store.id)
        line.member("t", t)
        line.key("description")
        store.write(to: &line)
        line.members(extra)
        line.close()
    }
}
