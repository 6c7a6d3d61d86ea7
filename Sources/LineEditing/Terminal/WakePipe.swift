internal import CLibedit
internal import StrobeSystem

/// Ends another thread's wait for input.
final class WakePipe: Sendable {
    /// Readable after `wake()`.
    let readEnd: Int32
    private let writeEnd: Int32

    init() throws(LineEditingError) {
        var ends: (Int32, Int32) = (-1, -1)
        guard cle_pipe(&ends.0, &ends.1) else {
            throw LineEditingError(
                code: .noDescriptors,
                message:
                    "line editing needs a pipe, and the process has no descriptors left; raise its limit (ulimit -n)"
            )
        }
        (readEnd, writeEnd) = ends
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Any thread.
    ///
    /// A full pipe is as good as one more byte.
    func wake() {
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }

    func drain() {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
            while read(readEnd, buffer.baseAddress, buffer.count) > 0 {}
        }
    }
}
