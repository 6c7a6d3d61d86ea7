internal import StrobeSystem

/// File descriptors that no child process inherits.
enum Descriptor {
    static func socket(_ family: CInt) throws(TransportError) -> CInt {
        #if canImport(Glibc)
            let descriptor = Glibc.socket(family, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #else
            let descriptor = Darwin.socket(family, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw failure("create a socket") }
        closeOnExec(descriptor)
        return descriptor
    }

    /// A pipe whose ends are above the standard descriptors.
    static func pipe() throws(TransportError) -> (read: CInt, write: CInt) {
        var ends: [CInt] = [-1, -1]
        #if canImport(Glibc)
            let result = Glibc.pipe(&ends)
        #else
            let result = Darwin.pipe(&ends)
        #endif
        guard result == 0 else { throw failure("create a pipe") }
        ends.forEach(closeOnExec)
        do {
            ends[0] = try raise(ends[0])
            ends[1] = try raise(ends[1])
        } catch {
            ends.forEach(close)
            throw error
        }
        return (ends[0], ends[1])
    }

    /// A second descriptor for the same open file, above the standard ones.
    static func duplicate(_ descriptor: CInt) throws(TransportError) -> CInt {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw failure("duplicate file descriptor \(descriptor)") }
        return copy
    }

    static func close(_ descriptor: CInt) {
        _ = systemClose(descriptor)
    }

    /// Moves a descriptor above 0, 1 and 2, in case this process was started without them.
    private static func raise(_ descriptor: CInt) throws(TransportError) -> CInt {
        guard descriptor < 3 else { return descriptor }
        let moved = try duplicate(descriptor)
        close(descriptor)
        return moved
    }

    private static func closeOnExec(_ descriptor: CInt) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    static func failure(_ operation: String) -> TransportError {
        let number = errno
        return TransportError(
            .inputOutput, "Cannot \(operation): \(SystemError.text(number)). Close some files and try again.",
            errorNumber: number)
    }
}
