import StrobeSystem

/// A file that is read by `pread`; a compressed one is expanded first, into a temporary file without a name.
final class SourceFile: Sendable {
    let path: String
    /// Whether it was compressed, and so is not written any more.
    let wasCompressed: Bool
    /// Which file it is, whatever its path.
    let identity: Identity
    /// Why the compressed file could only be expanded in part.
    let fault: String?
    private let descriptor: Int32

    struct Identity: Hashable {
        var device: UInt64
        var number: UInt64
    }

    /// Opens a file.
    ///
    /// - Throws: `cannotOpen`; `cannotRead` where a compressed file cannot be expanded.
    init(_ path: String, limits: RecordingLimits) throws(RecordingError) {
        self.path = path
        // Opening a pipe without a writer would wait for ever.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        #if canImport(Glibc)
            let descriptor = Glibc.open(path, flags)
        #elseif canImport(Darwin)
            let descriptor = Darwin.open(path, flags)
        #endif
        guard descriptor >= 0 else {
            let reason = SystemError.text()
            throw RecordingError(.cannotOpen, "The file \(path) cannot be opened: \(reason).", path: path)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            Self.close(descriptor)
            let isDirectory = status.st_mode & S_IFMT == S_IFDIR
            let advice =
                isDirectory ? "is a directory. Name the files in it" : "is not a regular file. Copy its contents to one"
            throw RecordingError(.cannotOpen, "\(path) \(advice).", path: path)
        }
        identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
        guard Self.isCompressed(descriptor) else {
            self.descriptor = descriptor
            wasCompressed = false
            fault = nil
            return
        }
        let (expanded, fault) = try Self.expand(descriptor, path, limits)
        self.descriptor = expanded
        self.fault = fault
        wasCompressed = true
    }

    deinit {
        Self.close(descriptor)
    }

    /// The current length.
    var length: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Reads bytes into memory.
    ///
    /// - Returns: How many were read; fewer than asked for at the end of the file only.
    /// - Throws: `cannotRead`.
    func read(at offset: Int, into target: UnsafeMutableRawBufferPointer) throws(RecordingError) -> Int {
        var done = 0
        while done < target.count {
            let count = pread(
                descriptor, target.baseAddress.map { $0 + done }, target.count - done, off_t(offset + done))
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                let reason = SystemError.text()
                throw RecordingError(
                    .cannotRead, "The file \(path) cannot be read: \(reason).", path: path, offset: offset)
            }
            done += count
        }
        return done
    }

    private static func isCompressed(_ descriptor: Int32) -> Bool {
        var magic: (UInt8, UInt8) = (0, 0)
        return pread(descriptor, &magic, 2, 0) == 2 && magic == (0x1F, 0x8B)
    }

    /// Expands a file, which is closed; what can be read of a damaged one is kept.
    private static func expand(
        _ descriptor: Int32, _ path: String, _ limits: RecordingLimits
    ) throws(RecordingError) -> (descriptor: Int32, fault: String?) {
        guard let zlib = Zlib.shared else {
            close(descriptor)
            throw RecordingError(
                .cannotRead, "The file \(path) is compressed, and there is no zlib here. Expand it with gunzip first.",
                path: path)
        }
        guard let temporary = makeTemporary() else {
            close(descriptor)
            throw RecordingError(
                .cannotRead,
                "The file \(path) is compressed, and no temporary file can be created to expand it. "
                    + "Expand it with gunzip first, or set TMPDIR to a directory with room.", path: path)
        }
        var expanded = 0
        var fault: String?
        let isWhole = zlib.expand(descriptor) { block in
            guard expanded + block.count <= limits.expandedBytes else {
                fault = "it expands to more than \(limits.expandedBytes) bytes"
                return false
            }
            guard FileCalls.system.writeAll(temporary, block).error == nil else {
                fault = "the disk has no space for its contents"
                return false
            }
            expanded += block.count
            return true
        }
        if !isWhole, fault == nil { fault = "its compressed data is damaged or incomplete" }
        return (temporary, fault)
    }

    private static func makeTemporary() -> Int32? {
        let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(directory)/strobe-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return nil }
        _ = unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    private static func close(_ descriptor: Int32) {
        FileCalls.system.close(descriptor)
    }
}
