/// A remark in a log; it is not a transition.
public struct NoteDescription: Codable, Sendable, Hashable {
    /// The seq of the transition after which it was made.
    public var afterSeq: Int
    /// When it was made, in microseconds since 1970.
    public var time: Int64
    /// Its text.
    public var text: String
    /// The seq of the transition whose effect dispatched the action that it is about, such as one dropped at the gate.
    public var cause: Int?

    /// Makes a description.
    public init(afterSeq: Int, time: Int64, text: String, cause: Int? = nil) {
        self.afterSeq = afterSeq
        self.time = time
        self.text = text
        self.cause = cause
    }
}
