/// Reading and writing with file descriptors.
package enum SystemFile {
    /// Reads from a descriptor to its end, or until there are enough bytes.
    ///
    /// - Parameter limit: The maximum number of bytes.
    /// - Returns: The bytes; `nil`, with `errno` set, if they cannot be read.
    package static func read(_ descriptor: CInt, upTo limit: Int = .max) -> [UInt8]? {
        var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while bytes.count < limit {
            let count = chunk.withUnsafeMutableBytes {
                systemRead(descriptor, $0.baseAddress, min($0.count, limit - bytes.count))
            }
            if count > 0 {
                bytes += chunk[..<count]
            } else if count == 0 {
                break
            } else if errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&ready, 1, -1)
            } else if errno != EINTR {
                return nil
            }
        }
        return bytes
    }

    /// Reads a file whose size is unknown before it is read, as in `/proc`.
    package static func contents(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return read(descriptor)
    }

    /// Writes all bytes to a descriptor, waiting while it accepts none.
    ///
    /// - Returns: Whether all are written; if not, `errno` is set.
    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if written == 0 {
                errno = ENOSPC
                return false
            } else if errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&ready, 1, -1)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}

/// `read(2)`, `write(2)` and `close(2)`, for code that has functions of these names.
package let systemRead: @Sendable (CInt, UnsafeMutableRawPointer?, Int) -> Int = read
package let systemWrite: @Sendable (CInt, UnsafeRawPointer?, Int) -> Int = write
package let systemClose: @Sendable (CInt) -> CInt = close
