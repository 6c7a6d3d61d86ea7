public import StrobeTree

/// One line of a recording.
///
///     let line = RecordingLine.note(note)
///     print(line.text)  // {"kind":"note","store":"cart",…
///     let same = try RecordingLine(parsing: line.text) == line
public enum RecordingLine: Sendable, Hashable {
    case header(RecordingHeader)
    case store(RecordedAddition)
    case transition(RecordedTransition)
    case keyframe(RecordedKeyframe)
    case note(RecordedNote)
    case gap(RecordedGap)
    case removed(RecordedRemoval)
    case end(RecordedEnd)
    /// A line of a kind that is not described here, whole.
    case unknown(Value.Object)
}

extension RecordingLine {
    /// Reads the text of a line.
    ///
    /// - Parameters:
    ///   - bytes: The text, without its line feed.
    ///   - limits: What is refused as too large.
    /// - Throws: `malformedLine`, `tooLarge`; for a header `notARecording` and `unsupportedVersion` too.
    public init(
        parsing bytes: UnsafeRawBufferPointer, limits: RecordingLimits = .default
    ) throws(RecordingError) {
        let value: Value
        do {
            value = try JSON.parse(bytes, limits: limits.json)
        } catch {
            throw RecordingError(error.code == .tooLarge ? .tooLarge : .malformedLine, error.message)
        }
        try self.init(value)
    }

    /// Reads the text of a line.
    ///
    /// - Parameters:
    ///   - text: The text, without its line feed.
    ///   - limits: What is refused as too large.
    /// - Throws: `malformedLine`, `tooLarge`; for a header `notARecording` and `unsupportedVersion` too.
    public init(parsing text: String, limits: RecordingLimits = .default) throws(RecordingError) {
        var text = text
        let result = text.withUTF8 { bytes in
            Result { () throws(RecordingError) in
                try RecordingLine(parsing: UnsafeRawBufferPointer(bytes), limits: limits)
            }
        }
        self = try result.get()
    }

    /// Makes a line of its JSON value.
    ///
    /// - Throws: `malformedLine`; for a header `notARecording` and `unsupportedVersion` too.
    public init(_ value: Value) throws(RecordingError) {
        guard case .object(let object) = value else {
            throw RecordingError(.malformedLine, "The line is not a JSON object.")
        }
        var members = MemberReader(object)
        switch try members.string("kind") {
        case "header": self = .header(try RecordingHeader(members))
        case "store": self = .store(try RecordedAddition(members))
        case "transition": self = .transition(try RecordedTransition(members))
        case "keyframe": self = .keyframe(try RecordedKeyframe(members))
        case "note": self = .note(try RecordedNote(members))
        case "gap": self = .gap(try RecordedGap(members))
        case "removed": self = .removed(try RecordedRemoval(members))
        case "end": self = .end(try RecordedEnd(members))
        default: self = .unknown(object)
        }
    }

    /// The text of the line, without a line feed.
    public var text: String {
        var line = JSONLine()
        write(to: &line)
        return String(decoding: line.bytes, as: UTF8.self)
    }

    func write(to line: inout JSONLine) {
        switch self {
        case .header(let header): header.write(to: &line)
        case .store(let addition): addition.write(to: &line)
        case .transition(let transition): transition.write(to: &line)
        case .keyframe(let keyframe): keyframe.write(to: &line)
        case .note(let note): note.write(to: &line)
        case .gap(let gap): gap.write(to: &line)
        case .removed(let removal): removal.write(to: &line)
        case .end(let end): end.write(to: &line)
        case .unknown(let members): line.value(.object(members))
        }
    }
}
