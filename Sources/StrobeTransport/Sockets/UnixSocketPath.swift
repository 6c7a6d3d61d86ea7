internal import StrobeSystem

/// The operating system's requirements for the path of a Unix socket.
enum UnixSocketPath {
    /// The longest path in bytes: the size of `sun_path` (108 on Linux, 104 on Darwin) without its final NUL.
    static let longest = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Checks the length of a path.
    ///
    /// - Throws: `pathTooLong`, with the limit.
    static func check(_ path: String) throws(TransportError) {
        guard path.utf8.count <= longest else {
            throw TransportError(
                .pathTooLong,
                "The socket path \(path) has \(path.utf8.count) bytes; the operating system allows \(longest). "
                    + "Choose a shorter one.",
                limit: longest)
        }
    }
}
