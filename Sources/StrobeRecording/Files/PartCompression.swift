internal import Dispatch
import StrobeSystem
internal import Synchronization

/// Compresses finished files one after the other, on a queue of its own.
final class PartCompression: Sendable {
    /// Where more files than this wait, further ones stay as they are: the recording is faster than the compression.
    private static let maxWaiting = 4

    private let zlib: Zlib
    private let permissions: UInt16
    private let queue = DispatchQueue(label: "strobe.recording.compression", qos: .utility)
    private let waiting = Atomic(0)

    /// Makes one; `nil` if the system has no zlib.
    init?(permissions: UInt16) {
        guard let zlib = Zlib.shared else { return nil }
        self.zlib = zlib
        self.permissions = permissions
    }

    /// Replaces a file by a compressed one whose name ends with `.gz`, some time.
    func compress(_ path: String) {
        guard waiting.wrappingAdd(1, ordering: .relaxed).newValue <= Self.maxWaiting else {
            waiting.wrappingSubtract(1, ordering: .relaxed)
            return
        }
        queue.async { [self] in
            let temporary = path + ".gz.tmp"
            if zlib.compress(path, to: temporary, permissions: permissions), rename(temporary, path + ".gz") == 0 {
                _ = unlink(path)
            } else {
                _ = unlink(temporary)
            }
            waiting.wrappingSubtract(1, ordering: .relaxed)
        }
    }

    /// Does something after the files that wait now are compressed.
    func then(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    /// Returns when nothing waits any more.
    func wait() {
        queue.sync {}
    }
}
