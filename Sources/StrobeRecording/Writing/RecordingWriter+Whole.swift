public import StrobeTree

extension RecordingWriter {
    /// Writes a complete recording as one file that only its owner can read.
    ///
    /// - Parameters:
    ///   - lines: All lines, the header first.
    ///   - path: The file.
    ///   - replacesFile: Whether an existing file is replaced.
    /// - Throws: `cannotWrite`; `tooLarge` if a line is longer than readers accept. No file is left behind then.
    public static func write(
        _ lines: [RecordingLine], to path: String, replacesFile: Bool = false
    ) throws(RecordingError) {
        try whole(path, replacesFile) { file throws(RecordingError) in
            var encoder = JSONLine()
            for line in lines {
                encoder.cut(to: 0)
                line.write(to: &encoder)
                guard encoder.count <= RecordingLimits.default.lineBytes else {
                    throw RecordingError(
                        .tooLarge,
                        "A line of the recording would have \(encoder.count) bytes; at most "
                            + "\(RecordingLimits.default.lineBytes) are read.", path: path)
                }
                encoder.append(text: "\n")
                try file.append(encoder.bytes)
            }
        }
    }

    /// Writes a JSON value as a file that only its owner can read.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - path: The file.
    ///   - replacesFile: Whether an existing file is replaced.
    /// - Throws: `cannotWrite`. No file is left behind then.
    public static func write(
        _ value: Value, to path: String, replacesFile: Bool = false
    ) throws(RecordingError) {
        try whole(path, replacesFile) { file throws(RecordingError) in
            try JSON.write(value) { piece throws(RecordingError) in try file.append(Array(piece)) }
            try file.append([UInt8(ascii: "\n")])
        }
    }

    private static func whole(
        _ path: String, _ replacesFile: Bool, _ body: (inout AppendedFile) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        var file = try AppendedFile(path, Options(replacesFile: replacesFile))
        do {
            try body(&file)
            file.close()
        } catch {
            file.close()
            FileCalls.system.remove(path)
            throw error
        }
    }
}
