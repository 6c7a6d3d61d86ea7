/// A remark in the log that is no transition.
public struct LogNote: Sendable, Hashable {
    /// The number of the transition that it was made after.
    public let afterSeq: Int
    /// When it was made, in microseconds since 1970.
    public let time: Int64
    /// What it says.
    public let text: String
    /// The transition whose effect asked for what it speaks of; `nil` where it speaks of no such thing.
    public let cause: Int?

    /// Makes a note of a log that was written down.
    public init(afterSeq: Int, time: Int64, text: String, cause: Int? = nil) {
        self.afterSeq = afterSeq
        self.time = time
        self.text = text
        self.cause = cause
    }
}
