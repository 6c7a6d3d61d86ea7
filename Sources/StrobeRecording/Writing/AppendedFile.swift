import StrobeSystem

/// A file to which whole lines are appended.
struct AppendedFile {
    private let path: String
    private let calls: FileCalls
    private let descriptor: Int32
    /// The length of all whole lines, in bytes.
    private(set) var length = 0
    /// Whether the file ends with part of a line that could neither be completed nor truncated.
    private var isTorn = false

    /// Creates the file.
    ///
    /// - Throws: `cannotWrite`.
    init(_ path: String, _ options: RecordingWriter.Options) throws(RecordingError) {
        self.path = path
        calls = options.calls
        var status = stat()
        if options.replacesFile, lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { calls.remove(path) }
        let opened = calls.open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, options.permissions)
        guard opened.descriptor >= 0 else { throw Self.error(opened.error, "cannot be created", path) }
        descriptor = opened.descriptor
        WritingLock.take(descriptor)
    }

    /// Appends all bytes or none.
    ///
    /// - Throws: `cannotWrite`; the file is then as before, except for part of a line if it cannot be truncated.
    mutating func append(_ bytes: [UInt8]) throws(RecordingError) {
        if isTorn {
            try append([UInt8(ascii: "\n")][...])
            isTorn = false
        }
        try append(bytes[...])
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) throws(RecordingError) {
        let (written, error) = bytes.withUnsafeBytes { calls.writeAll(descriptor, $0) }
        if let error {
            if written > 0, calls.truncate(descriptor, length) != 0 {
                isTorn = true
                length += written
            }
            throw Self.error(error, "cannot be written", path)
        }
        length += bytes.count
    }

    func close() {
        calls.close(descriptor)
    }

    private static func error(_ number: Int32, _ what: String, _ path: String) -> RecordingError {
        let reason = SystemError.text(number)
        let advice =
            switch number {
            case EEXIST: "it already exists. Choose another name, or allow replacing it"
            case ENOSPC, EDQUOT: "the disk is full. Free some space; recording then continues by itself"
            case EFBIG: "it has reached the maximum file size. Record to a new file, or raise `ulimit -f`"
            case ENOENT: "its directory does not exist. Create it first"
            case EACCES, EPERM, EROFS: "\(reason). Choose a directory that you may write to"
            default: reason
            }
        return RecordingError(.cannotWrite, "The file \(path) \(what): \(advice).", path: path)
    }
}
