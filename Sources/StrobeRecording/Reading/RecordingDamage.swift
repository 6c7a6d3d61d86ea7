/// Part of a file that could not be read and was skipped.
///
///     for damage in reader.damage { print("\(damage.path):\(damage.line): \(damage.message)") }
public struct RecordingDamage: Sendable, Hashable {
    /// The file.
    public var path: String
    /// The number of the line, from 1.
    public var line: Int
    /// The offset of its first byte, from 0.
    public var offset: Int
    /// What is wrong with it.
    public var message: String
    /// How many bytes were skipped.
    public var lostBytes: Int

    /// Makes a damage.
    public init(path: String, line: Int, offset: Int, message: String, lostBytes: Int) {
        self.path = path
        self.line = line
        self.offset = offset
        self.message = message
        self.lostBytes = lostBytes
    }
}
