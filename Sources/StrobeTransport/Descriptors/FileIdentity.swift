internal import StrobeSystem

/// Identifies the file at a path, not following symbolic links: a replacement at the same path is a different file.
struct FileIdentity: Sendable, Equatable {
    private let device: UInt64
    private let number: UInt64
    let isSocket: Bool

    /// `nil` if there is no file.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
        isSocket = status.st_mode & S_IFMT == S_IFSOCK
    }
}
