/// A remark in a log that is no transition.
public struct NoteDescription: Codable, Sendable, Hashable {
    /// The seq of the transition that it was made after.
    public var afterSeq: Int
    /// When it was made, in microseconds since 1970.
    public var time: Int64
    /// What it says.
    public var text: String

    /// Makes a description.
    public init(afterSeq: Int, time: Int64, text: String) {
        self.afterSeq = afterSeq
        self.time = time
        self.text = text
    }
}
