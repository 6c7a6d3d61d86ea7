public import StrobeTree

/// The whole state of a store at some number.
///
///     let keyframe = RecordedKeyframe(store: "cart", seq: 1, t: 1_500, state: ["total": 3])
public struct RecordedKeyframe: Sendable, Hashable {
    /// The id of the store.
    public var store: String
    /// The number of the transition after which the state is `state`.
    public var seq: Int
    /// When it was written, in microseconds since the recording's start.
    public var t: Int64
    /// The state.
    public var state: Value
    /// Members that are not described here, kept as they were.
    public var extra: Value.Object

    /// Makes a keyframe.
    public init(store: String, seq: Int, t: Int64, state: Value, extra: Value.Object = [:]) {
        self.store = store
        self.seq = seq
        self.t = t
        self.state = state
        self.extra = extra
    }
}

extension RecordedKeyframe {
    init(_ members: consuming MemberReader) throws(RecordingError) {
        store = try members.string("store")
        seq = try members.int("seq")
        t = try members.int64("t")
        guard let state = members.value("state") else { throw MemberReader.missing("state") }
        self.state = state
        extra = members.rest
    }

    func write(to line: inout JSONLine) {
        line.open()
        line.member("kind", "keyframe")
        line.member("store", store)
        line.member("seq", seq)
        line.member("t", t)
        line.member("state", state)
        line.members(extra)
        line.close()
    }
}
