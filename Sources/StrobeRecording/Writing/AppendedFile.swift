#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that whole lines are appended to.
struct AppendedFile {
    private let path: String
    private let calls: FileCalls
    private let descriptor: Int32
    /// The length in whole lines.
    private(set) var length = 0
    /// Whether part of a line stands at the end, since it could neither be written whole nor cut off.
    private var isTorn = false

    /// Makes the file.
    ///
    /// - Throws: `cannotWrite`.
    init(_ path: String, _ options: RecordingWriter.Options) throws(RecordingError) {
        self.path = path
        calls = options.calls
        var status = stat()
        if options.replacesFile, lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { calls.remove(path) }
        let opened = calls.open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, options.permissions)
        guard opened.descriptor >= 0 else { throw Self.error(opened.error, "cannot be made", path) }
        descriptor = opened.descriptor
    }

    /// Appends bytes, all of them or none.
    ///
    /// - Throws: `cannotWrite`; the file ends where it ended before then, but for part of a line where it cannot be cut off.
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
        let reason = String(cString: strerror(number))
        let advice =
            switch number {
            case EEXIST: "it is there already. Choose another name, or say that it is to be replaced"
            case ENOSPC, EDQUOT: "the disk is full. Make room; recording goes on by itself then"
            case EFBIG: "it is as large as the system lets a file become. Record into a new one, or raise `ulimit -f`"
            case ENOENT: "its directory is not there. Make it first"
            case EACCES, EPERM, EROFS: "\(reason). Choose a directory that you may write to"
            default: reason
            }
        return RecordingError(.cannotWrite, "The file \(path) \(what): \(advice).", path: path)
    }
}
