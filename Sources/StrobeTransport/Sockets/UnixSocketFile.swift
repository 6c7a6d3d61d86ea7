internal import NIOCore
internal import StrobeSystem

/// The file of a listening Unix socket; removed only if it is still the same file.
struct UnixSocketFile: Sendable {
    private let path: String
    private let identity: FileIdentity

    /// Binds a new socket that only this user can connect to, without listening yet.
    ///
    /// The mode is set between binding and listening: nobody can connect before the socket listens, so other users
    /// never can, and the process' umask is not changed.
    ///
    /// - Throws: `pathTooLong`, `addressInUse`, `cannotListen`.
    static func bind(_ path: String) async throws(TransportError) -> (NIOBSDSocket.Handle, UnixSocketFile) {
        try UnixSocketPath.check(path)
        try removeStale(path)
        let descriptor = try Descriptor.socket(AF_UNIX)
        do throws(TransportError) {
            guard withAddress(path, { systemBind(descriptor, $0, $1) }) == 0 else {
                let number = errno
                throw TransportError(
                    number == EADDRINUSE ? .addressInUse : .cannotListen,
                    "Cannot create the socket \(path): \(SystemError.text(number)). Choose another path.",
                    errorNumber: number)
            }
            guard chmod(path, 0o600) == 0, let identity = FileIdentity(path) else {
                let number = errno
                unlink(path)
                throw TransportError(
                    .cannotListen,
                    "Cannot protect the socket \(path): \(SystemError.text(number)). Choose another path.",
                    errorNumber: number)
            }
            return (descriptor, UnixSocketFile(path: path, identity: identity))
        } catch {
            Descriptor.close(descriptor)
            throw error
        }
    }

    /// Removes the file, unless another one has replaced it.
    func remove() {
        if FileIdentity(path) == identity { unlink(path) }
    }

    /// Removes a socket file whose server has ended.
    private static func removeStale(_ path: String) throws(TransportError) {
        guard let found = FileIdentity(path) else { return }
        guard found.isSocket else {
            throw TransportError(
                .cannotListen, "\(path) exists and is not a socket. Move it away or choose another path.")
        }
        guard try knock(path) == ECONNREFUSED else {
            throw TransportError(
                .addressInUse, "A server answers at \(path), or it belongs to another user. Choose another path.")
        }
        if FileIdentity(path) == found { unlink(path) }
    }

    /// Whether a server listens at a path, or may do so where it cannot be asked.
    static func isAnswered(_ path: String) -> Bool {
        guard FileIdentity(path)?.isSocket == true else { return false }
        guard path.utf8.count <= UnixSocketPath.longest, let number = try? knock(path) else { return true }
        return number != ECONNREFUSED && number != ENOENT
    }

    /// Connects to a socket and disconnects at once.
    ///
    /// - Returns: 0, or the error number.
    private static func knock(_ path: String) throws(TransportError) -> CInt {
        let probe = try Descriptor.socket(AF_UNIX)
        defer { Descriptor.close(probe) }
        // Non-blocking: a server with a full backlog answers EAGAIN, and is alive.
        _ = fcntl(probe, F_SETFL, fcntl(probe, F_GETFL) | O_NONBLOCK)
        return withAddress(path, { connect(probe, $0, $1) }) == 0 ? 0 : errno
    }

    private static func systemBind(
        _ descriptor: CInt, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
    ) -> CInt {
        #if canImport(Glibc)
            Glibc.bind(descriptor, address, length)
        #else
            Darwin.bind(descriptor, address, length)
        #endif
    }

    /// Calls `body` with the address of a path whose length was checked.
    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        #if canImport(Darwin)
            address.sun_len = UInt8(MemoryLayout<sockaddr_un>.size)
        #endif
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
