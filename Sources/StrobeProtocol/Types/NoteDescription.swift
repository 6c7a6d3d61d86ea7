/// A remark in a log that is no transition.
public struct NoteDescription: Codable, Sendable, Hashable {
    /// The seq of the transition that it was made after.
    public var afterSeq: Int
    /// When it was made, in microseconds since 1970.
    public var time: Int64
    /// What it says.
    public var text: String
    /// The seq of the transition whose effect asked for what it speaks of, such as an action that was dropped at the gate.
    public var cause: Int?

    /// Makes a description.
    public init(afterSeq: Int, time: Int64, text: String, cause: Int? = nil) {
        self.afterSeq = afterSeq
        self.time = time
        self.text = text
        self.cause = cause
    }
}
