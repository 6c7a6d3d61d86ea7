/// A note in a log; it is not a transition.
public struct NoteDescription: Codable, Sendable, Hashable, DescribedObject, MemberType {
    public static let summary = "A note in a log; it is not a transition."
    public static let members: Members = [
        .required(\.afterSeq, "afterSeq", "The seq of the transition after which it was made."),
        .required(\.time, "time", "When it was made, in microseconds since 1970-01-01T00:00:00Z."),
        .required(\.text, "text", "Its text."),
        .optional(
            \.cause, "cause", in: .from(1),
            "The seq of the transition whose effect dispatched the action that it is about; absent if there is none."),
    ]

    /// The seq of the transition after which it was made.
    public var afterSeq: Int
    /// When it was made, in microseconds since 1970-01-01T00:00:00Z.
    public var time: Int64
    /// Its text.
    public var text: String
    /// The seq of the transition whose effect dispatched the action that it is about; absent if there is none.
    public var cause: Int?

    /// Makes a description.
    public init(afterSeq: Int, time: Int64, text: String, cause: Int? = nil) {
        self.afterSeq = afterSeq
        self.time = time
        self.text = text
        self.cause = cause
    }
}
