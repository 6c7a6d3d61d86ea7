/// A remark in the log that is not a transition.
public struct LogNote: Sendable, Hashable {
    /// The number of the transition that it was made after.
    public let afterSeq: Int
    /// When it was added, in microseconds since 1970.
    public let time: Int64
    /// What it says.
    public let text: String
    /// The transition whose effect dispatched what the remark is about, if any.
    public let cause: Int?

    /// Creates a note of a recorded log.
    public init(afterSeq: Int, time: Int64, text: String, cause: Int? = nil) {
        self.afterSeq = afterSeq
        self.time = time
        self.text = text
        self.cause = cause
    }
}
