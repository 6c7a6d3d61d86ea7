internal import StrobeProtocol
internal import StrobeTree

/// A file with its header.
struct OpenedFile {
    let file: SourceFile
    let header: RecordingHeader
    /// Why the header is not the one that was written; `nil` if it is.
    let headerFault: String?
    /// The length of the header's line.
    let headerBytes: Int

    /// Checks whether a file holds nothing but the beginning of its first line, or not even that.
    ///
    /// - Returns: What is lost with it; `nil` if the file holds more, or something else.
    static func onlyBegun(_ path: String, limits: RecordingLimits) -> RecordingDamage? {
        guard let file = try? SourceFile(path, limits: limits) else { return nil }
        var lines = LineSplitter()
        var length = 0
        var isObject = true
        try? lines.forEachLine(of: file, maxBytes: limits.lineBytes) { line throws(RecordingError) in
            length = line.length
            isObject = trimmed(line).first == UInt8(ascii: "{")
            return false
        }
        guard length == file.length, isObject else { return nil }
        let message = "Only the beginning of the header was written. The contents of the file are lost."
        return RecordingDamage(path: path, line: 1, offset: 0, message: message, lostBytes: length)
    }

    /// Opens a file and reads its header.
    ///
    /// A header that is damaged is made up, if what follows is a recording.
    ///
    /// - Throws: `cannotOpen`, `cannotRead`, `notARecording`, `unsupportedVersion`, `tooLarge`.
    init(_ path: String, limits: RecordingLimits) throws(RecordingError) {
        let file = try SourceFile(path, limits: limits)
        var firstLines: [(result: Result<RecordingLine, RecordingError>, bytes: Int, start: Int64?)] = []
        var lines = LineSplitter()
        try lines.forEachLine(of: file, maxBytes: limits.lineBytes) { line throws(RecordingError) in
            let bytes = Self.trimmed(line)
            if bytes.isEmpty { return true }
            let result: Result<RecordingLine, RecordingError>
            if line.length > limits.lineBytes {
                let message = "The line has \(line.length) bytes; at most \(limits.lineBytes) are read."
                result = .failure(RecordingError(.tooLarge, message))
            } else {
                result = Result { () throws(RecordingError) in
                    try RecordingLine(parsing: UnsafeRawBufferPointer(bytes), limits: limits)
                }
            }
            guard case .success(.header) = result else {
                firstLines.append((result, line.length, Self.startMicros(in: bytes)))
                return firstLines.count < 2
            }
            firstLines.append((result, line.length, nil))
            return false
        }
        self.file = file
        guard let first = firstLines.first else {
            throw RecordingError(
                .notARecording, "\(path) is empty: nothing was recorded, or it was not written yet.", path: path,
                line: 1)
        }
        headerBytes = first.bytes
        do {
            if case .header(var header) = try first.result.get() {
                // The states are read again from the file when they are asked for.
                for place in header.stores.indices { header.stores[place].state = nil }
                self.header = header
                headerFault = nil
                return
            }
            headerFault = "the first line is not a header."
        } catch {
            if error.code == .unsupportedVersion || error.code == .notARecording {
                throw RecordingError(error.code, "\(path): \(error.message)", path: path, line: 1)
            }
            headerFault = error.message
        }
        guard firstLines.contains(where: { Self.isOfRecording($0.result) }) else {
            throw RecordingError(
                .notARecording, "\(path) is not a recording: \(headerFault ?? "")", path: path, line: 1, offset: 0)
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        header = RecordingHeader(
            id: "damaged:\(path)", startMicros: first.start ?? 0, process: .init(pid: nil, name: name), platform: nil,
            recorder: .init(name: "unknown", version: "", place: "unknown"))
    }

    private static func isOfRecording(_ line: Result<RecordingLine, RecordingError>) -> Bool {
        switch line {
        case .success(.unknown), .success(.end), .failure: false
        case .success: true
        }
    }

    /// The line without a byte order mark at the beginning of the file, and without the NULs that a crash of the
    /// machine may leave.
    static func trimmed(_ line: LineSplitter.Line) -> UnsafeBufferPointer<UInt8> {
        var bytes = line.bytes[...]
        if line.offset == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        bytes = bytes.drop { $0 == 0 || $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        return UnsafeBufferPointer(rebasing: bytes)
    }

    /// The start of the recording, looked for in a header that is damaged elsewhere.
    private static func startMicros(in line: UnsafeBufferPointer<UInt8>) -> Int64? {
        let text = String(decoding: line.prefix(1 << 16), as: UTF8.self)
        guard let name = text.firstRange(of: "\"startMicros\":") else { return nil }
        let digits = text[name.upperBound...].prefix { $0.isASCII && $0.isNumber }
        return Int64(digits).flatMap { $0 <= WireInteger.greatest ? $0 : nil }
    }

    func isSame(as other: OpenedFile) -> Bool {
        file.identity == other.file.identity && !file.wasCompressed && !other.file.wasCompressed
            || header.id == other.header.id && header.part == other.header.part
    }

    // MARK: Other files of the recording

    /// Whether a name that a file brought leads to a file beside it, and nowhere else.
    static func isPlainName(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }

    static func sibling(_ name: String, of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return name }
        return path[...slash] + name
    }

    /// A file by its path or, if it was compressed by now, with `.gz` behind it, in a table also that of another day;
    /// `nil` if none of these can be read.
    static func existing(_ path: String, limits: RecordingLimits) -> OpenedFile? {
        for path in [path] + RecordingTable.otherDays(of: path) {
            if let file = try? OpenedFile(path, limits: limits) { return file }
            if let file = try? OpenedFile(path + ".gz", limits: limits) { return file }
        }
        return nil
    }

    /// The files of the recording before this one, as far as they are there, by their names.
    func earlierParts(limits: RecordingLimits) -> [OpenedFile] {
        var path = file.path
        if path.hasSuffix(".gz") { path.removeLast(3) }
        guard let first = PartNames.first(of: path, part: header.part) else { return [] }
        let names = PartNames(first: first)
        var found: [OpenedFile] = []
        var part = header.part - 1
        while part >= 1, let earlier = Self.existing(names.path(part: part), limits: limits),
            earlier.header.id == header.id, earlier.header.part == part
        {
            found.append(earlier)
            part -= 1
        }
        return found
    }
}
