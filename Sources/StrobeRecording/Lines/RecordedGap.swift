public import StrobeTree

/// Transitions that happened and are not in the recording.
///
///     let gap = RecordedGap(store: "cart", t: 2_500, fromSeq: 2, toSeq: 9, reason: "overload")
public struct RecordedGap: Sendable, Hashable {
    /// The id of the store.
    public var store: String
    /// When the gap was noticed, in microseconds since the recording's start.
    public var t: Int64
    /// The first transition that is missing.
    public var fromSeq: Int
    /// The last transition that is missing.
    public var toSeq: Int
    /// Why, in a few words for people: `disk full`, `evicted`, `connection lost`...
    public var reason: String
    /// Members that are not described here, kept as they were.
    public var extra: Value.Object

    /// Makes a gap.
    ///
    /// - Parameters:
    ///   - fromSeq: The first transition that is missing, from 1.
    ///   - toSeq: The last one, not below `fromSeq`.
    public init(store: String, t: Int64, fromSeq: Int, toSeq: Int, reason: String, extra: Value.Object = [:]) {
        self.store = store
        self.t = t
        self.fromSeq = fromSeq
        self.toSeq = toSeq
        self.reason = reason
        self.extra = extra
    }
}

extension RecordedGap {
    init(_ members: consuming MemberReader) throws(RecordingError) {
        store = try members.string("store")
        t = try members.int64("t")
        fromSeq = try members.int("fromSeq")
        toSeq = try members.int("toSeq")
        reason = try members.optionalString("reason") ?? ""
        extra = members.rest
        guard toSeq >= fromSeq else {
            throw RecordingError(.malformedLine, "The gap ends at \(toSeq), before it begins at \(fromSeq).")
        }
    }

    func write(to line: inout JSONLine) {
        line.open()
        line.member("kind", "gap")
        line.member("store", store)
        line.member("t", t)
        line.member("fromSeq", fromSeq)
        line.member("toSeq", toSeq)
        line.member("reason", reason)
        line.members(extra)
        line.close()
    }
}
