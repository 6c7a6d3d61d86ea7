/// An error of a recording.
///
///     do {
///         _ = try reader.state(at: 10, of: "cart")
///     } catch {
///         print(error.code, error.message, error.nearestBefore ?? 0)
///     }
public struct RecordingError: Error, Sendable, Hashable {
    /// The kinds of failure, for callers to distinguish.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The file is not there, may not be read, or is no regular file.
        case cannotOpen
        /// The file was opened, and reading it failed.
        case cannotRead
        /// The file is no recording: it is empty, or its first whole line is no header.
        case notARecording
        /// The recording is of a version that this program does not read.
        case unsupportedVersion
        /// A line is no JSON object, or lacks what its kind needs.
        case malformedLine
        /// A line, a number of lines or a state is larger than the limits.
        case tooLarge
        /// No store has that id.
        case unknownStore
        /// The store has no transition with that number, or it was not recorded.
        case unknownSeq
        /// The state at that number does not follow from what was recorded.
        case stateNotKnown
        /// The file cannot be written: disk full, directory gone, no permission.
        case cannotWrite
        /// A file to be imported or exported does not fit the other format.
        case notConvertible
    }

    /// The kind of failure.
    public var code: Code
    /// What happened and what to do, for people.
    public var message: String
    /// The file that it is about, if any.
    public var path: String?
    /// The number of the line in its file, from 1, if known.
    public var line: Int?
    /// The offset of a byte in its file, from 0, if known.
    public var offset: Int?
    /// The nearest number before whose state is known; only with `stateNotKnown` and `unknownSeq`.
    public var nearestBefore: Int?
    /// The nearest number after whose state is known; only with `stateNotKnown` and `unknownSeq`.
    public var nearestAfter: Int?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: What happened and what to do.
    ///   - path: The file.
    ///   - line: The line, from 1.
    ///   - offset: The byte, from 0.
    public init(_ code: Code, _ message: String, path: String? = nil, line: Int? = nil, offset: Int? = nil) {
        self.code = code
        self.message = message
        self.path = path
        self.line = line
        self.offset = offset
    }
}

extension RecordingError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
