import StrobeSystem

/// The calls of the operating system that a writer makes, so that tests can let them fail.
///
/// Each returns what the C function does, with the error in the second place.
struct FileCalls: Sendable {
    var open: @Sendable (_ path: String, _ flags: Int32, _ mode: UInt16) -> (descriptor: Int32, error: Int32)
    var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> (count: Int, error: Int32)
    /// Cuts a file to a length; returns the error.
    var truncate: @Sendable (_ descriptor: Int32, _ length: Int) -> Int32
    var close: @Sendable (_ descriptor: Int32) -> Void
    var remove: @Sendable (_ path: String) -> Void

    /// Writes bytes, all of them unless there is an error.
    ///
    /// - Returns: How many were written, and why not more.
    func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> (written: Int, error: Int32?) {
        var written = 0
        while written < bytes.count {
            let (count, error) = write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[written...]))
            if count > 0 {
                written += count
            } else if count == 0 || error != EINTR {
                return (written, count == 0 ? ENOSPC : error)
            }
        }
        return (written, nil)
    }

    static let system = FileCalls(
        open: { path, flags, mode in
            #if canImport(Glibc)
                let descriptor = Glibc.open(path, flags, mode_t(mode))
            #elseif canImport(Darwin)
                let descriptor = Darwin.open(path, flags, mode_t(mode))
            #endif
            return (descriptor, descriptor < 0 ? errno : 0)
        },
        write: { descriptor, bytes in
            let count = systemWrite(descriptor, bytes.baseAddress, bytes.count)
            return (count, count < 0 ? errno : 0)
        },
        truncate: { descriptor, length in ftruncate(descriptor, off_t(length)) == 0 ? 0 : errno },
        close: { descriptor in _ = systemClose(descriptor) },
        remove: { path in _ = unlink(path) })
}
